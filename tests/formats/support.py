"""What the tests of report formats share: files that try to break out, and the program."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77

FORMATS = ["full", "concise", "gcc", "json", "jsonl", "sarif", "github", "gitlab", "rdjson",
           "junit", "checkstyle"]

GOOD = b"""\
reward_funcs: [accuracy_reward]
num_generations: 8
per_device_train_batch_size: 8
gradient_accumulation_steps: 4
"""

# Keys no release knows, so that their text comes back in messages; the last has a fix.
HOSTILE = b"""\
reward_funcs: [accuracy_reward]
num_generations: 8
num_generations: 4
per_device_train_batch_size: 8
"]]><x a='1'>&amp;": 1
"\\e[31mred\\e[0m\\a\\0": 1
"two\\n::error file=evil.yaml::lines\\r\\n": 1
"[click](http://evil.example)": 1
"quote\\"back\\\\slash, percent%0A 100%": 1
max_new_tokens: 1024
"""

# Findings behind two, three and four byte characters, under every kind of line end.
PLACES = ("# größe\r\n"
          "reward_funcs: [accuracy_reward]\r\n"
          "num_generations: 8\r"
          "{lead}größe_😀: 1\n"
          "\"größe 日本 😀\": {{\"é😀\": 1, \"é😀\": 2}}\r\n"
          "per_device_train_batch_size: 8")


def files():
    """Name (bytes) to content of the files that are checked."""
    places = PLACES.format(lead="")
    yield from {
        b"good.yaml": GOOD,
        b"places.yaml": places.encode(),
        b"places with mark.yaml": b"\xef\xbb\xbf" + places.replace("# größe", "größe: 1").encode(),
        b"sub/dir/run.yaml": HOSTILE,
        b"sub/bad syntax.yaml": b"num_generations: 8\nreward_funcs: [accuracy_reward\nlr: 1\n",
        b"invalid content.yaml": b"num_generations: 8\nreward_funcs: [a]\nlr: \xff\xe2\x82 \x80\n",
        b"\xff\xfe bad name.yaml": HOSTILE,
        b"line\nend\r.yaml": HOSTILE,
        b"::error file=x::boo.yaml": HOSTILE,
        b"]]><evil a=\"1\" b='&amp;'>.yaml": HOSTILE,
        b"\x1b[31mred\x07.yaml": HOSTILE,
        b"a,b:c%0A%25 100% #frag?query.yaml": HOSTILE,
        "größe 日本 😀.yaml".encode(): HOSTILE,
    }.items()


class Checkout:
    """A scratch folder that holds the files; the program runs in it."""

    def __init__(self, program):
        self._program = str(pathlib.Path(program).resolve())
        self._scratch = tempfile.TemporaryDirectory(prefix="grpolint-formats-")
        self.root = os.fsencode(os.path.realpath(self._scratch.name)) + b"/checkout"
        os.makedirs(self.root + b"/.git")
        for name, content in files():
            path = self.root + b"/" + name
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._scratch.cleanup()

    def content(self, name):
        with open(os.path.join(self.root, name), "rb") as file:
            return file.read()

    def run(self, *arguments, folder=b".", environment=None, expect=(0, 1)):
        """Standard output of the program, as bytes."""
        kept = {"PATH": os.environ["PATH"], "HOME": self._scratch.name, "LC_ALL": "C.UTF-8"}
        done = subprocess.run([self._program, *arguments], cwd=os.path.join(self.root, folder),
                              env={**kept, **(environment or {})}, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=100, check=False)
        if done.returncode not in expect:
            sys.exit(f"{arguments} exited with {done.returncode}\n{done.stderr.decode()}")
        return done.stdout

    def reports(self, *arguments):
        """The reports of one run by format, as bytes."""
        outputs = [word for name in FORMATS for word in ("--output", f"{name}:../report.{name}")]
        self.run("check", ".", *arguments, *outputs)
        return {name: self.content(os.fsencode(f"../report.{name}")) for name in FORMATS}


def program():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} GRPOLINT")
    return sys.argv[1]


def schema(path):
    return json.loads((SOURCE / path).read_text(encoding="utf-8"))


def check(holds, what):
    if not holds:
        sys.exit(f"failed: {what}")


def check_equal(actual, wanted, what):
    if actual != wanted:
        sys.exit(f"{what} differs\n  got:      {actual!r}\n  expected: {wanted!r}")
