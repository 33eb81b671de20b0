#!/usr/bin/env python3
"""Runs every ```console block of a page and compares its output, so that the page stays true.

A block that follows a comment `<!-- file: NAME -->` is written to that file first. In a console
block each line that begins with "$ " is a command; what follows it is its output, standard error
included. `docs.py GRPOLINT PAGE --update` writes what is printed now.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

from run import TIMEOUT_SECONDS, difference, environment

FILE = re.compile(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```\n", re.DOTALL)
CONSOLE = re.compile(r"```console\n(.*?)```\n", re.DOTALL)


def replayed(page, program):
    with tempfile.TemporaryDirectory(prefix="grpolint-docs-") as name:
        base = pathlib.Path(name)
        env = environment(base, program)
        folder = base / "work"
        folder.mkdir()

        def run(block):
            # Files appear as a reader meets them: only those above the block exist.
            for match in FILE.finditer(page[:block.start()]):
                (folder / match[1]).write_text(match[2], encoding="utf-8")
            out = ""
            for line in block[1].splitlines():
                if not line.startswith("$ "):
                    continue
                done = subprocess.run(["sh", "-c", line[2:]], cwd=folder, env=env,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      stdin=subprocess.DEVNULL, timeout=TIMEOUT_SECONDS,
                                      check=False)
                out += f"{line}\n{done.stdout.decode('utf-8', 'replace')}"
            return f"```console\n{out}```\n"

        return CONSOLE.sub(run, page)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--update", action="store_true", help="write what is printed now")
    arguments = parser.parse_args()
    page = arguments.page.read_text(encoding="utf-8")
    now = replayed(page, arguments.program.resolve())
    if arguments.update:
        arguments.page.write_text(now, encoding="utf-8")
    elif now != page:
        print(difference(page, now))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
