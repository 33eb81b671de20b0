#!/usr/bin/env python3
"""Writes the shell completions and the manual page from what `grpolint --help` says.

    generate.py GRPOLINT FOLDER

The program's own help is the one definition of its options; scripts/check-generated runs this and
fails when the files beside it differ. Rule codes and GPU names are asked from the program when a
shell completes them, so those lists never age.
"""

import pathlib
import sys

import bash
import fish
import manual
import zsh
from help_text import read_program

OUTPUTS = {
    "grpolint.bash": bash.write,
    "_grpolint": zsh.write,
    "grpolint.fish": fish.write,
    "grpolint.1": manual.write,
}


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: generate.py GRPOLINT FOLDER")
    program = read_program(sys.argv[1])
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for name, write in OUTPUTS.items():
        (folder / name).write_text(write(program), encoding="utf-8")


if __name__ == "__main__":
    main()
