#!/usr/bin/env python3
"""Checks that scripts/try runs the example of README.md: the same file, the same commands.

What README.md shows as their output is checked by docs.py.
"""

import pathlib
import sys

from docs import FILE

SOURCE = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = SOURCE / "fixtures" / "example"


def main():
    page = (SOURCE / "README.md").read_text(encoding="utf-8")
    files = dict(FILE.findall(page))
    shipped = {path.name: path.read_text(encoding="utf-8") for path in EXAMPLE.iterdir()}
    commands = {line[2:] for line in page.splitlines() if line.startswith("$ grpolint ")}
    script = (SOURCE / "scripts" / "try").read_text(encoding="utf-8")
    run = {line.removesuffix(" || status=$?") for line in script.splitlines()
           if line.startswith("grpolint ")}
    if files != shipped:
        print("README.md and fixtures/example hold different files")
    if run != commands:
        print(f"scripts/try runs {sorted(run)}, README.md shows {sorted(commands)}")
    return 1 if files != shipped or run != commands else 0


if __name__ == "__main__":
    sys.exit(main())
