#!/usr/bin/env python3
"""The completions in the real shells. Each shell is asked what may follow a few beginnings, and the
files are what the generator writes for this program."""

import filecmp
import os
import pty
import select
import shutil
import signal
import sys
import time

from support import SKIPPED, SOURCE, Workspace, arguments, check

FOLDER = SOURCE / "packaging/shell"

# What has been typed -> words that must be offered, and words that must not be.
CASES = [
    ("grpolint ", {"check", "explain", "size"}, {"MEM001"}),
    ("grpolint check --fail-on ", {"error", "warning", "info", "never"}, {"check"}),
    ("grpolint check --col", {"--color"}, {"--config"}),
    ("grpolint --exit-", {"--exit-zero"}, {"--select"}),
    ("grpolint explain MEM00", {"MEM001", "MEM002"}, {"ROL001"}),
    ("grpolint explain 24gb", {"24gb-three-levers"}, {"MEM001"}),
    ("grpolint size --gpu rtx40", {"rtx4090"}, {"auto"}),
    ("grpolint check --output=js", {"json"}, {"full"}),
    ("grpolint check run", {"run.yaml"}, {"readme.txt"}),
]

BASH = """
source "$1/grpolint.bash"
COMP_WORDS=() COMP_CWORD=0
read -ra words <<< "${2//=/ = }"
[[ $2 == *" " ]] && words+=("")
COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
compopt() { :; }
_grpolint grpolint
printf '%s\\n' "${COMPREPLY[@]}"
"""

# zsh completes only in its line editor: one under a pseudo terminal writes down what it is told to
# add. Calls that only filter into an array (-O, -A, -D) add nothing.
ZSH = """
PS1= PS2=
fpath=("$FOLDER" $fpath)
autoload -Uz compinit && compinit -u -d dump
compadd() {
  if [[ " ${@[1,(i)(-|--)]} " != *' -'[OAD]' '* ]]; then
    local -a hits
    builtin compadd -O hits "$@"
    print -rl -- $hits >> offered
  fi
  builtin compadd "$@"
}
: > ready
"""


class Zsh:
    """An interactive zsh that completes what is typed into it."""

    def __init__(self, work):
        self.folder = work.root
        work.write("setup.zsh", ZSH)
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(work.root)
            os.execvpe("zsh", ["zsh", "-f", "-i"],
                       {**work.environment, "FOLDER": str(FOLDER), "TERM": "dumb"})
        self._show_until(lambda: True, "start")
        os.write(self.terminal, b"source ./setup.zsh\n")
        self._show_until((self.folder / "ready").exists, "read its setup")

    def _show_until(self, done, what):
        """Reads what the terminal shows, so that the shell is never blocked, until it rests and
        `done`."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            readable, _, _ = select.select([self.terminal], [], [], 0.5)
            if readable:
                os.read(self.terminal, 4096)
            elif done():
                return
        sys.exit(f"zsh did not {what}")

    def offers(self, typed):
        words = self.folder / "offered"
        words.unlink(missing_ok=True)
        os.write(self.terminal, b"\x15" + typed.encode() + b"\t")  # on an emptied line
        self._show_until(words.exists, f"complete {typed!r}")
        return words.read_text()

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def ask_bash(work):
    return lambda typed: work.run("bash", "-c", BASH, "bash", FOLDER, typed).stdout


def ask_fish(work):
    script = 'source "$argv[1]/grpolint.fish"; complete -C $argv[2]'
    return lambda typed: work.run("fish", "--no-config", "-c", script, FOLDER, typed).stdout


def words_of(lines):
    words = {line.split("\t")[0].strip() for line in lines.splitlines()}
    # fish repeats the option before its value, zsh shows that one takes a value
    return {word.removeprefix("--output=").rstrip("=") for word in words}


def main():
    grpolint, _ = arguments()
    with Workspace(grpolint) as work:
        fresh = work.root / "fresh"
        work.run(sys.executable, FOLDER / "generate.py", grpolint, fresh,
                 environment={"PYTHONDONTWRITEBYTECODE": "1"})
        for path in fresh.iterdir():
            check(filecmp.cmp(path, FOLDER / path.name, shallow=False),
                  f"{path.name} is stale: scripts/check-generated --write")

        work.write("run.yaml", "")
        work.write("readme.txt", "")
        shells = [shell for shell in ("bash", "zsh", "fish") if shutil.which(shell)]
        for shell in shells:
            zsh = Zsh(work) if shell == "zsh" else None
            ask = zsh.offers if zsh else {"bash": ask_bash, "fish": ask_fish}[shell](work)
            for typed, wanted, unwanted in CASES:
                words = words_of(ask(typed))
                check(wanted <= words and not unwanted & words,
                      f"{shell} offers {sorted(words)[:40]} after {typed!r}, not {sorted(wanted)}")
            if zsh:
                zsh.close()
        missing = {"bash", "zsh", "fish"} - set(shells)
        if missing:
            print(f"skipped: {', '.join(sorted(missing))} not installed")
            sys.exit(SKIPPED)


main()
