#!/usr/bin/env python3
"""Every format over files whose names and texts try to break out of it, read by Python's parsers.

The JSON report is the measure: its offsets are bytes, from which the columns that each consumer
counts are worked out here a second time. Every report must hold the same findings at the same
places, whatever stands in names and messages.
"""

import json
import os
import re
import sys
import urllib.parse
from xml.etree import ElementTree

from support import FORMATS, Checkout, check, check_equal, program

MARK = b"\xef\xbb\xbf"
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")  # all but tab and LF
WORDS = {"error": "error", "warning": "warning", "info": "note"}


class Place:
    """An offset into a file as line and column in code points and in bytes."""

    def __init__(self, content, offset):
        ends = list(re.finditer(b"\r\n|\r|\n", content))
        starts = [0] + [end.end() for end in ends if end.end() < len(content)]
        begin = max(start for start in starts if start <= offset)
        stop = min([end.start() for end in ends if end.start() >= begin] + [len(content)])
        self.line = starts.index(begin) + 1
        text = content[begin:max(begin, min(offset, stop))]
        self.bytes = len(text) + 1
        if self.line == 1 and text.startswith(MARK):
            text = text[len(MARK):]
        self.column = len(text.decode("utf-8", "surrogateescape")) + 1


class Truth:
    """The findings of the JSON report with what the files say about their places."""

    def __init__(self, checkout, report):
        self.findings = report["findings"]
        names = {os.fsencode(name).decode("utf-8", "replace"): name for name in all_files(checkout)}
        for finding in self.findings:
            name = names[finding["file"]]
            content = checkout.content(name)
            finding["name_bytes"] = name
            finding["begin"] = Place(content, finding["range"]["start"]["offset"])
            finding["end"] = Place(content, finding["range"]["end"]["offset"])
            start = finding["range"]["start"]
            check_equal((start["line"], start["column"]),
                        (finding["begin"].line, finding["begin"].column), f"place of {finding}")

    def of(self, *parts):
        """The findings as sorted tuples of what `parts` make of them."""
        return sorted(tuple(part(finding) for part in parts) for finding in self.findings)


def all_files(checkout):
    for folder, _, names in os.walk(checkout.root):
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), checkout.root)


def code(finding):
    return finding["code"]


def file(finding):
    return finding["file"]


def line(finding):
    return finding["begin"].line


def column(finding):
    return finding["begin"].column


def byte_column(finding):
    return finding["begin"].bytes


def message(finding):
    return finding["message"]


def fingerprint(finding):
    return finding["fingerprint"]


def check_text(name, text, truth):
    """Formats for people and line readers: one line a finding, nothing for a terminal to obey."""
    for each in text.split("\n"):
        check(not CONTROL.search(each), f"{name}: a control character in {each!r}")
        check(not each.startswith("::"), f"{name}: a line a log reader obeys: {each!r}")
    if name == "full":
        return
    pattern = re.compile(r"(?s)(.+?):(\d+):(\d+): (error|warning|info|note): (\S.*) "
                         r"\[([A-Z]{3}\d{3})(?: [\w-]+)?\]")
    seen = []
    for each in text.splitlines():
        match = pattern.fullmatch(each)
        check(match, f"{name}: not a line of the format: {each!r}")
        seen.append((match[6], int(match[2]), int(match[3]), match[4]))
    word = (lambda finding: WORDS[finding["severity"]]) if name == "gcc" \
        else (lambda finding: finding["severity"])
    check_equal(sorted(seen), truth.of(code, line, column, word), name)


def check_jsonl(text, truth, report):
    del truth
    lines = text.split("\n")
    check_equal(lines.pop(), "", "end of jsonl")
    check_equal([json.loads(each) for each in lines], report["findings"], "jsonl")


def unescape(text, **further):
    for escape, character in {**further, "%0D": "\r", "%0A": "\n", "%25": "%"}.items():
        text = text.replace(escape, character)
    return text


def check_github(text, truth):
    """As the runner reads a line: properties up to the next '::', then the message."""
    seen = []
    for each in text.splitlines():
        match = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", each)
        check(match, f"github: not a command: {each!r}")
        check(not CONTROL.search(each), f"github: a control character in {each!r}")
        properties = dict(part.split("=", 1) for part in match[2].split(","))
        check(all(re.fullmatch("[a-zA-Z]+", key) for key in properties), f"github: {properties}")
        if "file" not in properties:
            check(match[1] == "notice", "github: only the closing notice has no file")
            continue
        title = unescape(properties["title"], **{"%3A": ":", "%2C": ","})
        seen.append((title.split(" ")[0], int(properties["line"]), int(properties.get("col", 0)),
                     match[1]))
    kinds = {"error": "error", "warning": "warning", "info": "notice"}

    def first_column(finding):
        return column(finding) if finding["begin"].line == finding["end"].line else 0

    check_equal(sorted(seen), truth.of(code, line, first_column,
                                       lambda finding: kinds[finding["severity"]]), "github")


def check_gitlab(text, truth):
    issues = json.loads(text)
    fingerprints = [issue["fingerprint"] for issue in issues]
    check_equal(len(set(fingerprints)), len(fingerprints), "gitlab: unique fingerprints")
    for issue in issues:
        check(issue["severity"] in ("info", "minor", "major", "critical", "blocker"),
              "gitlab: severity")
        check(not issue["location"]["path"].startswith(("./", "/")), "gitlab: relative path")
    seen = [(issue["check_name"], issue["location"]["path"], issue["location"]["lines"]["begin"],
             issue["location"]["positions"]["begin"]["column"]) for issue in issues]
    check_equal(sorted(seen), truth.of(code, file, line, column), "gitlab")
    check_equal(sorted(fingerprints), sorted(map(fingerprint, truth.findings)),
                "gitlab: the fingerprints of JSON")


def check_rdjson(text, truth):
    result = json.loads(text)
    seen = []
    for each in result["diagnostics"]:
        start = each["location"]["range"]["start"]
        check(each["severity"] in ("ERROR", "WARNING", "INFO"), "rdjson: severity")
        seen.append((each["code"]["value"], each["location"]["path"], start["line"],
                     start["column"], each["message"]))
    check_equal(sorted(seen), truth.of(code, file, line, byte_column, message), "rdjson")


def check_sarif(text, truth):
    run = json.loads(text)["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    check_equal(rules, sorted(set(rules)), "sarif: rules sorted by id")
    seen = []
    for result in run["results"]:
        check_equal(rules[result["ruleIndex"]], result["ruleId"], "sarif: ruleIndex")
        place = result["locations"][0]["physicalLocation"]
        region = place["region"]
        uri = place["artifactLocation"]["uri"]
        check(re.fullmatch(r"(?:[\w.~/-]|%[0-9A-F]{2})+", uri, re.ASCII), f"sarif: uri {uri}")
        check((region["endLine"], region["endColumn"]) >
              (region["startLine"], region["startColumn"]), f"sarif: empty region {region}")
        seen.append((result["ruleId"], urllib.parse.unquote_to_bytes(uri), region["startLine"],
                     region["startColumn"]))
    check_equal(sorted(seen), truth.of(code, lambda finding: finding["name_bytes"], line, column),
                "sarif")
    check_equal(sorted(result["partialFingerprints"]["grpolint/v1"] for result in run["results"]),
                sorted(map(fingerprint, truth.findings)), "sarif: the fingerprints of JSON")


def xml_text(text):
    """What is left of a text in XML."""
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "\ufffd", text)


def check_junit(text, truth):
    suites = ElementTree.fromstring(text)
    suite = suites.find("testsuite")
    cases = suite.findall("testcase")
    failures = [case.find("failure") for case in cases if case.find("failure") is not None]
    check_equal((int(suite.get("tests")), int(suite.get("failures"))), (len(cases), len(failures)),
                "junit: counts")
    seen = [(failure.get("type"), failure.get("message")) for failure in failures]
    check_equal(sorted(seen), truth.of(code, lambda each: xml_text(each["message"])), "junit")
    check("good.yaml" in [case.get("name") for case in cases], "junit: the good file passes")


def check_checkstyle(text, truth):
    seen = []
    for each in ElementTree.fromstring(text).findall("file"):
        for error in each.findall("error"):
            check(error.get("severity") in ("error", "warning", "info"), "checkstyle: severity")
            seen.append((error.get("source").removeprefix("grpolint."), each.get("name"),
                         int(error.get("line")), int(error.get("column")), error.get("message")))
    check_equal(sorted(seen), truth.of(code, lambda finding: xml_text(finding["file"]), line,
                                       column, lambda finding: xml_text(finding["message"])),
                "checkstyle")


def check_roots(checkout):
    """Paths are relative to the repository from wherever it is checked."""
    sarif = json.loads(checkout.run("run.yaml", "--output", "sarif", folder=b"sub/dir"))
    uris = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            for result in sarif["runs"][0]["results"]}
    check_equal(uris, {"sub/dir/run.yaml"}, "sarif: from a subfolder")
    sarif = json.loads(checkout.run("run.yaml", "--output", "sarif", "--sarif-root", "..",
                                    folder=b"sub/dir"))
    check_equal(sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
                ["artifactLocation"]["uri"], "dir/run.yaml", "sarif: --sarif-root")
    issues = json.loads(checkout.run("run.yaml", "--output", "gitlab", folder=b"sub/dir",
                                     environment={"CI_PROJECT_DIR": os.fsdecode(checkout.root)}))
    check_equal({issue["location"]["path"] for issue in issues}, {"sub/dir/run.yaml"},
                "gitlab: from a subfolder")
    commands = checkout.run("run.yaml", "--output", "github", folder=b"sub/dir",
                            environment={"GITHUB_WORKSPACE": os.fsdecode(checkout.root)}).decode()
    prints = {folder: {fingerprint(each) for each in json.loads(
        checkout.run(name, "--output", "json", folder=folder))["findings"]}
        for folder, name in ((b"sub/dir", "run.yaml"), (b".", "sub/dir/run.yaml"))}
    check_equal(prints[b"sub/dir"], prints[b"."], "json: fingerprints from a subfolder")
    check(all("file=sub/dir/run.yaml," in each for each in commands.splitlines()
              if "file=" in each), "github: from a subfolder")


def main():
    with Checkout(program()) as checkout:
        reports = checkout.reports("--select", "SYN,KEY", "--jobs", "1")
        check_equal(checkout.reports("--select", "SYN,KEY", "--jobs", "8"), reports,
                    "the same run with more threads")
        texts = {name: reports[name].decode("utf-8") for name in FORMATS}  # valid UTF-8, all of them
        report = json.loads(texts["json"])
        truth = Truth(checkout, json.loads(texts["json"]))
        found = {finding["file"] for finding in truth.findings}
        check(len(found) >= 11, f"findings in all files but the good one, not only in {found}")
        check(any(finding["begin"].column != finding["begin"].bytes for finding in truth.findings),
              "the sample tells columns from bytes")
        for name in ("full", "concise", "gcc"):
            check_text(name, texts[name], truth)
        check_jsonl(texts["jsonl"], truth, report)
        for name in ("sarif", "github", "gitlab", "rdjson", "junit", "checkstyle"):
            globals()[f"check_{name}"](texts[name], truth)
        check_roots(checkout)
    print(f"{len(FORMATS)} formats, {len(truth.findings)} findings in {len(found)} files")


sys.exit(main())
