"""The program's commands and options, read from its --help."""

import re
import subprocess
from dataclasses import dataclass, field

DESCRIPTION_COLUMN = 32  # where the help begins its descriptions
HEADING = re.compile(r"^[A-Z][^:]*:$")
OPTION = re.compile(
    r"^  (?P<names>-[\w-]+(?:,--?[\w-]+)*)(?P<inline>\[=[^\]]*\])?(?: (?P<value>.*))?$")
# WHEN:{auto,always,never}, NAME[:COUNT], N:UINT in [1 - 1024]
VALUE = re.compile(r"^(?P<name>(?:[^:\[]|\[[^\]]*\])*)(?::(?P<kind>.*))?$")


@dataclass
class Option:
    names: list
    value: str = ""  # what stands for the value: FILE; empty for a flag
    choices: list = field(default_factory=list)
    group: str = ""
    text: str = ""
    optional_value: str = ""  # WHAT where both --explain and --explain=WHAT are read
    environment: str = ""

    @property
    def long(self):
        return next((name for name in self.names if name.startswith("--")), self.names[0])

    @property
    def short(self):
        return next((name for name in self.names if not name.startswith("--")), "")


@dataclass
class Command:
    name: str
    summary: str
    positional: str = ""
    positional_text: str = ""
    options: list = field(default_factory=list)
    examples: list = field(default_factory=list)


@dataclass
class Program:
    version: str
    summary: str
    commands: list
    options: list


def _help(binary, *arguments):
    done = subprocess.run([binary, *arguments, "--help"], capture_output=True, text=True,
                          check=True)
    return done.stdout


def _option(head, text, group):
    match = OPTION.match(head)
    if not match:
        raise SystemExit(f"generate.py: this line of the help is not understood: {head!r}")
    option = Option(match["names"].split(","), group=group, text=text)
    option.optional_value = (match["inline"] or "")[2:-1]
    value = match["value"] or ""
    environment = re.search(r"\(Env:(\w+)\)", value)
    if environment:
        option.environment = environment[1]
    value = re.split(r" \(Env:| Excludes:| Needs:| REQUIRED| \.\.\.", " " + value)[0].strip()
    parts = VALUE.match(value)
    option.value = parts["name"]
    if (parts["kind"] or "").startswith("{"):
        option.choices = parts["kind"].strip("{}").split(",")
    return option


def _entries(lines):
    """(head, description) of a block: a description begins at its column or on the next line."""
    head, text = "", []
    for line in lines:
        if line.startswith(" " * DESCRIPTION_COLUMN):
            text.append(line.strip())
            continue
        if head:
            yield head, " ".join(text)
        gap = re.match(r"^(  \S.*?) {2,}(\S.*)$", line)
        if not gap and line[DESCRIPTION_COLUMN - 1:DESCRIPTION_COLUMN] == " ":
            gap = re.match(rf"^(.{{{DESCRIPTION_COLUMN - 1}}}) (.*)$", line)
        head, text = (gap[1].rstrip(), [gap[2]]) if gap else (line.rstrip(), [])
    if head:
        yield head, " ".join(text)


def _sections(text):
    """Heading -> its lines; the lines before the first heading under ''."""
    sections, current = {"": []}, ""
    for line in text.splitlines():
        if HEADING.match(line):
            current = line[:-1]
            sections[current] = []
        elif line.strip() and (current == "" or line.startswith("  ")):
            sections[current].append(line)
        elif line.strip():
            current = "\0prose"
            sections.setdefault(current, [])
    return sections


def _command(binary, name):
    text = _help(binary, name)
    sections = _sections(text)
    command = Command(name, sections[""][0])
    for heading, lines in sections.items():
        if heading == "Positionals":
            for head, description in _entries(lines):
                command.positional = head.split()[0]
                command.positional_text = description
        elif heading == "Examples":
            command.examples = [line[2:] for line in lines]
        elif any(line.startswith("  -") for line in lines):
            for head, description in _entries(lines):
                command.options.append(_option(head, description, heading))
    return command


def _formats(binary, command):
    """The program lists a command's formats when it is asked for one that does not exist."""
    if not any(option.long == "--output" for option in command.options):
        return []
    words = {"size": ["x.yaml"], "explain": ["SYN001"]}.get(command.name, [])
    done = subprocess.run([binary, command.name, *words, "--output", "?"], capture_output=True,
                          text=True)
    listed = re.search(r"there (?:are|is) (.+)$", done.stderr, re.M)
    if not listed:
        raise SystemExit(f"generate.py: {command.name} does not list its formats: {done.stderr!r}")
    return listed[1].rstrip(".").replace(" and ", ", ").split(", ")


def read_program(binary):
    sections = _sections(_help(binary))
    commands = [_command(binary, head.split()[0])
                for head, _ in _entries(sections["Subcommands"])]
    for command in commands:
        for option in command.options:
            if option.long == "--output":
                option.choices = _formats(binary, command)
    options = [_option(head, text, "Options") for head, text in _entries(sections["Options"])]
    version = subprocess.run([binary, "--version"], capture_output=True, text=True, check=True)
    return Program(version.stdout.split()[-1], sections[""][0], commands, options)


# What stands for a value in the help, and the kind of word a shell completes there.
_KINDS = {
    "FILE": "file",
    "DIR": "folder",
    "PATHS": "config",
    "FILES": "config",
    "RULE": "rule",
    "RULE,...": "rule list",
    "NAME[:COUNT]": "gpu",
}


def kind(value, command):
    """file, folder, config, rule, rule list, gpu, or '' when the word is free."""
    if command.name == "hardware" and value == "NAME":
        return "gpu"
    return _KINDS.get(value, "")
