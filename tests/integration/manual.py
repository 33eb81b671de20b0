#!/usr/bin/env python3
"""The manual page: groff formats it without a warning, and every option is on it."""

import re

from support import SOURCE, Workspace, arguments, check, need

PAGE = SOURCE / "packaging/shell/grpolint.1"


def main():
    grpolint, _ = arguments()
    need("man")
    need("groff")
    with Workspace(grpolint) as work:
        done = work.run("man", "--warnings", "--local-file", PAGE,
                        environment={"MANWIDTH": "80", "MANROFFSEQ": "", "PAGER": "cat"})
        check(not done.stderr, f"groff warns: {done.stderr}")
        page = done.stdout.replace("\N{HYPHEN}\n", "")
        for command in re.findall(r"^  (\w+) ", work.run("grpolint", "--help").stdout, re.M):
            if command == "grpolint":  # an example, not a command
                continue
            check(f"grpolint {command}" in page, f"{command} is in the manual")
            for option in re.findall(r"^  (?:-\w,)?(--[\w-]+)",
                                     work.run("grpolint", command, "--help").stdout, re.M):
                check(option == "--help" or option in page, f"{command} {option} is in the manual")


main()
