#!/usr/bin/env python3
"""Brings this repository to a release of grpolint: mirror.py 0.2.0

Writes the version where it stands, commits, and tags the commit v0.2.0. Pushing is left to the
caller.
"""

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
VERSION = r"\d+\.\d+\.\d+"
PLACES = {
    "pyproject.toml": [rf'(?m)(?<=^version = "){VERSION}(?=")', rf"(?<=grpolint==){VERSION}"],
    "README.md": [rf"(?<=rev: v){VERSION}"],
}


def main():
    if len(sys.argv) != 2 or not re.fullmatch(VERSION, sys.argv[1]):
        sys.exit("usage: mirror.py MAJOR.MINOR.PATCH")
    version = sys.argv[1]
    for name, patterns in PLACES.items():
        path = HERE / name
        text = path.read_text(encoding="utf-8")
        for pattern in patterns:
            text, count = re.subn(pattern, version, text)
            if count != 1:
                sys.exit(f"{name}: expected one place like {pattern}, found {count}")
        path.write_text(text, encoding="utf-8")
    subprocess.run(["git", "commit", "-qm", f"grpolint {version}", "--", *PLACES], cwd=HERE,
                   check=True)
    subprocess.run(["git", "tag", f"v{version}"], cwd=HERE, check=True)


if __name__ == "__main__":
    main()
