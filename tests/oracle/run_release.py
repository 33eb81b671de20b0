"""Run inside one release's environment: reads cases (JSON lines) on stdin, writes outcomes on stdout.

A case is {id, route, world_size, config}. An outcome is {id, verdict, error_class, message, warnings}
plus `launcher`, see `run_trl_route`. Everything that decides is the released package's own code; the
only thing replaced is what `TrainingArguments.world_size` returns, which is the case's world size.
"""

import argparse
import ast
import inspect
import json
import os
import pathlib
import re
import sys
import tempfile
import warnings

import yaml


class ArgumentRefused(Exception):
    """Stands for the exit with status 2 that argparse makes after printing its message."""


def refuse(parser, message):
    raise ArgumentRefused(message)


argparse.ArgumentParser.error = refuse

# The packages report progress on stdout; stdout belongs to the outcomes.
outcome_stream = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)

from transformers import TrainingArguments  # noqa: E402
from trl import GRPOConfig, __version__ as trl_version  # noqa: E402
from trl.scripts import grpo as grpo_script  # noqa: E402

RELEASE = tuple(int(part) for part in trl_version.split(".")[:3])
SCRIPT_SOURCE = pathlib.Path(inspect.getsourcefile(grpo_script)).read_text()
world_size = 1
TrainingArguments.world_size = property(lambda arguments: world_size)


def set_world_size(value):
    global world_size
    world_size = value


def script_flags():
    """The keyword arguments with which scripts/grpo.py calls parse_args_and_config."""
    for node in ast.walk(ast.parse(SCRIPT_SOURCE)):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "parse_args_and_config":
            return {keyword.arg: ast.literal_eval(keyword.value) for keyword in node.keywords}
    raise LookupError("scripts/grpo.py does not call parse_args_and_config")


def run_script(path):
    """What scripts/grpo.py does before it calls its main()."""
    grpo_script.make_parser().parse_args_and_config(["--config", path], **SCRIPT_FLAGS)


SCRIPT_FLAGS = script_flags()


def do_not_launch():
    """Keeps the command line tool from starting processes once it has read its arguments."""
    if RELEASE >= (0, 29, 0):
        from trl.cli import accelerate_launcher

        accelerate_launcher.launch_training_script.__kwdefaults__["launch_command_fn"] = lambda arguments: None
    else:
        import trl.cli

        trl.cli.launch_command = lambda arguments: None


def run_launcher(path):
    """What `trl grpo --config` does before it starts the script's processes.

    Before 0.18.0 the tool did not read the file (it asked for the required arguments on its own
    command line), so there is nothing that could be said about a config.
    """
    if RELEASE < (0, 18, 0):
        return
    do_not_launch()
    if RELEASE >= (0, 29, 0):
        from trl.cli.main import main as command_line_tool
    else:
        from trl.cli import main as command_line_tool

    sys.argv = ["trl", "grpo", "--config", path]
    command_line_tool()


def run_trl_route(path, processes):
    """The script with the case's world size, and the launcher's own reading of the keys.

    From 1.0.0 on the launcher builds GRPOConfig too, before any process is started, so with a world
    size of one. Its key policy belongs to the verdict; an arithmetic error that only the launcher
    sees does not, because `accelerate launch` and torchrun never run it: `launcher` reports it.
    """
    set_world_size(processes)
    run_script(path)
    run_launcher(path)
    if processes == 1 or RELEASE < (1, 0, 0):
        return None
    set_world_size(1)
    try:
        run_launcher(path)
    except Exception as error:  # any refusal counts, whatever its class
        return describe(error, path)
    return None


def run_script_route(path, processes):
    """TrlParser in a script whose own arguments extend TRL's: unknown keys are the script's."""
    set_world_size(processes)
    *_, unknown = grpo_script.make_parser().parse_args_and_config(
        ["--config", path], return_remaining_strings=True
    )
    return sorted(word[2:] for word in unknown if word.startswith("--"))


def run_python_route(path, processes):
    set_world_size(processes)
    GRPOConfig(**yaml.safe_load(pathlib.Path(path).read_text()))


def describe(error, path):
    if "placeholder" in str(error).lower():
        sys.exit(f"the torch stand-in decided, and has to answer this: {error}")
    name = "SystemExit" if isinstance(error, ArgumentRefused) else type(error).__name__
    return {"error_class": name, "message": normalise(str(error), path)}


def normalise(message, path):
    message = message.replace(path, "CONFIG")
    message = re.sub(r" at 0x[0-9a-f]+", "", message)
    message = re.sub(r"<frozen [^>]*>|/\S*/site-packages/", "", message)
    message = re.sub(r"\s+", " ", message).strip()
    return message if len(message) <= 240 else message[:237] + "..."


def config_warnings(caught, path):
    """Warnings that the released packages give about the config, each once."""
    kinds = (FutureWarning, DeprecationWarning, UserWarning)
    # "<string>" is where dataclasses put the __init__ they write.
    places = ("/trl/", "/transformers/", "<string>")
    return {
        normalise(str(warning.message), path)[:120]
        for warning in caught
        if issubclass(warning.category, kinds) and any(place in warning.filename for place in places)
    }


def run(case, path, usual_warnings=frozenset()):
    """The outcome of one case; a warning that every config of the release gets is left out."""
    pathlib.Path(path).write_text(case["config"])
    environment = dict(os.environ)
    outcome = {"id": case["id"], "verdict": "accept"}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            if case["route"] == "trl":
                launcher = run_trl_route(path, case["world_size"])
                if launcher:
                    outcome["launcher"] = launcher
            elif case["route"] == "script":
                unknown = run_script_route(path, case["world_size"])
                if unknown:
                    outcome["unknown_keys"] = unknown
            else:
                run_python_route(path, case["world_size"])
        except Exception as error:  # the released code's refusal, whatever its class
            outcome.update(verdict="reject", **describe(error, path))
    os.environ.clear()
    os.environ.update(environment)
    given = config_warnings(caught, path) - usual_warnings
    if given and outcome["verdict"] == "accept":
        outcome["warnings"] = sorted(given)
    return outcome


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "config.yaml")
        plain = {"id": "plain", "route": "trl", "world_size": 1, "config": "dataset_name: d\noutput_dir: out\n"}
        first = run(plain, path)
        if first["verdict"] != "accept":
            sys.exit(f"{trl_version} refuses a config with nothing wrong in it: {first}")
        usual_warnings = frozenset(first.get("warnings", ()))
        for line in sys.stdin:
            outcome_stream.write(json.dumps(run(json.loads(line), path, usual_warnings)) + "\n")
    outcome_stream.close()


if __name__ == "__main__":
    main()
