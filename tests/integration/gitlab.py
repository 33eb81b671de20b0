#!/usr/bin/env python3
"""The GitLab job of docs/integrations.md: GitLab's own schema, and its script run as a shell."""

import json
import re

import yaml

from support import (FAULTY, SOURCE, Workspace, arguments, check, check_equal, expected,
                     python_tool)


def documented_job():
    page = (SOURCE / "docs/integrations.md").read_text(encoding="utf-8")
    for block in re.findall(r"```yaml\n(.*?)```", page, re.S):
        if "codequality:" in block:
            return block
    raise SystemExit("docs/integrations.md has no GitLab job")


def main():
    grpolint, build_folder = arguments()
    text = documented_job()
    job = yaml.safe_load(text)["grpolint"]
    with Workspace(grpolint) as work:
        work.write("configs/a.yaml", FAULTY)
        for command in job["script"]:
            if command.startswith("pip install"):
                continue  # the program under test stands in its place
            done = work.run("sh", "-c", command, expect=1, environment={"GITLAB_CI": "true"})
            check("configs/a.yaml:5:1: error:" in done.stdout, f"the log: {done.stdout}")
        report = json.loads((work.root / job["artifacts"]["reports"]["codequality"]).read_text())
        seen = sorted((each["location"]["path"], each["location"]["lines"]["begin"],
                       each["check_name"]) for each in report)
        wanted = sorted((*expected(each)[:2], each["code"]) for each in work.findings("."))
        check_equal(seen, wanted, "the code quality report")
        check_equal(len({each["fingerprint"] for each in report}), len(report), "fingerprints")

        tool = python_tool(build_folder, "check-jsonschema==0.33.0")
        work.run(tool, "--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci",
                 work.write(".gitlab-ci.yml", text))


main()
