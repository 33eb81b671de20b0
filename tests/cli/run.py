#!/usr/bin/env python3
"""Runs the whole program on the cases in this folder and compares what it prints.

A case is one text file: a sentence of why, then blocks that each begin with a line "--- ...":

    --- file run.yaml            the text of a file, written before the first command
    --- run grpolint run.yaml    a shell command; the block holds its expected stdout
    --- terminal grpolint ...    the same on a terminal of 80 columns: stdout and stderr together
    --- stderr                   expected stderr of the command above; left out when empty
    --- exit 1                   expected exit code of the command above; left out when 0

`run.py GRPOLINT --update` writes what the program prints now into the cases, for a person to
review in the diff. Python's standard library is enough for this, and one readable file per case
says more than a list of pattern directives would; that is why there is no test framework here.
"""

import argparse
import fcntl
import os
import pathlib
import pty
import struct
import subprocess
import sys
import tempfile
import termios
from dataclasses import dataclass, field

CASES = pathlib.Path(__file__).parent / "cases"
KINDS = ("file", "run", "terminal", "stderr", "exit")
TIMEOUT_SECONDS = 120
ESCAPE = "\N{SYMBOL FOR ESCAPE}"  # terminals' escape character, made visible


@dataclass
class Command:
    text: str
    terminal: bool = False
    stdout: str = ""
    stderr: str = ""
    exit: int = 0

    def blocks(self):
        kind = "terminal" if self.terminal else "run"
        lines = [f"--- {kind} {self.text}\n", self.stdout]
        if self.stderr:
            lines += ["--- stderr\n", self.stderr]
        if self.exit:
            lines.append(f"--- exit {self.exit}\n")
        return "".join(lines)


@dataclass
class Case:
    path: pathlib.Path
    why: str = ""
    files: dict = field(default_factory=dict)
    commands: list = field(default_factory=list)

    def text(self):
        parts = [self.why]
        parts += [f"--- file {name}\n{text}" for name, text in self.files.items()]
        parts += [command.blocks() for command in self.commands]
        return "".join(parts)


def read_case(path):
    case = Case(path)
    put = None  # takes the lines of the block at hand
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        # Diffs have lines that begin alike: "--- a.yaml".
        if line[:4] != "--- " or line.split()[1] not in KINDS:
            if put is None:
                case.why += line
            else:
                put(line)
            continue
        kind, _, rest = line[4:].rstrip("\n").partition(" ")
        if kind == "file":
            case.files[rest] = ""

            def put(text, name=rest):
                case.files[name] += text

        elif kind in ("run", "terminal"):
            command = Command(rest, terminal=kind == "terminal")
            case.commands.append(command)

            def put(text, command=command):
                command.stdout += text

        elif kind == "stderr":

            def put(text, command=case.commands[-1]):
                command.stderr += text

        else:
            case.commands[-1].exit = int(rest)
    return case


def environment(folder, program):
    """Nothing of the caller's own: no colours, no caches, no settings."""
    binaries = folder / "bin"
    binaries.mkdir()
    (binaries / "grpolint").symlink_to(program)
    return {
        "PATH": f"{binaries}:/usr/bin:/bin",
        "HOME": str(folder / "home"),
        "LC_ALL": "C.UTF-8",
        "TERM": "xterm-256color",
    }


def on_terminal(command, folder, env):
    """Runs on a pseudo-terminal: what a person would see."""
    leader, follower = pty.openpty()
    fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen(
        ["sh", "-c", command.text], cwd=folder, env=env,
        stdin=follower, stdout=follower, stderr=follower, start_new_session=True)
    os.close(follower)
    seen = b""
    while True:
        try:
            chunk = os.read(leader, 65536)
        except OSError:  # the last holder of the terminal is gone
            break
        if not chunk:
            break
        seen += chunk
    os.close(leader)
    text = seen.decode("utf-8", "replace").replace("\r\n", "\n").replace("\x1b", ESCAPE)
    return Command(command.text, True, text, "", process.wait(TIMEOUT_SECONDS))


def on_pipes(command, folder, env):
    done = subprocess.run(["sh", "-c", command.text], cwd=folder, env=env, capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=TIMEOUT_SECONDS, check=False)
    return Command(command.text, False, done.stdout.decode("utf-8", "replace"),
                   done.stderr.decode("utf-8", "replace"), done.returncode)


def run_case(case, program):
    with tempfile.TemporaryDirectory(prefix="grpolint-cli-") as name:
        base = pathlib.Path(name)
        env = environment(base, program)
        folder = base / "work"
        folder.mkdir()
        for file, text in case.files.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return [on_terminal(c, folder, env) if c.terminal else on_pipes(c, folder, env)
                for c in case.commands]


def difference(expected, actual):
    import difflib
    return "".join(difflib.unified_diff(
        expected.splitlines(keepends=True), actual.splitlines(keepends=True),
        "expected", "actual"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("cases", nargs="*", help="names of cases; all when left out")
    parser.add_argument("--update", action="store_true", help="write what is printed now")
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    paths = sorted(CASES.glob("*.txt"))
    if arguments.cases:
        paths = [CASES / f"{name}.txt" for name in arguments.cases]
    failed = 0
    for path in paths:
        case = read_case(path)
        if not case.why.strip() or not case.commands:
            raise SystemExit(f"{path}: a case says why it is there and runs something")
        expected = case.text()
        case.commands = run_case(case, program)
        actual = case.text()
        if arguments.update:
            path.write_text(actual, encoding="utf-8")
        elif actual != expected:
            failed += 1
            print(f"FAILED {path.name}\n{difference(expected, actual)}")
    print(f"{len(paths)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
