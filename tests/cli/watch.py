#!/usr/bin/env python3
"""Edits a file under `grpolint --watch` as editors do, and sees each change checked once more; what
the runs write themselves is no change.

Each wait ends as soon as the expected text is there, so the test is as fast as the program.
"""

import os
import pathlib
import selectors
import signal
import subprocess
import sys
import tempfile
import time

from run import environment

GOOD = "per_device_train_batch_size: 8\nnum_generations: 8\n"
BAD = GOOD + "num_generations: 8\n"
FINDING = "SYN002"
WAITING = "watching for changes"
TIMEOUT_SECONDS = 60
QUIET_SECONDS = 2  # several looks at the files


class Watched:
    def __init__(self, command, folder, env):
        self.process = subprocess.Popen(command, cwd=folder, env=env, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)

    def next_run(self):
        """What is printed up to the line that says it waits again."""
        seen = ""
        end = time.monotonic() + TIMEOUT_SECONDS
        while WAITING not in seen:
            if not self.selector.select(max(0, end - time.monotonic())):
                raise SystemExit(f"nothing was checked again; printed so far: {seen!r}")
            chunk = os.read(self.process.stdout.fileno(), 65536)
            if not chunk:
                raise SystemExit(f"the program ended; printed so far: {seen!r}")
            seen += chunk.decode("utf-8", "replace")
        return seen


    def stays_quiet(self):
        if self.selector.select(QUIET_SECONDS):
            text = os.read(self.process.stdout.fileno(), 65536).decode("utf-8", "replace")
            raise SystemExit(f"checked again though nothing changed: {text!r}")

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(TIMEOUT_SECONDS)


def expect(text, found, what):
    if (FINDING in text) != found:
        raise SystemExit(f"{what}: expected {'a' if found else 'no'} finding in {text!r}")


def streamed_runs(folder, env):
    """Runs whose output goes into the folder that is watched."""
    path = folder / "log.txt"
    with open(path, "wb") as log:
        process = subprocess.Popen(["grpolint", ".", "--select", "SYN", "--watch"], cwd=folder,
                                   env=env, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    end = time.monotonic() + TIMEOUT_SECONDS
    while WAITING not in path.read_text() and time.monotonic() < end:
        time.sleep(0.1)
    time.sleep(QUIET_SECONDS)
    process.send_signal(signal.SIGINT)
    process.wait(TIMEOUT_SECONDS)
    return path.read_text().count(WAITING)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="grpolint-watch-") as name:
        base = pathlib.Path(name)
        env = environment(base, program)
        folder = base / "work"
        folder.mkdir()
        config = folder / "a.yaml"
        config.write_text(GOOD)
        watched = Watched(["grpolint", "a.yaml", "--select", "SYN", "--watch"], folder, env)
        try:
            expect(watched.next_run(), False, "first run")
            config.write_text(BAD)
            expect(watched.next_run(), True, "written in place")
            replacement = folder / ".a.yaml.swp"  # as Vim and most editors save
            replacement.write_text(GOOD)
            replacement.rename(config)
            expect(watched.next_run(), False, "replaced by a new file")
            config.rename(folder / "a.yaml~")  # as Emacs saves: away first, then anew
            config.write_text(BAD)
            expect(watched.next_run(), True, "moved away and written anew")
            (folder / ".grpolint.toml").write_text('per-file-ignores = {"a.yaml" = ["SYN002"]}\n')
            expect(watched.next_run(), False, "settings written")
        finally:
            watched.stop()

        # Reports lie in the folder that is watched, one of them behind a link to it.
        (base / "link").symlink_to(folder)
        (folder / ".grpolint.toml").unlink()
        watched = Watched(["grpolint", ".", "--select", "SYN", "--watch", "--output", "concise",
                           "--output", "json:report.json", "--output",
                           f"gitlab:{base}/link/quality.json"], folder, env)
        try:
            expect(watched.next_run(), True, "first run on the folder")
            watched.stays_quiet()
            config.write_text(GOOD)
            expect(watched.next_run(), False, "written beside the reports")
            watched.stays_quiet()
        finally:
            watched.stop()
        runs = streamed_runs(folder, env)
        if runs != 1:
            raise SystemExit(f"{runs} runs though only their own output changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
