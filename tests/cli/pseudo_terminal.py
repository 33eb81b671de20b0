#!/usr/bin/env python3
"""What only a terminal shows: the line that says how far a long run is, and `--watch`, which clears
the screen before each run and ends at Ctrl-C. Cases under cases/ have the rest."""

import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import sys
import tempfile
import termios
import time

from run import environment

TIMEOUT_SECONDS = 120
GOOD = "per_device_train_batch_size: 8\nnum_generations: 8\n"
FAULTY = GOOD + "num_generations: 4\n"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
PROGRESS = re.compile(r"\rchecking (\d+) of (\d+) files")
ERASED = "\r\x1b[K"


class Terminal:
    """A program with a terminal of its own; standard output may go elsewhere."""

    def __init__(self, command, folder, env, stdout=None):
        self.leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            command, cwd=folder, env=env, stdin=follower, stdout=stdout or follower,
            stderr=follower, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(follower, termios.TIOCSCTTY, 0))  # for Ctrl-C
        os.close(follower)
        self.seen = ""

    def read_until(self, done):
        """What is shown until `done(text)` or the program ends."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while not done(self.seen):
            if not select.select([self.leader], [], [], max(0, end - time.monotonic()))[0]:
                raise SystemExit(f"this is all that was shown: {self.seen!r}")
            try:
                chunk = os.read(self.leader, 65536)
            except OSError:  # the program has left the terminal
                break
            if not chunk:
                break
            self.seen += chunk.decode("utf-8", "replace")
        shown, self.seen = self.seen, ""
        return shown

    def type(self, text):
        os.write(self.leader, text.encode())

    def end(self):
        os.close(self.leader)
        return self.process.wait(TIMEOUT_SECONDS)


def check(holds, what, shown):
    if not holds:
        raise SystemExit(f"{what}: {shown!r}")


def slow_run(folder, env):
    """The arguments of a run that takes more than a second on this machine."""
    count = 0
    while count < 100_000:
        for number in range(count, 2 * count or 200):
            (folder / f"{number}.yaml").write_text(FAULTY + f"max_step: {number}\n")
        count = 2 * count or 200
        command = ["grpolint", ".", "-j1", "--trl-version=1.9.0"]
        begun = time.monotonic()
        subprocess.run(command, cwd=folder, env=env, capture_output=True, check=False)
        if time.monotonic() - begun > 2.5:
            return command, count
    raise SystemExit("no run took longer than a second")


def check_progress(folder, env):
    command, count = slow_run(folder, env)
    with open(os.devnull, "wb") as nowhere:
        terminal = Terminal(command, folder, env, stdout=nowhere)
        shown = terminal.read_until(lambda text: False)
        terminal.end()
        steps = [tuple(map(int, each)) for each in PROGRESS.findall(shown)]
        check(steps, "no line says how far the run is", shown)
        check(steps == sorted(steps) and all(total == count for _, total in steps),
              "the line does not count the files", shown)
        last = shown.rindex(PROGRESS.search(shown).group()[:10])
        check(ERASED in shown[last:] and "checking" not in shown[shown.rindex(ERASED):],
              "the line stays", shown)
        terminal = Terminal([*command, "--quiet"], folder, env, stdout=nowhere)
        shown = terminal.read_until(lambda text: False)
        terminal.end()
        check(shown == "", "--quiet shows something", shown)
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True,
                          check=False)
    check("checking" not in done.stderr, "a pipe has the line", done.stderr)


def check_watch(folder, env):
    (folder / "a.yaml").write_text(FAULTY)
    terminal = Terminal(["grpolint", "a.yaml", "--select=SYN", "--watch"], folder, env)
    waits = lambda text: "watching for changes" in text
    shown = terminal.read_until(waits)
    check(shown.startswith(CLEAR), "the screen is not cleared", shown)
    check("SYN002" in shown and "\x1b[1;33mwarning:" in shown and "^^^" in shown,
          "the first run is not shown as on a terminal", shown)
    (folder / "a.yaml").write_text(GOOD)
    shown = terminal.read_until(waits)
    check(CLEAR in shown and "SYN002" not in shown, "the second run", shown)
    terminal.type("\x03")
    terminal.read_until(lambda text: False)
    status = terminal.end()
    check(status == -signal.SIGINT, "Ctrl-C does not end it", status)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    for check_part in (check_progress, check_watch):
        with tempfile.TemporaryDirectory(prefix="grpolint-terminal-") as name:
            base = pathlib.Path(name)
            env = environment(base, program)
            folder = base / "work"
            folder.mkdir()
            check_part(folder, env)
    return 0


if __name__ == "__main__":
    sys.exit(main())
