#!/usr/bin/env python3
"""Times grpolint against its peers over a folder of configs, in one run, and prints ratios.

    tests/bench/run.py GRPOLINT LIBYAML_PASS FOLDER [--repeat N]

Peers: yamllint (a Python linter that knows nothing of GRPO) and a bare libyaml event pass (the
floor). Each command gets the same YAML files and is run N times; the fastest run counts, since
noise only ever adds time. Nothing here passes or fails.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import time


def fastest(command, repeat):
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        best = min(best, time.perf_counter() - start)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("grpolint")
    parser.add_argument("libyaml_pass")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()

    files = sorted(str(f) for f in options.folder.rglob("*") if f.suffix in (".yaml", ".yml"))
    if not files:
        sys.exit(f"no YAML files below {options.folder}")
    size = sum(pathlib.Path(f).stat().st_size for f in files)
    print(f"{len(files)} YAML files, {size / 1e6:.2f} MB, fastest of {options.repeat} runs\n")

    rows = [
        ("bare libyaml pass", [options.libyaml_pass, *files]),
        ("grpolint check --jobs 1", [options.grpolint, "check", "--jobs", "1", *files]),
        ("grpolint check", [options.grpolint, "check", *files]),
        ("grpolint check --gpu h100", [options.grpolint, "check", "--gpu", "h100", *files]),
    ]
    if shutil.which("yamllint"):
        rows.append(("yamllint", ["yamllint", "-d", "relaxed", *files]))
    floor = None
    print(f"{'command':28} {'seconds':>9} {'files/s':>9} {'x libyaml':>10}")
    for name, command in rows:
        seconds = fastest(command, options.repeat)
        floor = floor or seconds
        print(f"{name:28} {seconds:9.4f} {len(files) / seconds:9.0f} {seconds / floor:10.1f}")

    one = min(files, key=lambda f: pathlib.Path(f).stat().st_size)
    print("\nstart-up, fastest of 20")
    for name, command in [
        ("grpolint --version", [options.grpolint, "--version"]),
        ("grpolint check, one file", [options.grpolint, "check", one]),
        ("libyaml pass, one file", [options.libyaml_pass, one]),
    ]:
        print(f"{name:28} {fastest(command, 20) * 1e3:9.2f} ms")


if __name__ == "__main__":
    main()
