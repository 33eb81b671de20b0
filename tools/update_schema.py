#!/usr/bin/env python3
"""Brings the version histories in rules/schema to the newest releases: trl.json,
transformers.json, unsloth.json and accelerate-launch.json.

    tools/update_schema.py --index https://.../simple/

Reads the sources in the released wheels (nothing of them is run) from a package index that speaks
the JSON form of the simple API and serves parts of files. Notes, renames and the values of
arguments that are plain strings in the source are not here but in rules/schema/curated.json, which
is kept by hand.
"""

import argparse
import ast
import datetime
import os
import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

from schema_sources import history, launch_options, unsloth
from schema_sources.dataclass_fields import Module, alternatives
from schema_sources.package_index import Wheel, releases, satisfies

_ROOT = pathlib.Path(__file__).resolve().parent.parent
# The first TRL with GRPO, the transformers it needs, and the first Unsloth with GRPO.
_FIRST = {"trl": "0.14.0", "transformers": "4.46.0", "unsloth": "2025.2.5"}
_REQUIREMENTS = ("accelerate", "deepspeed", "liger-kernel", "peft", "transformers", "trl", "vllm")
_FILES = {
    "trl": (
        "trl/trainer/base_config.py",
        "trl/trainer/grpo_config.py",
        "trl/trainer/model_config.py",
        "trl/scripts/utils.py",
        "trl/scripts/grpo.py",
    ),
    "transformers": (
        "transformers/trainer_utils.py",
        "transformers/debug_utils.py",
        "transformers/training_args.py",
    ),
    "unsloth": unsloth.FILES,
}
_OWNERS = {
    "trl": (
        "GRPOConfig",
        "ModelConfig",
        "ScriptArguments",
        "GRPOScriptArguments",
        "DatasetMixtureConfig",
        "DatasetConfig",
    ),
    "transformers": ("TrainingArguments",),
}
_PEFT_NAMES = ("use_peft", "use_rslora", "use_dora")


def group_of(owner, name):
    if owner == "TrainingArguments":
        return "training"
    if owner in ("GRPOConfig", unsloth.CONFIG):
        return "vllm" if name == "use_vllm" or name.startswith("vllm_") else "grpo"
    if owner in (unsloth.PEFT, unsloth.WIDER_PEFT):
        return "peft"
    if owner in ("ModelConfig", unsloth.LOADER, unsloth.WIDER_LOADER):
        return "peft" if name in _PEFT_NAMES or name.startswith("lora_") else "model"
    if owner in ("DatasetMixtureConfig", "DatasetConfig") or name.startswith("dataset"):
        return "dataset"
    return "script"


def read_release(library, release):
    """(release, {owner: fields}, requirements) of one wheel."""
    wheel = Wheel(release)
    requirements = wheel.requirements(_REQUIREMENTS)
    if library == "unsloth":
        return release, unsloth.read(wheel), requirements
    module = Module()
    for member in _FILES[library]:
        source = wheel.text(member)
        if source is not None:
            module.add(source)
    fields = {}
    for owner in _OWNERS[library]:
        if owner in module.classes:
            fields[owner] = module.fields(owner)
            add_annotated_choices(module, fields[owner])
    if _OWNERS[library][0] not in fields:
        raise ValueError(f"{library} {release.version} has no {_OWNERS[library][0]}")
    # GRPOScriptArguments extends ScriptArguments; each argument is listed once.
    for name in fields.get("ScriptArguments", {}):
        fields.get("GRPOScriptArguments", {}).pop(name, None)
    return release, fields, requirements


def add_annotated_choices(module, fields):
    """Values of enumerations and of Literal[...] named in the annotations."""
    for read in fields.values():
        for part in alternatives(read.type):
            inner = part[5:-1] if part.startswith("list[") else part
            if inner in module.enums:
                read.choices = list(module.enums[inner].values())
            elif inner.startswith("Literal["):
                values = ast.literal_eval(f"[{inner[8:-1]}]")
                read.choices += [value for value in values if isinstance(value, str)]


def newest_at(candidates, date, specifier):
    """The release an unpinned install on `date` would have taken."""
    allowed = [
        candidate.version
        for candidate in candidates
        if candidate.date <= date
        and not candidate.yanked
        and (specifier is None or satisfies(candidate.version, specifier))
    ]
    return allowed[-1]


def give_types(unsloth_read, base_arguments):
    """Fields Unsloth only changes the default of take TRL's type; those TRL never had go."""
    types = {argument.name: argument.periods[-1][2] for argument in base_arguments}
    for _, owners, _ in unsloth_read:
        fields = owners.get(unsloth.CONFIG, {})
        for name, read in list(fields.items()):
            if read.type != unsloth.CHANGED:
                continue
            if name in types:
                read.type = types[name]
            else:
                del fields[name]


def fold(read, base_arguments=()):
    training = {a.name for a in base_arguments if a.group == "training"}

    def group(owner, name):
        # TRL and Unsloth override defaults of TrainingArguments; the argument stays one of those.
        return "training" if name in training else group_of(owner, name)

    snapshots = [
        (release.version, owner, fields)
        for release, owners, _ in read
        for owner, fields in owners.items()
    ]
    return history.fold(snapshots, group)


def write(library, read, folded, transformers, folder):
    listed = {}
    for release, _, requirements in read:
        entry = {"date": release.date}
        if release.yanked:
            entry["yanked"] = True
        if library != "transformers":
            entry["transformers"] = newest_at(
                transformers, release.date, requirements.get("transformers")
            )
            entry["requires"] = dict(sorted(requirements.items()))
        listed[release.version] = entry
    header = {
        "library": library,
        "source": f"{library} wheels {read[0][0].version} to {read[-1][0].version} on PyPI: "
        + ", ".join(_FILES[library]),
        "verified": datetime.date.today().isoformat(),
        "releases": listed,
    }
    (folder / f"{library}.json").write_text(history.document(header, *folded))


def write_launch_options(index, folder):
    newest = releases(index, "accelerate", "1.0.0")[-1]
    header = {
        "source": f"accelerate {newest.version} on PyPI: {launch_options.FILE}",
        "verified": datetime.date.today().isoformat(),
    }
    options = launch_options.read(Wheel(newest).text(launch_options.FILE))
    (folder / "accelerate-launch.json").write_text(launch_options.document(header, options))
    print(f"accelerate: {len(options)} options of {newest.version}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=" ".join(__doc__.split("\n\n")[0].split()))
    parser.add_argument(
        "--index",
        default=os.environ.get("PIP_INDEX_URL"),
        required="PIP_INDEX_URL" not in os.environ,
        help="address of the package index's simple API (default: PIP_INDEX_URL)",
    )
    parser.add_argument("--output", type=pathlib.Path, default=_ROOT / "rules" / "schema")
    options = parser.parse_args()

    write_launch_options(options.index, options.output)
    known = {library: releases(options.index, library, _FIRST[library]) for library in _FIRST}
    base_arguments = []
    for library in ("transformers", "trl", "unsloth"):
        with ThreadPoolExecutor(max_workers=8) as pool:
            read = list(pool.map(lambda release: read_release(library, release), known[library]))
        if library == "unsloth":
            give_types(read, base_arguments)
        folded = fold(read, base_arguments)
        base_arguments += folded[0]
        write(library, read, folded, known["transformers"], options.output)
        print(f"{library}: {len(read)} releases up to {read[-1][0].version}", file=sys.stderr)


if __name__ == "__main__":
    main()
