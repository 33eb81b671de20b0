#!/usr/bin/env python3
"""reviewdog's own parsers on real output: rdjson, and the errorformat of docs/integrations.md."""

import json
import re

from support import (FAULTY, SOURCE, Workspace, arguments, check, check_equal, expected,
                     go_program)

SEVERITY = {"error": "ERROR", "warning": "WARNING", "note": "INFO"}


def parsed(work, parser, words, output):
    done = work.run(parser, *words, input=output)
    return [json.loads(line) for line in done.stdout.splitlines()]


def byte_column(text, line, column):
    return len(text.splitlines()[line - 1][:column - 1].encode()) + 1


def documented_errorformats():
    page = (SOURCE / "docs/integrations.md").read_text(encoding="utf-8")
    return re.findall(r"-efm='([^']+)'", page)


def main():
    grpolint, build_folder = arguments()
    parser = go_program(build_folder, "./reviewdog_parser")
    with Workspace(grpolint) as work:
        work.write("configs/a.yaml", FAULTY)
        findings = work.findings("configs")

        lint = ["grpolint", "check", "--quiet", "configs"]
        output = work.run(*lint, "--output=rdjson", expect=1).stdout
        seen = [(each["location"]["path"], each["location"]["range"]["start"]["line"],
                 each["location"]["range"]["start"]["column"], each["severity"],
                 each["code"]["value"], each["source"]["name"])
                for each in parsed(work, parser, ["rdjson"], output)]
        wanted = []
        for finding in findings:
            file, line, column, severity, _ = expected(finding)
            wanted.append((file, line, byte_column(FAULTY, line, column), SEVERITY[severity],
                           finding["code"], "grpolint"))
        check(any(row[2] != expected(each)[2] for row, each in zip(wanted, findings)),
              "a column in bytes differs from the one in characters")
        check_equal(seen, wanted, "what reviewdog reads from rdjson")

        formats = documented_errorformats()
        check(formats, "docs/integrations.md has an errorformat")
        output = work.run(*lint, "--output=gcc", expect=1).stdout
        seen = [(each["location"]["path"], each["location"]["range"]["start"]["line"],
                 each["location"]["range"]["start"]["column"], each.get("severity"))
                for each in parsed(work, parser, ["errorformat", *formats], output)]
        wanted = [(*expected(each)[:3], SEVERITY[expected(each)[3]]) for each in findings]
        check_equal(seen, wanted, "what reviewdog reads by errorformat")


main()
