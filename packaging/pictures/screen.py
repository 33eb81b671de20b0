"""Real programs on a real terminal: tmux draws their screens, and this reads them back."""

import os
import re
import subprocess
import time
import unicodedata
from dataclasses import dataclass, replace

REST = 0.4  # a screen that has not changed for so long, in seconds, is finished
PATIENCE = 60

# A pause after a line of typing: programs such as editors redraw between commands.
KEYS = {"\t": "Tab", "\n": "Enter", "\x1b": "Escape"}


@dataclass(frozen=True)
class Style:
    foreground: object = None  # None, a number of the palette, or "#rrggbb"
    background: object = None
    bold: bool = False
    faint: bool = False
    italic: bool = False
    underline: bool = False
    inverse: bool = False


def apply_sgr(style, parameters):
    """The style after an escape sequence `ESC [ parameters m`."""
    codes = [int(code or 0) for code in re.split("[;:]", parameters)]
    switches = {1: {"bold": True}, 2: {"faint": True}, 3: {"italic": True}, 4: {"underline": True},
                7: {"inverse": True}, 22: {"bold": False, "faint": False}, 23: {"italic": False},
                24: {"underline": False}, 27: {"inverse": False}, 39: {"foreground": None},
                49: {"background": None}}
    while codes:
        code = codes.pop(0)
        if code == 0:
            style = Style()
        elif code in switches:
            style = replace(style, **switches[code])
        elif code in (38, 48):
            kind = codes.pop(0)
            color = codes.pop(0) if kind == 5 else "#%02x%02x%02x" % tuple(codes[:3])
            if kind == 2:
                del codes[:3]
            style = replace(style, **{"foreground" if code == 38 else "background": color})
        else:
            for first, field, shift in ((30, "foreground", 0), (40, "background", 0),
                                        (90, "foreground", 8), (100, "background", 8)):
                if first <= code < first + 8:
                    style = replace(style, **{field: code - first + shift})
    return style


def width_of(character):
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def parse_line(line, style):
    """The runs (column, text, style) of one line, and the style at its end."""
    runs, column = [], 0
    for part in re.split("(\x1b\\[[0-9;:]*m)", line):
        if part.startswith("\x1b"):
            style = apply_sgr(style, part[2:-1])
        elif part:
            runs.append((column, part, style))
            column += sum(map(width_of, part))
    return runs, style


class Screen:
    """A terminal with one program on it. Gone when the with-block ends."""

    def __init__(self, command, folder, environment, columns=100, rows=40):
        self._environment = environment
        self._socket = f"{folder}/.terminal"
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                   "-c", str(folder), "--", *command)
        self._tmux("set-option", "-g", "status", "off")
        self._tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._tmux("kill-server")

    def _tmux(self, *words):
        return subprocess.run(["tmux", "-u", "-S", self._socket, *words], check=True, text=True,
                              capture_output=True, encoding="utf-8",
                              env={**self._environment, "TERM": "xterm-256color"}).stdout

    def type(self, text):
        for part in re.split("([\t\n\x1b])", text):
            if part:
                words = [KEYS[part]] if part in KEYS else ["-l", part]
                self._tmux("send-keys", *words)

    def _capture(self):
        return self._tmux("capture-pane", "-e", "-p")

    def wait_for(self, pattern):
        """Until the pattern is on the screen and the screen rests."""
        deadline = time.monotonic() + PATIENCE
        before, since = None, 0.0
        while time.monotonic() < deadline:
            now = self._capture()
            if now != before:
                before, since = now, time.monotonic()
            elif time.monotonic() - since > REST and re.search(pattern, plain(now), re.M):
                return
            time.sleep(0.05)
        raise SystemExit(f"{pattern!r} did not appear:\n{plain(self._capture())}")

    def rows(self):
        """Each line as its runs, without the empty lines at the end."""
        rows, style = [], Style()
        for line in self._capture().rstrip("\n").split("\n"):
            runs, style = parse_line(line, style)
            rows.append(runs)
        while rows and not rows[-1]:
            rows.pop()
        return rows


def plain(text):
    return re.sub("\x1b\\[[0-9;:]*m", "", text)


def run_in_shell(commands, folder, environment, **size):
    """The screen of a shell in which each command was typed and has ended."""
    shell = {**environment, "PS1": "$ ", "PS2": "", "HISTFILE": os.devnull}
    with Screen(["bash", "--norc", "--noprofile", "-i"], folder, shell, **size) as screen:
        screen.wait_for(r"^\$ *$")
        for command in commands:
            screen.type(f"{command}\n")
            screen.wait_for(r"^\$ *$\s*\Z")
        return screen.rows()[:-1]  # the prompt that waits
