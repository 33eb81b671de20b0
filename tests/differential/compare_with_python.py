#!/usr/bin/env python3
"""Compares the document readers with Python's loaders.

    compare_with_python.py DUMP_DOCUMENTS FOLDER...

Every YAML, TOML and JSON file below the folders, and a generated set of odd scalars, is loaded by
both sides. They must agree on whether it loads, and on the type and value of every scalar.
"""

import datetime
import itertools
import json
import math
import pathlib
import random
import subprocess
import sys
import tomllib

try:
    import yaml
except ImportError:
    print("python3-yaml is missing")
    sys.exit(77)

NOTHING = object()


def number_text(number):
    try:
        value = float(number)
    except OverflowError:
        value = math.inf if number > 0 else -math.inf
    if math.isnan(value):
        return "nan"
    return f"{value:.17g}"


def described(value):
    if value is None:
        return ["null", None]
    if isinstance(value, bool):
        return ["bool", value]
    if isinstance(value, int):
        return ["int", number_text(value)]
    if isinstance(value, float):
        return ["float", number_text(value)]
    if isinstance(value, (str, bytes)):
        return ["str", value if isinstance(value, str) else None]
    if isinstance(value, (datetime.date, datetime.time)):
        return ["date", None]
    if isinstance(value, list):
        return ["list", [described(item) for item in value]]
    if isinstance(value, dict):
        return ["dict", {member_key(key): described(item) for key, item in value.items()}]
    raise TypeError(f"unexpected {type(value)}")


def member_key(key):
    return ("str", key) if isinstance(key, str) else ("other", str(key))


def from_dump(value):
    """A dumped value in the form that described() has."""
    kind, content = value
    if kind == "list":
        return [kind, [from_dump(item) for item in content]]
    if kind == "dict":
        return [kind, {(type_, key): from_dump(item) for type_, key, item in content}]
    return [kind, content]


def load(data, kind):
    try:
        if kind == "yaml":
            # Not the C loader: the pure one is the reference.
            list(yaml.parse(data, Loader=yaml.SafeLoader))  # the whole file must be YAML
            return next(yaml.load_all(data, Loader=yaml.SafeLoader), None)
        if kind == "toml":
            return tomllib.loads(data.decode("utf-8-sig"))
        return json.loads(data.decode("utf-8"), parse_constant=refuse_constant)
    except Exception:  # constructors raise ValueError, KeyError, AttributeError ... too
        return NOTHING


def refuse_constant(text):
    raise ValueError(f"{text} is not JSON")


def files_below(folders):
    for folder in folders:
        for path in sorted(pathlib.Path(folder).glob("**/*")):
            kind = {".yml": "yaml"}.get(path.suffix, path.suffix[1:])
            if path.is_file() and kind in ("yaml", "toml", "json"):
                yield str(path), path.read_bytes(), kind


def odd_scalars():
    """Everything short over the characters that numbers, dates and booleans are made of, then
    longer ones at random: put together from parts of numbers, so that many of them are some."""
    texts = {""}
    alphabet = "0178._:-+eExb~<=TZ"
    for length in (1, 2, 3):
        texts.update(map("".join, itertools.product(alphabet, repeat=length)))
    chance = random.Random(20240607)
    parts = ["0", "1", "9", "12", "59", "60", "08", "0x", "0b", "0o", "1F", ".", "_", ":", "-", "+",
             "e", "E", "e-", "E+", "inf", ".Inf", "nan", ".NaN", "2024", "-01", "-1", "-30", "T",
             " ", "12:30:00", "Z", "+02", ":30", "yes", "No", "ON", "true", "nulL", "null", "~"]
    while len(texts) < 12_000:
        texts.add("".join(chance.choices(parts, k=chance.randint(2, 6))).strip())
    texts.update(["1e-6", "5e-7", "1.0e-6", "1.e-6", "-.5", "1_000", "010", "00", "190:20:30.15",
                  "2024-02-30", "2024-01-02T03:04:05Z", "9" * 25, "-" + "9" * 400, "1" * 30 + ".0",
                  "!!int 3", "!!float 1e-6", "!!str 1", "! 12", "!!bool maybe", "!!int x",
                  "!!null x", "!!python/name:os.system", "!include x", "\"1\"", "'yes'", "{}", "[]",
                  "\"\\x41\\u00e9\"", "a # b", "a#b"])
    for text in sorted(texts):
        yield f"value {text!r}", f"value: {text}\n".encode(), "yaml"
        yield f"key {text!r}", f"{text}: 1\n".encode(), "yaml"


def run_dump(program, cases):
    request = b"".join(b"%s %d\n%s" % (kind.encode(), len(data), data) for _, data, kind in cases)
    output = subprocess.run([program], input=request, stdout=subprocess.PIPE, check=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def difference(ours, theirs):
    if theirs is NOTHING:
        return None if "problem" in ours else "Python refuses it, the reader does not"
    if "problem" in ours:
        return f"Python loads it, the reader says: {ours['problem']}"
    if isinstance(theirs, dict) and any(isinstance(key, datetime.datetime) for key in theirs):
        return None  # the reader leaves a date that is a key as it is written
    expected = described(theirs)
    found = from_dump(ours["value"])
    return None if found == expected else f"Python: {expected}\n    reader: {found}"


def main(arguments):
    program, *folders = arguments
    cases = list(files_below(folders)) + list(odd_scalars())
    dumps = run_dump(program, cases)
    assert len(dumps) == len(cases)
    failures = 0
    for (name, data, kind), ours in zip(cases, dumps):
        text = difference(ours, load(data, kind))
        if text is not None:
            failures += 1
            if failures <= 40:
                print(f"{name}:\n    {text[:2000]}")
    print(f"{len(cases)} documents compared, {failures} differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
