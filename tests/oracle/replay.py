#!/usr/bin/env python3
"""Hold the linter against the recorded verdicts of released TRL packages.

    replay.py GRPOLINT [--release TRL_VERSION...] [--about TEXT] [--show N]
    replay.py GRPOLINT --corpus VERDICTS.jsonl

A config that the release refused must have at least one error of stage parse or config that speaks of
a setting the case is about; one that it accepted must have none. Exits with 1 on a disagreement that known_differences.toml does not explain,
and on an explanation that no longer explains anything. Standard library only.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import fnmatch
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).parent
DECIDING_STAGES = {"parse", "config"}
# A script of the user's that calls TrlParser is route trl to the linter.
LINTER_ROUTES = {"trl": "trl", "script": "trl", "python": "python"}
FILES_PER_CALL = 200
# What a case can be about that is no setting: there is no key to expect in the finding.
UNNAMED = {"document", "syntax", "keys"}


@dataclasses.dataclass(frozen=True)
class Check:
    """One config under one release, and what that release said."""

    id: str
    about: tuple[str, ...]
    trl: str
    transformers: str
    route: str
    world_size: int
    config: str
    refused: bool
    reason: str
    # `trl grpo` refuses the config in its launcher, where there is one process; None where that tool was
    # not asked.
    launcher_refuses: bool | None = None
    # Keys that the script's parser does not know and leaves to the script: an error about one of them
    # is neither confirmed nor contradicted by the verdict.
    unknown_keys: frozenset[str] = frozenset()

    @property
    def names_settings(self):
        """Whether `about` holds settings, and not the document as such or the repository it is from."""
        return not UNNAMED.intersection(self.about) and not any("/" in one for one in self.about)

    @property
    def call(self):
        """Checks that agree on this can share one call of the linter."""
        return (self.trl, self.transformers, self.route, self.world_size)


@dataclasses.dataclass(frozen=True)
class Answer:
    """The linter's errors of the deciding stages, each as (text, the keys and words it speaks of).

    Errors about keys that the recorded parser left to the script are not among them."""

    errors: tuple[tuple[str, str], ...]
    # Says that `trl grpo` would refuse in its launcher what the processes of the run accept.
    launcher_refuses: bool = False

    @property
    def refused(self):
        return bool(self.errors)

    @property
    def reason(self):
        return "; ".join(text for text, _ in self.errors)

    def speaks_of(self, settings):
        return any(setting in words for setting in settings for _, words in self.errors)


def read_checks(path):
    environments = tomllib.loads((HERE / "environments.toml").read_text())["environment"]
    transformers = {one["trl"]: one["transformers"] for one in environments}
    for line in path.read_text().splitlines():
        case = json.loads(line)
        for outcome in case["outcomes"]:
            reason = f"{outcome.get('error_class', '')}: {outcome.get('message', '')}"
            for release in outcome["trl"]:
                yield Check(case["id"], tuple(case["about"]), release, transformers[release],
                            LINTER_ROUTES[case["route"]], case["world_size"], case["config"], outcome["verdict"] == "reject", reason,
                            "launcher" in outcome if case["route"] == "trl" else None,
                            frozenset(outcome.get("unknown_keys", ())))


def deciding(finding):
    return (finding["severity"] == "error" and finding["stage"] in DECIDING_STAGES
            and not finding.get("suppressed"))


def speaks_of_launcher(finding):
    """An info where nothing but the stated route says that `trl grpo` starts the run."""
    return "in its launcher, with one process" in finding["message"]


def ask(linter, checks):
    """The linter's answer to each of `checks`, which all share one `call`."""
    release, transformers, route, world_size = checks[0].call
    with tempfile.TemporaryDirectory() as folder:
        names = [f"case{number:04}.yaml" for number in range(len(checks))]
        for name, check in zip(names, checks):
            pathlib.Path(folder, name).write_text(check.config)
        done = subprocess.run(
            [linter, "check", *names, "--isolated", "--trl-version", release, "--transformers-version",
             transformers, "--route", route, "--num-processes", str(world_size), "--output", "json"],
            cwd=folder, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{linter} failed on {checks[0].call}: {done.stderr[-2000:]}")
        report = json.loads(done.stdout)
    found = collections.defaultdict(list)
    launcher = set()
    for finding in report["findings"]:
        if speaks_of_launcher(finding):
            launcher.add(pathlib.Path(finding["file"]).name)
        elif deciding(finding):
            words = f"{finding.get('key_path')} {finding['message']}"
            found[pathlib.Path(finding["file"]).name].append(
                (finding.get("key_path"), (f"{finding['code']} {finding['message']}", words)))
    return [Answer(tuple(error for key, error in found[name] if key not in check.unknown_keys), name in launcher)
            for name, check in zip(names, checks)]


def agrees(check, answer):
    """Both accept, and say the same of the launcher, or both refuse and the linter speaks of a setting
    that the case is about."""
    if check.refused != answer.refused:
        return False
    if not check.refused and check.launcher_refuses not in (None, answer.launcher_refuses):
        return False
    return not check.refused or not check.names_settings or answer.speaks_of(check.about)


def ask_all(linter, checks):
    """(check, answer) pairs, in the order of `checks`."""
    groups = collections.defaultdict(list)
    for check in checks:
        groups[check.call].append(check)
    batches = [group[start:start + FILES_PER_CALL]
               for group in groups.values() for start in range(0, len(group), FILES_PER_CALL)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = {}
        for batch, found in zip(batches, pool.map(lambda batch: ask(linter, batch), batches)):
            answers.update(zip(batch, found))
    return [(check, answers[check]) for check in checks]


class KnownDifferences:
    """The entries of known_differences.toml, and which of them were needed."""

    def __init__(self, path):
        self.entries = tomllib.loads(path.read_text()).get("difference", [])
        self.used = [False] * len(self.entries)

    def explain(self, check):
        """The reason why the linter may differ on this check, or None."""
        for number, entry in enumerate(self.entries):
            releases = entry.get("trl", ["*"])
            said = entry.get("says", "") in check.reason
            if said and fnmatch.fnmatch(check.id, entry["id"]) and any(fnmatch.fnmatch(check.trl, one) for one in releases):
                self.used[number] = True
                return entry["reason"]
        return None

    def unused(self):
        return [entry["id"] for entry, used in zip(self.entries, self.used) if not used and not entry.get("corpus")]


def print_table(title, results, key):
    """Agreement per value of `key`, which gives one or several values for a check."""
    total, agreed = collections.Counter(), collections.Counter()
    for check, answer in results:
        for value in key(check):
            total[value] += 1
            agreed[value] += agrees(check, answer)
    perfect = [value for value in total if agreed[value] == total[value]]
    rows = [value for value in total if agreed[value] != total[value] or len(total) <= 20]
    width = max(map(len, rows), default=0)
    print(f"\n{title}")
    for value in rows:
        print(f"  {value:{width}}  {agreed[value]:5} of {total[value]:5}  {agreed[value] / total[value]:7.2%}")
    if len(total) > 20:
        print(f"  {len(perfect)} of {len(total)} agree on every check")


def print_difference(checks, answer):
    """`checks` are of one case, under the releases for which the linter differs in the same way."""
    check = checks[0]
    releases = " ".join(one.trl for one in checks)
    print(f"\n{check.id}  trl {releases}  route {check.route}  world size {check.world_size}")
    print(f"  release: {'refuses, ' + check.reason if check.refused else 'accepts'}")
    print(f"  linter:  {'error, ' + answer.reason if answer.refused else 'no error of stage parse or config'}")
    if check.refused and answer.refused:
        print(f"  the case is about {', '.join(check.about)}")
    for line in check.config.splitlines():
        print(f"    | {line}")


def print_differences(differing, limit):
    groups = collections.defaultdict(list)
    for check, answer in differing:
        groups[check.id, check.reason, answer].append(check)
    for (_, _, answer), checks in list(groups.items())[:limit]:
        print_difference(checks, answer)
    if len(groups) > limit:
        print(f"\n... and {len(groups) - limit} more (--show)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("linter", type=pathlib.Path)
    parser.add_argument("--corpus", type=pathlib.Path, help="verdicts of record_corpus.py instead of the fixture")
    parser.add_argument("--release", nargs="+", help="only these TRL releases")
    parser.add_argument("--about", help="only cases whose id or settings contain this")
    parser.add_argument("--show", type=int, default=20, help="how many unexplained differences to print in full")
    options = parser.parse_args()

    checks = [
        check for check in read_checks(options.corpus or HERE / "verdicts.jsonl")
        if (not options.release or check.trl in options.release)
        and (not options.about or options.about in " ".join((check.id, *check.about)))
    ]
    known = KnownDifferences(HERE / "known_differences.toml")
    results = ask_all(options.linter.resolve(), checks)
    differing = [(check, answer) for check, answer in results if not agrees(check, answer)]
    unexplained = [(check, answer) for check, answer in differing if known.explain(check) is None]

    print_table("by setting", results, lambda check: check.about)
    print_table("by release", results, lambda check: (check.trl,))
    print_table("in all", results, lambda check: ("checks",))
    print_differences(unexplained, options.show)
    whole = not (options.corpus or options.release or options.about)
    stale = known.unused() if whole else []
    for entry in stale:
        print(f"\nknown_differences.toml: {entry} explains nothing any more; remove it")
    print(f"\n{len(differing)} differences, {len(unexplained)} of them unexplained")
    sys.exit(1 if unexplained or stale else 0)


if __name__ == "__main__":
    main()
