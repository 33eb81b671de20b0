#!/usr/bin/env python3
"""Edits a file under `grpolint --watch` as editors do, and sees each change checked once more.

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


def expect(text, found, what):
    if (FINDING in text) != found:
        raise SystemExit(f"{what}: expected {'a' if found else 'no'} finding in {text!r}")


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
            watched.process.send_signal(signal.SIGINT)
            watched.process.wait(TIMEOUT_SECONDS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
