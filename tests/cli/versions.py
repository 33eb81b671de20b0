#!/usr/bin/env python3
"""Checks that every snippet names the release that this tree is: the version of CMakeLists.txt.

A snippet states it as pre-commit's `rev: v1.2.3`, as an action's `@v1.2.3`, or as a requirement
`grpolint==1.2.3` or `version = "1.2.3"` of the mirror's pyproject.toml.
"""

import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PROJECT = re.compile(r"project\(grpolint VERSION ([\d.]+)")
STATED = re.compile(r"(?:rev: v|grpolint/grpolint@v|grpolint==)([\w.]+)")
MIRRORED = re.compile(r'(?m)^version = "([\w.]+)"')
LEAST_SNIPPETS = 6


def stated(path):
    text = path.read_text(encoding="utf-8")
    patterns = [STATED] + ([MIRRORED] if path.parent.name == "pre-commit-mirror" else [])
    for pattern in patterns:
        for match in pattern.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, match[1]


def main():
    version = PROJECT.search((SOURCE / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
    mirror = SOURCE / "packaging" / "pre-commit-mirror"
    pages = [SOURCE / "README.md", *sorted((SOURCE / "docs").glob("*.md")),
             mirror / "README.md", mirror / "pyproject.toml"]
    found = [(page, line, said) for page in pages for line, said in stated(page)]
    wrong = [f"{page.relative_to(SOURCE)}:{line}: {said} is stated, this is {version}"
             for page, line, said in found if said != version]
    if len(found) < LEAST_SNIPPETS:
        wrong.append(f"only {len(found)} snippets were found: have they another form now?")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
