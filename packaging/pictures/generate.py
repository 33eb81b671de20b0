#!/usr/bin/env python3
"""Makes the pictures of the documentation from what the program and the editors really show.

    generate.py GRPOLINT FOLDER [NAME...]

Terminals and editors are run on a real terminal (tmux) and their screens drawn. A picture whose
tools are missing is left out, and its name printed.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import cards
import screen
import svg

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PICTURES = {}

HOOKS = """\
repos:
  - repo: {hooks}
    rev: shipped.hooks
    hooks:
      - id: grpolint-system
"""

# A compilation buffer says when it began and ended.
EMACS_CLOCK = '(advice-add (quote current-time-string) :override ' \
    '(lambda (&rest _) "Mon Jun  1 12:00:00 2026"))'


def picture(*tools):
    """Registers a function (Place) -> SVG text, with the programs it needs."""
    def register(function):
        PICTURES[function.__name__.replace("_", "-")] = (function, tools)
        return function
    return register


def sample(page):
    text = (SOURCE / page).read_text(encoding="utf-8")
    return re.search(r"<!-- file: grpo\.yaml -->\n```yaml\n(.*?)```", text, re.S)[1]


class Place:
    """A home with a project in it, and the program on PATH. Its name is in no picture."""

    def __init__(self, grpolint, scratch):
        self.home = pathlib.Path(scratch) / "home"
        self.project = self.home / "runs"
        self.project.mkdir(parents=True)
        tools = pathlib.Path(scratch) / "bin"
        tools.mkdir()
        (tools / "grpolint").symlink_to(pathlib.Path(grpolint).resolve())
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("GIT_", "GITHUB_", "GRPOLINT_", "CI", "XDG_", "TMUX"))
                and name not in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR", "CLICOLOR_FORCE")}
        self.environment = {**kept, "HOME": str(self.home), "LC_ALL": "C.UTF-8",
                            "PATH": f"{tools}:{os.environ['PATH']}", "GIT_CONFIG_NOSYSTEM": "1",
                            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@localhost",
                            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@localhost"}
        self.source = sample("docs/integrations.md")
        self.write("grpo.yaml", self.source)

    def write(self, name, text):
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run(self, *command, folder=None, expect=(0,)):
        done = subprocess.run([str(word) for word in command], cwd=folder or self.project,
                                     env=self.environment, capture_output=True, text=True,
                                     encoding="utf-8")
        if done.returncode not in expect:
            raise SystemExit(f"{command} exited with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def report(self, output):
        return self.run("grpolint", "check", "grpo.yaml", "--select=KEY,SYN", "--quiet",
                        f"--output={output}", expect=(1,))

    def shell(self, *commands, columns=100, rows=60):
        return screen.run_in_shell(commands, self.project, self.environment, columns=columns,
                                   rows=rows)

    def editor(self, command, columns=100, rows=20):
        return screen.Screen(command, self.project, self.environment, columns, rows)


@picture("tmux")
def findings(place):
    place.write("grpo.yaml", sample("README.md"))
    rows = place.shell("grpolint grpo.yaml --gpu 4090 --trl-version 0.24 --select=MEM004,KEY",
                       columns=104)
    return svg.terminal(rows, "Findings of grpolint in a terminal", "grpolint", 104)


@picture("tmux")
def size(place):
    place.write("grpo.yaml", sample("README.md"))
    rows = place.shell("grpolint size grpo.yaml --gpu 4090 --trl-version 0.24 | head -11")
    return svg.terminal(rows, "The memory of a run by phase", "grpolint size")


@picture("tmux")
def terminal(place):
    rows = place.shell("grpolint grpo.yaml --select=KEY,SYN")
    return svg.terminal(rows, "Findings of grpolint in a terminal", "grpolint", 100)


@picture("tmux", "git", "pre-commit")
def pre_commit(place):
    hooks = place.home / "hooks"
    hooks.mkdir()
    shutil.copy(SOURCE / ".pre-commit-hooks.yaml", hooks)
    for folder in (hooks, place.project):
        place.run("git", "init", "-q", folder=folder)
    place.run("git", "add", ".", folder=hooks)
    place.run("git", "commit", "-qm", "hooks", folder=hooks)
    place.run("git", "tag", "shipped.hooks", folder=hooks)
    place.write(".pre-commit-config.yaml", HOOKS.format(hooks=hooks))
    place.run("pre-commit", "install")
    place.run("pre-commit", "run", "--all-files")  # sets itself up, which is said once
    place.run("git", "add", "grpo.yaml")
    rows = place.shell('git commit -m "Longer completions"')
    return svg.terminal(rows, "pre-commit stops a commit", "git commit", 100)


@picture()
def github(place):
    return cards.github(place.report("github"), place.source)


@picture()
def code_scanning(place):
    return cards.code_scanning(place.report("sarif"))


@picture()
def gitlab(place):
    return cards.gitlab(place.report("gitlab"))


@picture()
def reviewdog(place):
    return cards.reviewdog(place.report("rdjson"), place.source)


@picture()
def vscode(place):
    task = json.loads((SOURCE / "editors/vscode/tasks.json").read_text())["tasks"][0]
    output = place.run(task["command"], *task["args"], "--select=KEY,SYN", expect=(1,))
    return cards.vscode(output, task["problemMatcher"])


@picture("tmux", "vim")
def vim(place):
    setup = ["set nocompatible number shortmess+=I", f"set runtimepath^={SOURCE}/editors/vim",
             "syntax on", "set t_Co=256 background=dark laststatus=2"]
    place.write("setup.vim", "\n".join(setup))
    with place.editor(["vim", "-u", "setup.vim", "grpo.yaml"]) as editor:
        editor.wait_for("output_dir")
        for command in (":compiler grpolint", ":silent make %", ":copen 6", ":redraw!"):
            editor.type(f"{command}\n")
        editor.wait_for("SYN002")
        return svg.terminal(editor.rows(), "Findings in Vim's quickfix list", "vim grpo.yaml", 100)


@picture("tmux", "nvim")
def neovim(place):
    setup = ("vim.o.number = true\nvim.o.shortmess = 'IF'\n"
             "vim.cmd('highlight SignColumn ctermbg=NONE')\n")
    place.write("setup.lua", setup)
    plugin = SOURCE / "editors/neovim/plugin/grpolint.lua"
    with place.editor(["nvim", "-u", "setup.lua", "-i", "NONE", "--cmd", f"luafile {plugin}",
                       "grpo.yaml"], rows=12) as editor:
        editor.wait_for("num_generation is not an argument")
        return svg.terminal(editor.rows(), "Findings as diagnostics in Neovim", "nvim grpo.yaml",
                            100)


@picture("tmux", "emacs")
def emacs(place):
    with place.editor(["emacs", "-nw", "-Q", "--eval", EMACS_CLOCK, "--load",
                       str(SOURCE / "editors/emacs/grpolint.el"), "grpo.yaml"], columns=112, rows=24) as editor:
        editor.wait_for("output_dir")
        editor.type("\x1bx")
        editor.type("grpolint-buffer\n")
        editor.wait_for(r"grpolint:exit \[1\]")
        return svg.terminal(editor.rows(), "Findings in Emacs' compilation buffer",
                            "emacs grpo.yaml", 112)


@picture("tmux", "bash")
def completions(place):
    shell = {**place.environment, "PS1": "$ ", "HISTFILE": os.devnull}
    with screen.Screen(["bash", "--norc", "--noprofile", "-i"], place.project, shell, 100,
                       30) as bash:
        bash.wait_for(r"^\$ *$")
        bash.type(f". {SOURCE}/packaging/shell/grpolint.bash; clear\n")
        bash.wait_for(r"\A\$ *$")
        bash.type("grpolint size grpo.yaml --gpu h\t\t")
        bash.wait_for(r"h100(?s:.*)^\$ grpolint")
        return svg.terminal(bash.rows(), "Names of GPUs completed in bash", "bash", 100)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    grpolint, folder, names = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or PICTURES:
        draw, tools = PICTURES[name]
        missing = [tool for tool in tools if not shutil.which(tool)]
        if missing:
            print(f"{name}: left out, {', '.join(missing)} not installed", file=sys.stderr)
            continue
        with tempfile.TemporaryDirectory(prefix="grpolint-") as scratch:
            text = draw(Place(grpolint, scratch))
        (folder / f"{name}.svg").write_text(text, encoding="utf-8")


main()
