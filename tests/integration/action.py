#!/usr/bin/env python3
"""action.yml: the official schema, the step's script as a runner calls it, and actionlint on the
workflows of docs/integrations.md."""

import json
import re

import yaml

from support import (FAULTY, SOURCE, Workspace, arguments, check, check_equal, expected, go_program,
                     python_tool)

LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


def unescape(text):
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, character)
    return text


def annotations(log):
    """What a runner makes of a log: (file, line, column, level, message)."""
    for line in log.splitlines():
        command = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
        if command:
            values = dict(value.split("=", 1) for value in command[2].split(","))
            if "file" in values:
                yield (unescape(values["file"]), int(values["line"]), int(values.get("col", 1)),
                       command[1], unescape(command[3]))


def run_step(work, action, expect, **inputs):
    """Runs the step's command with the environment that a runner gives it."""
    step = action["runs"]["steps"][0]
    values = {name: str(given["default"]) for name, given in action["inputs"].items()}
    values |= {name.replace("_", "-"): value for name, value in inputs.items()}
    expression = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")
    environment = {name: expression.sub(lambda match: values[match[1]], text)
                   for name, text in step["env"].items()}
    output = work.root.parent / "output"
    output.write_text("")
    done = work.run("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"],
                    expect=expect,
                    environment={**environment, "GITHUB_ACTION_PATH": str(SOURCE),
                                 "GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": str(output),
                                 "GITHUB_WORKSPACE": str(work.root),
                                 "RUNNER_TEMP": str(work.root.parent)})
    return done, dict(line.split("=", 1) for line in output.read_text().splitlines())


def check_step(work, action):
    work.write("configs/a, b: 100%.yaml", FAULTY)
    done, output = run_step(work, action, 1, version="path")
    wanted = sorted((*expected(each)[:3], LEVELS[expected(each)[3]]) for each in work.findings("."))
    check_equal(sorted(each[:4] for each in annotations(done.stdout)), wanted, "the annotations")
    check_equal(output, {}, "the outputs without a report")

    done, output = run_step(work, action, 1, version="path", upload_sarif="true",
                            args="--select=SYN\n--gpu=rtx4090\n", paths="configs\n\n")
    report = json.loads(open(output["sarif-file"], encoding="utf-8").read())
    codes = {each["ruleId"] for each in report["runs"][0]["results"]}
    check("SYN002" in codes and all(code.startswith("SYN") for code in codes), f"reported: {codes}")

    for place in {}, {"sarif_file": "report.sarif"}:
        run_step(work, action, 1, version="path", upload_sarif="true", **place)
        _, output = run_step(work, action, 2, version="path", upload_sarif="true", args="--nope",
                             **place)
        check_equal(output, {}, "the report of an earlier step is not this one's")

    run_step(work, action, 0, version="path", args="--exit-zero")
    run_step(work, action, 2, version="path", paths="missing.yaml")
    done, _ = run_step(work, action, 2, version="$(touch run-by-shell)")
    check(not (work.root / "run-by-shell").exists(), "an input is not run")


def check_workflows(work, build_folder):
    page = (SOURCE / "docs/integrations.md").read_text(encoding="utf-8")
    workflows = [block for block in re.findall(r"```yaml\n(.*?)```", page, re.S)
                 if "\njobs:" in block and "runs-on" in block]
    check(workflows, "docs/integrations.md has workflows")
    actionlint = go_program(build_folder, "github.com/rhysd/actionlint/cmd/actionlint")
    for number, workflow in enumerate(workflows):
        path = work.write(f".github/workflows/{number}.yml", workflow)
        work.run(actionlint, "-shellcheck=", "-pyflakes=", path)


def main():
    grpolint, build_folder = arguments()
    action = yaml.safe_load((SOURCE / "action.yml").read_text(encoding="utf-8"))
    with Workspace(grpolint) as work:
        check_step(work, action)
        check_workflows(work, build_folder)
        tool = python_tool(build_folder, "check-jsonschema==0.33.0")
        work.run(tool, "--builtin-schema", "vendor.github-actions", SOURCE / "action.yml")


main()
