"""What the integration tests share: the program under test, a scratch folder, skipping.

Each test is a script that is called as `test.py GRPOLINT BUILD_FOLDER` and runs the real tool it is
named after. It exits with 77, which ctest shows as skipped, when that tool is not installed.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77

# A config with an error, a warning and an info, and characters of two, three and four UTF-8 bytes
# before a finding on its line.
FAULTY = """\
# größe – naïve 😀
model_name_or_path: Qwen/Qwen2.5-1.5B-Instruct
reward_funcs: [accuracy_reward]
per_device_train_batch_size: 8
num_generations: 6
beta: 0.04
run_name: {"größe 😀": 1, "größe 😀": 2}
max_new_tokens: 1024
"""

CLEAN = """\
model_name_or_path: Qwen/Qwen2.5-1.5B-Instruct
reward_funcs: [accuracy_reward]
per_device_train_batch_size: 8
gradient_accumulation_steps: 4
num_generations: 8
beta: 0.04
"""

FOREIGN = """\
on: push
jobs:
  build:
    runs-on: ubuntu-latest
    steps: [{run: make}]
"""


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def need(tool):
    """The path of a program; the test is skipped where it is missing."""
    path = shutil.which(tool)
    if not path:
        skip(f"{tool} is not installed")
    return path


def arguments():
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} GRPOLINT BUILD_FOLDER")
    return pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()


def python_tool(build_folder, requirement, program=None):
    """A program from a Python package, of its name unless stated, installed once under the build
    folder; the test is skipped where no package index can be reached."""
    name = program or requirement.partition("==")[0]
    folder = build_folder / "integration" / requirement
    if not (folder / "bin" / name).exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        done = subprocess.run([str(folder / "bin/pip"), "install", "-q", requirement],
                              capture_output=True, text=True)
        if done.returncode:
            skip(f"{requirement} cannot be installed: {done.stderr.strip().splitlines()[-1:]}")
    return folder / "bin" / name


def go_program(build_folder, package):
    """Builds a program of consumers/go.mod; the test is skipped where its modules cannot be had."""
    module = pathlib.Path(__file__).parent / "consumers"
    folder = build_folder / "integration"
    folder.mkdir(parents=True, exist_ok=True)
    need("go")
    if subprocess.run(["go", "mod", "download"], cwd=module, capture_output=True).returncode:
        skip("Go's modules cannot be had")
    subprocess.run(["go", "build", "-o", f"{folder}/", package], cwd=module, check=True)
    return folder / pathlib.PurePosixPath(package).name


class Workspace:
    """A scratch folder that is the home and the working folder, with the program on PATH."""

    def __init__(self, grpolint):
        self._scratch = tempfile.TemporaryDirectory(prefix="grpolint-")
        self.root = pathlib.Path(self._scratch.name) / "work space"
        self.root.mkdir()
        tools = pathlib.Path(self._scratch.name) / "bin"
        tools.mkdir()
        (tools / "grpolint").symlink_to(grpolint)
        home = pathlib.Path(self._scratch.name) / "home"
        home.mkdir()
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("GIT_", "GITHUB_", "GRPOLINT_", "CI_", "XDG_"))}
        self.environment = {**kept, "PATH": f"{tools}:{os.environ['PATH']}", "HOME": str(home),
                            "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1"}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._scratch.cleanup()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def run(self, *command, expect=0, **options):
        """Runs a command in the workspace; the test fails when it exits otherwise."""
        done = subprocess.run([str(word) for word in command], cwd=options.pop("cwd", self.root),
                              env={**self.environment, **options.pop("environment", {})},
                              capture_output=True, text=True, encoding="utf-8", **options)
        if expect is not None and done.returncode != expect:
            sys.exit(f"{command} exited with {done.returncode}, not {expect}\n"
                     f"stdout:\n{done.stdout}\nstderr:\n{done.stderr}")
        return done

    def findings(self, *paths):
        """The findings as the program's own JSON reports them: the truth to compare with."""
        done = self.run("grpolint", *paths, "--output", "json", expect=None)
        return json.loads(done.stdout)["findings"]


def expected(finding):
    """(file, line, column, severity word of compilers, message) of a JSON finding."""
    start = finding["range"]["start"]
    word = "note" if finding["severity"] == "info" else finding["severity"]
    return finding["file"], start["line"], start["column"], word, finding["message"]


def check_equal(actual, wanted, what):
    if actual != wanted:
        sys.exit(f"{what} differs\n  got:      {actual!r}\n  expected: {wanted!r}")


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")
