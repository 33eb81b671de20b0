#!/usr/bin/env python3
"""Reports against schemas: SARIF against the official one, our own JSON against the published ones.

The published schemas are open, since later releases may add properties; here they are closed
first, so that a property which is written but not described fails.
"""

import copy
import json
import sys
import urllib.parse

from support import GOOD, SKIPPED, Checkout, check, check_equal, program, schema

try:
    from jsonschema import Draft7Validator, Draft202012Validator
except ImportError:
    print("skipped: jsonschema is not installed")
    sys.exit(SKIPPED)

UNITS = 100  # that the hash of a line is made of


def line_hashes(content):
    """GitHub's primaryLocationLineHash by its definition, slowly."""
    text = content.decode("utf-8", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace(" ", "").replace("\t", "")
    raw = text.encode("utf-16-le")
    units = [raw[i] | raw[i + 1] << 8 for i in range(0, len(raw), 2)] + [0xFFFF]
    starts = [0] + [i + 1 for i, unit in enumerate(units[:-1]) if unit == 0x0A]
    units += [0] * UNITS
    seen = {}
    for start in starts:
        value = 0
        for unit in units[start:start + UNITS]:
            value = (value * 37 + unit) % 2**64
        seen[value] = seen.get(value, 0) + 1
        yield f"{value:x}:{seen[value]}"


def closed(node):
    """The schema with every described object taken for complete."""
    if isinstance(node, list):
        return [closed(each) for each in node]
    if not isinstance(node, dict):
        return node
    node = {key: closed(value) for key, value in node.items()}
    if node.get("type") == "object" and "properties" in node:
        node["additionalProperties"] = False
    return node


def validate(validator, document, what):
    errors = sorted(validator.iter_errors(document), key=lambda error: list(error.path))
    check(not errors, f"{what}: " + "; ".join(
        f"{'/'.join(map(str, error.path))}: {error.message[:300]}" for error in errors[:5]))


def check_sarif(checkout, text):
    log = json.loads(text)
    validate(Draft7Validator(schema("tests/formats/schemas/sarif-schema-2.1.0.json")), log, "sarif")
    run = log["runs"][0]
    for part in ("fixes", "relatedLocations"):
        check(any(part in result for result in run["results"]), f"the sample has {part}")
    for result in run["results"]:
        place = result["locations"][0]["physicalLocation"]
        content = checkout.content(urllib.parse.unquote_to_bytes(place["artifactLocation"]["uri"]))
        wanted = list(line_hashes(content))[place["region"]["startLine"] - 1]
        check_equal(result["partialFingerprints"]["primaryLocationLineHash"], wanted,
                    f"line hash of {place}")


def check_own(text):
    published = schema("schemas/check.schema.json")
    Draft202012Validator.check_schema(published)
    report = json.loads(text)
    validate(Draft202012Validator(published), report, "json")
    validate(Draft202012Validator(closed(published)), report, "json, nothing undescribed")
    broken = copy.deepcopy(report)
    del broken["findings"][0]["range"]["start"]["offset"]
    check(not Draft202012Validator(published).is_valid(broken), "the schema refuses a broken report")


def check_size(checkout):
    published = schema("schemas/size.schema.json")
    Draft202012Validator.check_schema(published)
    run_alone = closed({"$defs": published["$defs"], **published["$defs"]["run"]})
    model = b"model_name_or_path: Qwen/Qwen2.5-3B-Instruct\nmax_completion_length: 512\n"
    with open(checkout.root + b"/sized.yaml", "wb") as file:
        file.write(model + GOOD)
    with open(checkout.root + b"/server.yaml", "wb") as file:
        file.write(model + GOOD + b"use_vllm: true\nvllm_mode: server\n")
    for arguments in (["sized.yaml", "--gpu", "4090"],
                      ["sized.yaml", "--gpu", "4090", "--gpu", "h100:8"],
                      ["server.yaml", "--gpu", "4090", "--engine-gpu", "4090"]):
        report = json.loads(checkout.run("size", *arguments, "--output", "json"))
        validate(Draft202012Validator(published), report, f"size {arguments}")
        for run in report.get("runs", [report]):
            run = {key: value for key, value in run.items() if key not in ("version", "tool")}
            validate(Draft202012Validator(run_alone), run, f"size {arguments}, nothing undescribed")


def check_matrix(checkout):
    published = schema("schemas/size-matrix.schema.json")
    Draft202012Validator.check_schema(published)
    with open(checkout.root + b"/matrix.yaml", "wb") as file:
        file.write(GOOD)
    for arguments, columns in (([], 11), (["--gpu", "4090", "--gpu", "rtx-4090", "--gpu", "h100:8"], 2)):
        report = json.loads(checkout.run("size", "matrix.yaml", "matrix.yaml", "--matrix", *arguments,
                                         "--output", "json"))
        validate(Draft202012Validator(published), report, f"matrix {arguments}")
        validate(Draft202012Validator(closed(published)), report, "matrix, nothing undescribed")
        check_equal(len(report["matrices"]), 2, "a matrix for each file")
        for matrix in report["matrices"]:
            check_equal(len(matrix["columns"]), columns, f"columns of {arguments}")
            check_equal(len(matrix["rows"]), 10, "a row for each size class")
            for row in matrix["rows"]:
                check_equal(len(row["cells"]), columns, "a cell for each column")
                check(all(cell["verdict"] for cell in row["cells"]), "every cell has a verdict")


def main():
    with Checkout(program()) as checkout:
        reports = checkout.reports()
        check_sarif(checkout, reports["sarif"])
        check_own(reports["json"])
        check_size(checkout)
        check_matrix(checkout)
    print("sarif, check, size and matrix reports are valid")


sys.exit(main())
