#!/usr/bin/env python3
"""Follows the advice: writes each proposed change into the config, sizes it and checks it again.

    remedies_test.py GRPOLINT

The changed run must have the peak and the verdict that were promised, and no error of its config
that the original lacked; where a DeepSpeed file makes the change, it must not be worse than tight.
Also: every optimizer that transformers names is priced or named unknown.
"""

import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
DRAWS = 120
MODELS = ["Qwen/Qwen2.5-0.5B", "Qwen/Qwen2.5-1.5B", "Qwen/Qwen2.5-3B-Instruct", "Qwen/Qwen3-4B",
          "meta-llama/Llama-3.1-8B-Instruct", "Qwen/Qwen2.5-14B-Instruct", "someone/custom-7B"]
GPUS = ["t4", "3060", "4090", "l40s", "a100-80gb", "h200", "spark"]
RELEASES = ["0.14.0", "0.16.1", "0.17.0", "0.19.1", "0.22.2", "0.24.0", "0.25.0", "0.27.0",
            "0.29.0", "1.0.0", "1.9.0", "1.16.0"]
# What a change says in words, as keys of the config.
IN_KEYS = {
    "DeepSpeed ZeRO-3": ("deepspeed", {"bf16": {"enabled": True}, "zero_optimization": {"stage": 3}}),
    "UNSLOTH_VLLM_STANDBY=1 in the environment": ("env.UNSLOTH_VLLM_STANDBY", "1"),
}
# A promise about another release, for which the rest of the run is another one too: not followed.
LATER = "TRL 0.26 or later with "
# The file may say more than the one above: the run with it must not be worse than tight.
SOME_FILE = "DeepSpeed ZeRO-3"

Run = collections.namedtuple("Run", "settings target")


def text_of(run):
    """YAML of flat settings; dotted keys become nested ones."""
    tree = {}
    for key, value in run.settings.items():
        node = tree
        *parents, last = key.split(".")
        for parent in parents:
            node = node.setdefault(parent, {})
        node[last] = value
    return f"# grpolint: {run.target}\n{json.dumps(tree)}\n"  # JSON is YAML


def say(grpolint, command, folder, runs, *arguments):
    """The JSON report of the command on all of the runs, written into files in their order."""
    paths = []
    for number, run in enumerate(runs):
        paths.append(os.path.join(folder, f"{number:04}.yaml"))
        pathlib.Path(paths[-1]).write_text(text_of(run), encoding="utf-8")
    done = subprocess.run([grpolint, command, *paths, "--isolated", "--output", "json", *arguments],
                          capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise SystemExit(f"{command}: {done.stdout[-500:]}{done.stderr[-2000:]}")
    return paths, json.loads(done.stdout)


def sized(grpolint, folder, runs):
    return say(grpolint, "size", folder, runs)[1]["runs"]


def refusals(grpolint, folder, runs):
    """By run: the codes of errors with which a library refuses the config."""
    paths, report = say(grpolint, "check", folder, runs, "--exit-zero")
    codes = {path: set() for path in paths}
    for finding in report["findings"]:
        if finding["severity"] == "error" and finding["stage"] in ("parse", "config"):
            codes[finding["file"]].add(f"{finding['code']}: {finding['message']}")
    return [codes[path] for path in paths]


def draw(rng):
    settings = {
        "model_name_or_path": rng.choice(MODELS),
        "reward_funcs": ["accuracy_reward"],
        "per_device_train_batch_size": rng.choice([4, 8, 16]),
        "gradient_accumulation_steps": rng.choice([1, 2, 8]),
        "num_generations": 4,
        "max_completion_length": rng.choice([256, 1024, 4096]),
        "gradient_checkpointing": rng.random() < 0.7,
        "optim": rng.choice(["adamw_torch", "adamw_torch_fused", "adamw_8bit"]),
        "beta": rng.choice([0.0, 0.04]),
        "use_peft": rng.random() < 0.5,
    }
    if rng.random() < 0.5:
        settings |= {"use_vllm": True, "vllm_mode": "colocate",
                     "vllm_gpu_memory_utilization": rng.choice([0.3, 0.5, 0.9])}
    if rng.random() < 0.3:
        settings["steps_per_generation"] = rng.choice([1, 2, 4])
    if rng.random() < 0.3:
        settings["model_init_kwargs.torch_dtype"] = "bfloat16"
    release = rng.choice(RELEASES)
    if tuple(map(int, release.split("."))) < (0, 18, 0):
        for late in ("vllm_mode", "steps_per_generation"):
            settings.pop(late, None)
    processes = rng.choice([1, 4])
    if processes > 1 and "vllm_mode" in settings and rng.random() < 0.3:
        settings["vllm_tensor_parallel_size"] = 2
    count = f":{processes}" if processes > 1 else ""
    target = f"gpu={rng.choice(GPUS)}{count} trl={release} num_processes={processes}"
    return Run(settings, target)


def draw_unsloth(rng):
    settings = {
        "model_name": rng.choice(["unsloth/Qwen2.5-3B-Instruct", "unsloth/Qwen2.5-7B-Instruct",
                                  "unsloth/Qwen3-14B", "unsloth/Llama-3.1-8B-Instruct"]),
        "max_seq_length": rng.choice([2048, 4096, 8192]),
        "load_in_4bit": rng.random() < 0.5,
        "fast_inference": rng.random() < 0.7,
        "per_device_train_batch_size": rng.choice([4, 8, 16]),
        "gradient_accumulation_steps": rng.choice([1, 2, 8]),
        "num_generations": 4,
        "max_completion_length": rng.choice([1024, 1536]),
        "full_finetuning": rng.random() < 0.3,
    }
    if settings["fast_inference"]:
        settings["gpu_memory_utilization"] = rng.choice([0.5, 0.9])
    if settings["full_finetuning"]:
        settings["load_in_4bit"] = False
    return Run(settings, f"gpu={rng.choice(GPUS)} trl=0.24.0 unsloth=2025.11.1 num_processes=1")


def parsed(value):
    try:
        return json.loads(value)
    except json.JSONDecodeError:
        return value


def changed(run, remedy):
    """The run with the change; None when no key of this release can say it."""
    if LATER in remedy["change"]:
        return None
    settings = dict(run.settings)
    for key, value in remedy["settings"].items():
        settings[key] = parsed(value)
    for words, (key, value) in IN_KEYS.items():
        if words in remedy["change"]:
            settings[key] = value
    return None if settings == run.settings else Run(settings, run.target)


def near(promised, peak):
    return all(abs(promised[case] - peak[case]) <= 1e-6 * promised[case] for case in promised)


def broken_promise(remedy, report):
    peak = report["peak"]["bytes"]
    if SOME_FILE in remedy["change"]:
        return None if report["verdict"] != "does not fit" else f"it does not fit: {peak}"
    if report["verdict"] == remedy["verdict"] and near(remedy["peak"], peak):
        return None
    return f"it is {report['verdict']}: {peak}, {report['start_up_failures']}"


def check_advice(grpolint, folder):
    rng = random.Random(3)
    runs = [draw_unsloth(rng) if number % 4 == 0 else draw(rng) for number in range(DRAWS)]
    refused = refusals(grpolint, folder, runs)
    followed = []  # (number of the run, remedy, run with it)
    failing = 0
    for number, report in enumerate(sized(grpolint, folder, runs)):
        failing += report["verdict"] == "does not fit"
        for remedy in report["remedies"]:
            if with_it := changed(runs[number], remedy):
                followed.append((number, remedy, with_it))
    after = [with_it for _, _, with_it in followed]
    reports = sized(grpolint, folder, after)
    errors = refusals(grpolint, folder, after)
    mistakes = []
    for (number, remedy, _), report, found in zip(followed, reports, errors):
        problems = sorted(found - refused[number])
        if broken := broken_promise(remedy, report):
            problems.append(broken)
        mistakes += [f"{text_of(runs[number])}{remedy}: {problem}\n" for problem in problems]
    if mistakes:
        raise SystemExit("\n".join([*mistakes, f"{len(mistakes)} of {len(followed)}"]))
    if failing < 30 or len(followed) < 40:
        raise SystemExit(f"too few runs tried: {failing} failing, {len(followed)} changes followed")
    print(f"{len(followed)} proposed changes followed; {failing} of {DRAWS} runs did not fit")


def check_optimizers(grpolint, folder):
    schema = json.loads((ROOT / "rules/schema/transformers.json").read_text(encoding="utf-8"))
    names = next(argument["choices"] for argument in schema["arguments"]
                 if argument["name"] == "optim")
    names = [*names, "nobody_knows_this"]
    base = {"model_name_or_path": MODELS[0], "reward_funcs": ["accuracy_reward"]}
    runs = [Run(base | {"optim": name}, "gpu=4090") for name in names]
    for name, report in zip(names, sized(grpolint, folder, runs)):
        priced_as_adamw = any(f"optim {name} is priced as AdamW" in line
                              for line in report["assumptions"])
        if priced_as_adamw != (name == "nobody_knows_this"):
            raise SystemExit(f"optim {name}: priced as AdamW: {priced_as_adamw}")
    print(f"{len(names) - 1} optimizers are priced by laws of their own")


def main():
    grpolint = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        check_advice(grpolint, folder)
        check_optimizers(grpolint, folder)


main()
