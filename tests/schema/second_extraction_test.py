#!/usr/bin/env python3
"""rules/schema against a second extraction of the same fields, made by other means: from the git
tags of TRL 0.14.0 to 1.9.0 and transformers 4.46.0 to 5.15.0, where tools/update_schema.py reads
released wheels. Every field is compared at every release: whether it is there, its type, default,
and the values of its enumeration. Newer releases, which it does not know, are left out.

    second_extraction_test.py FOLDER     with grpo-config-fields.json and enums.json

Exit code 77 says that the folder is not at hand.
"""

import json
import pathlib
import re
import sys

SCHEMA = pathlib.Path(__file__).resolve().parents[2] / "rules/schema"
FOLDER = pathlib.Path(sys.argv[1])
if not (FOLDER / "grpo-config-fields.json").exists():
    sys.exit(77)

# What both read in the same place and write differently, and why.
EXPLAINED = {
    ("_n_gpu", "presence"): "a field with init=False: set by torch, no argument",
    ("dataloader_prefetch_factor", "default"): "2 without torch 2.0 only; GRPO's TRL needs a newer one",
    ("optim", "default"): "adamw_torch_fused from torch 2.8 on, the torch of these releases",
}
ENUMERATIONS = ("optim", "lr_scheduler_type", "eval_strategy", "logging_strategy", "save_strategy",
                "hub_strategy")


def version(text):
    return tuple(int(part) for part in text.removeprefix("<=").split("."))


def alternatives(annotation):
    """The types an annotation allows, however it is spelled."""
    text = annotation.replace("List[", "list[").replace("Dict[", "dict[")
    found = set()
    while wrapped := re.fullmatch(r"(Optional|Union)\[(.*)\]", text):
        text = wrapped[2]
        if wrapped[1] == "Optional":
            found.add("None")
        else:
            text = re.sub(r", (?![^\[]*\])", " | ", text)
    return found | {part.strip(" '\"") for part in text.split(" | ")}


def at(periods, release, first, last):
    for period in periods:
        if version(period[first]) <= release and (
                period.get(last) is None or release <= version(period[last])):
            return period
    return None


def ours():
    """(library, class, name) -> argument; classes that only another one extends count as it."""
    found = {}
    for library in ("trl", "transformers"):
        data = json.loads((SCHEMA / f"{library}.json").read_text())
        for argument in data["arguments"]:
            found[library, argument["owner"], argument["name"]] = argument
    return found


def histories(facts):
    """(library, class, name, periods) of each field, and of each default that GRPOConfig replaces."""
    last = {"trl": facts["versions"][-1], "transformers": facts["transformers_versions"][-1]}
    for field in facts["fields"]:
        whole = {"from": field["since"], "to": field["until"] or last[field["library"]],
                 "type": field["type"], "default": field.get("default")}
        yield field["library"], field["class"], field["name"], field.get("history") or [whole]
        if field.get("trl_overrides"):
            yield "trl", "GRPOConfig", field["name"], field["trl_overrides"]
    for field in facts["dataset_item_fields"]:
        yield "trl", "DatasetConfig", field["name"], [
            {"from": field["since"], "to": field["until"] or last["trl"], "type": field["type"],
             "default": field["default"]}]


def differences(facts, arguments):
    """(name, what, sentence) for the first release at which they differ."""
    releases = {"trl": facts["versions"], "transformers": facts["transformers_versions"]}
    compared = 0
    for library, owner, name, periods in histories(facts):
        argument = arguments.get((library, owner, name), {"periods": []})
        told = set()
        for release in releases[library]:
            theirs = at(periods, version(release), "from", "to")
            mine = at(argument["periods"], version(release), "since", "until")
            compared += 1
            for what, differs in (
                    ("presence", (theirs is None) != (mine is None)),
                    ("type", theirs and mine
                     and alternatives(theirs["type"]) != alternatives(mine["type"])),
                    ("default", theirs and mine
                     and theirs.get("default") != mine.get("default"))):
                if differs and what not in told:
                    told.add(what)
                    yield name, what, f"{library} {release} {owner}.{name}: {theirs} is {mine} here"
    # A comparison that looks at nothing must not pass.
    if compared < 10_000:
        yield "", "", f"only {compared} fields and releases were compared"


def enumeration_differences(facts, enums, arguments):
    for name in ENUMERATIONS:
        argument = arguments["transformers", "TrainingArguments", name]
        limited = {}
        for period in argument.get("choice_periods", []):
            limited.setdefault(period["value"], []).append(period)
        for release in facts["transformers_versions"]:
            if not at(argument["periods"], version(release), "since", "until"):
                continue
            theirs = {entry["value"] for entry in enums[name]
                      if at([entry], version(release), "since", "until")}
            mine = {value for value in argument["choices"] if value not in limited
                    or at(limited[value], version(release), "since", "until")}
            if theirs != mine and not (name == "save_strategy" and theirs == set()):
                yield name, "values", f"{name} in {release}: {sorted(theirs ^ mine)}"
                break


def main():
    facts = json.loads((FOLDER / "grpo-config-fields.json").read_text())
    enums = json.loads((FOLDER / "enums.json").read_text())
    arguments = ours()
    open_explanations = set(EXPLAINED)
    failed = False
    found = [*differences(facts, arguments), *enumeration_differences(facts, enums, arguments)]
    for name, what, sentence in found:
        if (name, what) in EXPLAINED:
            open_explanations.discard((name, what))
            continue
        failed = True
        print(sentence)
    for name, what in sorted(open_explanations):
        failed = True
        print(f"{name}: its {what} is the same now; the explanation explains nothing")
    sys.exit(1 if failed else 0)


main()
