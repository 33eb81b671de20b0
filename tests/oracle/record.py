#!/usr/bin/env python3
"""Record what every release of environments.toml says to every generated config.

    record.py FOLDER [--jobs N] [--only TRL_VERSION...] [--new]

FOLDER holds the environments that make_environments.py made. Writes verdicts.jsonl beside this file:
one line per case, with the releases that say the same put together. With --only, the named releases
are run again and the other releases' outcomes are kept; with --new, only what has no outcome is run.
"""

import argparse
import concurrent.futures
import dataclasses
import json
import pathlib
import subprocess

from cases import all_cases
from make_environments import read_environments

HERE = pathlib.Path(__file__).parent
VERDICTS = HERE / "verdicts.jsonl"


def run_release(folder, release, cases):
    """Outcomes by case id, from one release's environment."""
    lines = "".join(json.dumps(case) + "\n" for case in cases)
    done = subprocess.run(
        [folder / f"trl-{release}" / "bin/python", HERE / "run_release.py"],
        input=lines, capture_output=True, text=True,
        # Nothing is looked up on a hub, and no launcher variable of this shell may leak in.
        env={"HF_HUB_OFFLINE": "1", "HOME": str(folder), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
             "PYTHONHASHSEED": "0", "COLUMNS": "100000"})
    if done.returncode != 0:
        raise RuntimeError(f"trl {release}: {done.stderr[-2000:]}")
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    return {outcome.pop("id"): outcome for outcome in outcomes}


def run_releases(folder, cases_by_release, jobs):
    """Release -> case id -> outcome."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        runs = {release: pool.submit(run_release, folder, release, cases)
                for release, cases in cases_by_release.items() if cases}
        found = {}
        for release, run in runs.items():
            found[release] = run.result()
            print(f"trl {release}: {len(found[release])} cases", flush=True)
    return found


def put_together(outcomes_by_release):
    """[{trl: [releases], verdict, ...}], in the order of the first release of each group."""
    groups = []
    for release, outcome in outcomes_by_release.items():
        for group in groups:
            if group[1] == outcome:
                group[0].append(release)
                break
        else:
            groups.append(([release], outcome))
    return [{"trl": releases, **outcome} for releases, outcome in groups]


def identity(case):
    """What an outcome depends on."""
    return (case["id"], case["route"], case["world_size"], case["config"])


def recorded_outcomes():
    """Identity of a case -> release -> outcome, from the fixture as it stands."""
    found = {}
    for line in VERDICTS.read_text().splitlines() if VERDICTS.exists() else ():
        case = json.loads(line)
        found[identity(case)] = {
            release: {key: value for key, value in outcome.items() if key != "trl"}
            for outcome in case["outcomes"]
            for release in outcome["trl"]
        }
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", nargs="+", metavar="TRL_VERSION")
    parser.add_argument("--new", action="store_true")
    options = parser.parse_args()

    releases = [environment["trl"] for environment in read_environments()]
    cases = [dataclasses.asdict(case) for case in all_cases()]
    kept = recorded_outcomes() if options.only or options.new else {}

    def has_outcome(release, case):
        return release in kept.get(identity(case), {})

    todo = {
        release: [case for case in cases if not (options.new and has_outcome(release, case))]
        for release in options.only or releases
    }
    fresh = run_releases(options.folder.resolve(), todo, options.jobs)
    with VERDICTS.open("w") as out:
        for case in cases:
            outcomes = dict(kept.get(identity(case), {}))
            for release, found in fresh.items():
                if case["id"] in found:
                    outcomes[release] = found[case["id"]]
            ordered = {release: outcomes[release] for release in releases if release in outcomes}
            out.write(json.dumps({**case, "outcomes": put_together(ordered)}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
