#!/usr/bin/env python3
"""Follows the advice: writes each proposed change into the config and sizes it again.

Whatever `grpolint size` proposes for a run that does not fit must give a run that does, when its
keys are put into the file. Also: every optimizer that transformers names is priced or named unknown.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).parents[2]
MODELS = ["Qwen/Qwen2.5-0.5B", "Qwen/Qwen2.5-1.5B", "Qwen/Qwen2.5-3B-Instruct", "Qwen/Qwen3-4B",
          "meta-llama/Llama-3.1-8B-Instruct", "Qwen/Qwen2.5-14B-Instruct", "someone/custom-7B"]
GPUS = ["t4", "3060", "4090", "l40s", "a100-80gb", "h200", "spark"]
RELEASES = ["0.14.0", "0.16.1", "0.17.0", "0.19.1", "0.22.2", "0.24.0", "0.25.0", "0.27.0",
            "0.29.0", "1.0.0", "1.9.0", "1.16.0"]


def text_of(settings):
    """YAML of flat settings; dotted keys become nested ones."""
    tree = {}
    for key, value in settings.items():
        node = tree
        *parents, last = key.split(".")
        for parent in parents:
            node = node.setdefault(parent, {})
        node[last] = value
    return json.dumps(tree)  # JSON is YAML


def size(grpolint, folder, settings, arguments):
    path = os.path.join(folder, "run.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text_of(settings))
    done = subprocess.run([grpolint, "size", path, "--output", "json", "--num-processes", "1",
                           *arguments], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise SystemExit(f"{settings} {arguments}: {done.stderr}")
    return json.loads(done.stdout)


def draw(rng):
    batch = rng.choice([4, 8, 16])
    settings = {
        "model_name_or_path": rng.choice(MODELS),
        "reward_funcs": ["accuracy_reward"],
        "per_device_train_batch_size": batch,
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
    return settings, ["--gpu", rng.choice(GPUS), "--trl-version", release]


def parsed(value):
    try:
        return json.loads(value)
    except json.JSONDecodeError:
        return value


def check_advice(grpolint, folder):
    rng = random.Random(3)
    failing = followed = 0
    for _ in range(220):
        settings, arguments = draw(rng)
        report = size(grpolint, folder, settings, arguments)
        if report["verdict"] != "does not fit":
            continue
        failing += 1
        for remedy in report["remedies"]:
            whole = remedy["settings"] and "read from" not in remedy["change"] \
                and "ZeRO-3" not in remedy["change"]
            if not whole:
                continue
            changed = dict(settings)
            for key, value in remedy["settings"].items():
                # One of the two names of the dtype stands in the file already.
                changed[key] = parsed(value)
            again = size(grpolint, folder, changed, arguments)
            if again["verdict"] == "does not fit":
                raise SystemExit(f"{settings} {arguments}: with {remedy['change']} it still does "
                                 f"not fit: {again['peak']} {again['start_up_failures']}")
            followed += 1
    if failing < 50 or followed < 40:
        raise SystemExit(f"too few runs tried: {failing} failing, {followed} changes followed")
    print(f"{followed} proposed changes followed for {failing} runs that did not fit")


def check_optimizers(grpolint, folder):
    schema = json.loads((ROOT / "rules/schema/transformers.json").read_text(encoding="utf-8"))
    names = next(argument["choices"] for argument in schema["arguments"]
                 if argument["name"] == "optim")
    base = {"model_name_or_path": MODELS[0], "reward_funcs": ["accuracy_reward"]}
    for name in [*names, "nobody_knows_this"]:
        report = size(grpolint, folder, base | {"optim": name}, ["--gpu", "4090"])
        priced_as_adamw = any(f"optim {name} is priced as AdamW" in line
                              for line in report["assumptions"])
        if priced_as_adamw != (name == "nobody_knows_this"):
            raise SystemExit(f"optim {name}: priced as AdamW: {priced_as_adamw}")
    print(f"{len(names)} optimizers are priced by laws of their own")


def main():
    grpolint = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        check_advice(grpolint, folder)
        check_optimizers(grpolint, folder)


main()
