#!/usr/bin/env python3
"""Every relative link and picture of the documentation leads to a file, and every #anchor to a
heading of it."""

import pathlib
import re
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.M | re.S)


def anchors(page):
    """The names that GitHub gives to headings."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
            for heading in re.findall(r"^#+ (.+?)\s*$", text, re.M)}


def broken(page):
    text = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))
    for link in LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists():
            yield f"{page.relative_to(SOURCE)}: {link}: no such file"
        elif anchor and anchor not in anchors(target):
            yield f"{page.relative_to(SOURCE)}: {link}: no such heading"


def main():
    pages = [*SOURCE.glob("*.md"), *SOURCE.glob("docs/**/*.md"), *SOURCE.glob("editors/**/*.md")]
    problems = [problem for page in pages for problem in broken(page)]
    print("\n".join(problems) or f"the links of {len(pages)} pages lead somewhere")
    return 1 if problems or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
