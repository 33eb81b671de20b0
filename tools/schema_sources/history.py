"""Folding of what each release says about an argument into periods of releases."""

import json
from dataclasses import dataclass, field


@dataclass
class Argument:
    name: str
    owner: str
    group: str
    periods: list = field(default_factory=list)  # [first, last, type, default text or None]
    choices: dict = field(default_factory=dict)  # value -> [first, last]


def fold(snapshots, group_of):
    """`snapshots`: (version, owner, {name: Field}) with releases oldest first for each owner.

    Returns arguments sorted by name and owner, and fails when an argument was away for a while:
    one pair of first and last release could not say so.
    """
    versions = {}
    for version, owner, _ in snapshots:
        versions.setdefault(owner, []).append(version)
    found = {}
    for version, owner, fields in snapshots:
        for read in fields.values():
            argument = found.setdefault(
                (read.name, owner), Argument(read.name, owner, group_of(owner, read.name))
            )
            _extend(argument, version, read, versions[owner])
    return [found[key] for key in sorted(found)], versions


def _extend(argument, version, read, versions):
    default = None if read.required else json.dumps(read.default)
    last = argument.periods[-1] if argument.periods else None
    if last and versions.index(last[1]) != versions.index(version) - 1:
        raise ValueError(f"{argument.owner}.{argument.name} is missing before {version}")
    if last and last[2:] == [read.type, default]:
        last[1] = version
    else:
        argument.periods.append([version, version, read.type, default])
    for value in read.choices:
        argument.choices.setdefault(value, [version, version])[1] = version


def document(header, arguments, versions):
    """The JSON text of a schema file: one line for each release, argument period and choice."""
    lines = ["{"]
    for key, value in header.items():
        if key == "releases":
            lines.append(' "releases": {')
            lines += _joined(f"  {json.dumps(v)}: {json.dumps(r)}" for v, r in value.items())
            lines.append(" },")
        else:
            lines.append(f" {json.dumps(key)}: {json.dumps(value)},")
    lines.append(' "arguments": [')
    lines += _joined(_argument(argument, versions[argument.owner]) for argument in arguments)
    return "\n".join(lines + [" ]", "}", ""])


def _joined(lines):
    lines = list(lines)
    return [line + "," for line in lines[:-1]] + lines[-1:]


def _argument(argument, versions):
    head = {"name": argument.name, "owner": argument.owner, "group": argument.group}
    text = "  " + json.dumps(head)[:-1]
    first, last = argument.periods[0][0], argument.periods[-1][1]
    if argument.choices:
        text += f',\n   "choices": {json.dumps(list(argument.choices))}'
        partial = [
            {"value": value, "since": since, "until": until}
            for value, (since, until) in argument.choices.items()
            if (since, until) != (first, last)
        ]
        for period in partial:
            if period["until"] == last:
                del period["until"]
        if partial:
            inner = _joined(f"    {json.dumps(period)}" for period in partial)
            text += ',\n   "choice_periods": [\n' + "\n".join(inner) + "]"
    periods = []
    for since, until, kind, default in argument.periods:
        period = f'    {{"since": {json.dumps(since)}, '
        if until != versions[-1]:
            period += f'"until": {json.dumps(until)}, '
        period += f'"type": {json.dumps(kind)}'
        if default is not None:
            period += f', "default": {default}'
        periods.append(period + "}")
    return text + ',\n   "periods": [\n' + "\n".join(_joined(periods)) + "]}"
