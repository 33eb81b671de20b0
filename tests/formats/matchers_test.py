#!/usr/bin/env python3
"""GitHub's problem matcher over what a step prints without asking for annotations: concise lines.

The integration tests apply it to gcc lines; `grpolint .` in a workflow prints concise ones.
"""

import json
import re
import sys

from support import SOURCE, Checkout, check, check_equal, program


def main():
    matcher = json.loads((SOURCE / ".github/grpolint-matcher.json").read_text(encoding="utf-8"))
    pattern = matcher["problemMatcher"][0]["pattern"][0]
    with Checkout(program()) as checkout:
        reports = checkout.reports()
    wanted = [(finding["severity"], finding["range"]["start"]["line"],
               finding["range"]["start"]["column"], finding["code"])
              for finding in json.loads(reports["json"])["findings"]
              if finding["severity"] != "info"]
    # .NET's and JavaScript's syntax for what the pattern uses is Python's.
    matches = [re.match(pattern["regexp"], line)
               for line in reports["concise"].decode("utf-8").splitlines()]
    seen = [(match[pattern["severity"]], int(match[pattern["line"]]), int(match[pattern["column"]]),
             match[pattern["code"]])
            for match in matches if match and match[pattern["severity"]] != "note"]
    check(wanted, "the sample has findings")
    check_equal(seen, wanted, "what the matcher reads")
    print(f"{len(seen)} of {len(matches)} lines become annotations")


sys.exit(main())
