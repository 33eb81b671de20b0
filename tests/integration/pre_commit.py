#!/usr/bin/env python3
"""Real pre-commit on a scratch repository, with the hook file as it is shipped.

The repository that pre-commit clones holds nothing but the shipped hook file; the system hook in it
runs the program under test.
"""

import re
import shutil

from support import CLEAN, FAULTY, FOREIGN, SOURCE, Workspace, arguments, check, need

CONFIG = """\
repos:
  - repo: {hooks}
    rev: shipped
    hooks:
      - id: grpolint-system
"""

# Files of other tools that no reader of YAML, TOML or JSON takes.
UNREADABLE = {
    "chart/templates/deployment.yaml": "{{- toYaml .Values.labels | nindent 4 }}\n",
    "stack.yaml": "Role: !Ref Name\nValue: !GetAtt A.b\n",
    "mkdocs.yml": "emoji: !!python/name:material.extensions.emoji.twemoji\n",
    "recipe/meta.yaml": '{% set version = "1.0" %}\npackage: {name: x, version: {{ version }}}\n',
    "tabs.yaml": "a:\n\tb: 1\n",
    "tsconfig.json": '{\n  // strict is on\n  "compilerOptions": {"strict": true}\n}\n',
    "lines.json": '{"a": 1}\n{"a": 2}\n',
    "nan.json": '{"a": NaN}\n',
    "empty.json": "",
    "twice.toml": "a = 1\na = 2\n",
    "latin.yaml": b"caf\xe9: 1\n",
    "wide.json": '{"a": 1}'.encode("utf-16"),
    "large.json": "[" + "1,\n" * 2_000_000 + "1]\n",
}

IDENTITY = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@localhost",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@localhost"}


def git(work, *words, cwd=None, expect=0):
    return work.run("git", *words, cwd=cwd or work.root / "repo", expect=expect,
                    environment=IDENTITY)


def hook_repository(work):
    folder = work.root / "hooks"
    folder.mkdir()
    shutil.copy(SOURCE / ".pre-commit-hooks.yaml", folder)
    git(work, "init", "-q", cwd=folder)
    git(work, "add", ".", cwd=folder)
    git(work, "commit", "-qm", "hooks", cwd=folder)
    git(work, "tag", "shipped", cwd=folder)
    return folder


def run(work, expect):
    git(work, "add", ".")
    return work.run("pre-commit", "run", "--all-files", cwd=work.root / "repo", expect=expect)


def main():
    grpolint, _ = arguments()
    need("git")
    need("pre-commit")
    with Workspace(grpolint) as work:
        for manifest in (".pre-commit-hooks.yaml",
                         "packaging/pre-commit-mirror/.pre-commit-hooks.yaml"):
            work.run("pre-commit", "validate-manifest", SOURCE / manifest)
        hooks = hook_repository(work)
        (work.root / "repo").mkdir()
        git(work, "init", "-q")
        work.write("repo/.pre-commit-config.yaml", CONFIG.format(hooks=hooks))
        work.write("repo/notes.txt", "num_generations: 6\n")
        done = run(work, 0)
        check("Passed" in done.stdout, f"a repository without GRPO configs passes: {done.stdout}")

        work.write("repo/good run.yaml", CLEAN)
        work.write("repo/.github/workflows/ci.yml", FOREIGN)
        done = run(work, 0)
        check("Passed" in done.stdout, f"good and foreign files pass: {done.stdout}")

        for name, content in UNREADABLE.items():
            work.write(f"repo/{name}", content)
        done = run(work, 0)
        check("Passed" in done.stdout, f"what nobody can read passes: {done.stdout}")

        work.write("repo/bad run.yaml", FAULTY)
        done = run(work, 1)
        check("Failed" in done.stdout and "- exit code: 1" in done.stdout, done.stdout)
        check("bad run.yaml:5:1: error: " in done.stdout, f"the finding is shown: {done.stdout}")
        for foreign in ("ci.yml", "notes.txt", ".pre-commit-config.yaml", *UNREADABLE):
            check(foreign not in done.stdout, f"nothing is said of {foreign}: {done.stdout}")
        check(not re.search(r"good run\.yaml:\d+:\d+: (error|warning)", done.stdout), done.stdout)

        work.write("repo/broken run.yaml", FAULTY + "reward_weights: [1\n")
        done = run(work, 1)
        check("broken run.yaml:" in done.stdout and "SYN001" in done.stdout,
              f"a broken config is shown: {done.stdout}")
        git(work, "rm", "-qf", "broken run.yaml")

        work.run("pre-commit", "install", cwd=work.root / "repo")
        git(work, "commit", "-qm", "bad", expect=1)
        git(work, "rm", "-qf", "bad run.yaml")
        git(work, "commit", "-qm", "good")

        work.write("repo/archive/old.yaml", FAULTY)
        work.write("repo/grpolint.toml", 'exclude = ["archive/"]\n')
        done = run(work, 0)
        check("Passed" in done.stdout, f"excluded files pass although they are named: {done.stdout}")


main()
