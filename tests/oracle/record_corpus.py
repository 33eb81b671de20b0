#!/usr/bin/env python3
"""Record what released TRL packages say to a folder of real configs. The result is not committed.

    record_corpus.py FOLDER CORPUS OUTPUT [--jobs N]

FOLDER holds the environments, CORPUS an index.json and the files it lists. Only flat GRPO configs
for TRL are read. Most of them were written for a script of their own repository, whose arguments
extend TRL's; so unknown keys are taken to be that script's and decide nothing (route "script"). The
date of a file is seldom known: every file is read by every release, for one and for eight processes.
"""

import argparse
import json
import pathlib
import re

from make_environments import read_environments
from record import put_together, run_releases

WORLD_SIZES = (1, 8)
GRPO_KEY = re.compile(r"^(num_generations|reward_funcs|reward_weights|max_completion_length)\s*:", re.M)


def corpus_cases(corpus):
    for entry in json.loads((corpus / "index.json").read_text()):
        if entry["framework"] != "trl" or entry["format"] != "yaml":
            continue
        config = (corpus / entry["file"]).read_text()
        if not GRPO_KEY.search(config):
            continue
        for world_size in WORLD_SIZES:
            yield {"id": f"{entry['file']}#{world_size}", "about": [entry["repo"]], "route": "script",
                   "world_size": world_size, "config": config}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()

    releases = [environment["trl"] for environment in read_environments()]
    cases = list(corpus_cases(options.corpus))
    found = run_releases(options.folder.resolve(), {release: cases for release in releases}, options.jobs)
    with options.output.open("w") as out:
        for case in cases:
            outcomes = {release: found[release][case["id"]] for release in releases}
            out.write(json.dumps({**case, "outcomes": put_together(outcomes)}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
