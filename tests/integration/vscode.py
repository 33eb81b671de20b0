#!/usr/bin/env python3
"""The problem matchers for VS Code and for GitHub, applied to real output line by line."""

import json
import pathlib
import re

from support import FAULTY, SOURCE, Workspace, arguments, check, check_equal, expected


def matchers():
    tasks = json.loads((SOURCE / "editors/vscode/tasks.json").read_text())["tasks"]
    yield "VS Code", tasks[0], tasks[0]["problemMatcher"]["pattern"]
    github = json.loads((SOURCE / ".github/grpolint-matcher.json").read_text())
    yield "GitHub", None, github["problemMatcher"][0]["pattern"][0]


def main():
    grpolint, _ = arguments()
    with Workspace(grpolint) as work:
        work.write("configs/über: 1.yaml", FAULTY)
        wanted = [(*expected(each), each["code"]) for each in work.findings(".")]
        check({each[3] for each in wanted} == {"error", "warning", "note"},
              "the sample has findings of every severity")
        for name, task, pattern in matchers():
            command = [task["command"], *task["args"]] if task else \
                ["grpolint", "check", "--output=gcc", "--quiet", "."]
            done = work.run(*command, expect=1)
            # JavaScript's and .NET's syntax for what these patterns use is Python's.
            lines = [re.match(pattern["regexp"], line) for line in done.stdout.splitlines()]
            seen = [(str(pathlib.PurePath(line[pattern["file"]])), int(line[pattern["line"]]),
                     int(line[pattern["column"]]), line[pattern["severity"]],
                     line[pattern["message"]], line[pattern["code"]])
                    for line in lines if line]
            check_equal(seen, wanted, f"what the {name} matcher reads")


main()
