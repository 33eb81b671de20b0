"""The manual page, in man(7) macros."""

HEAD = """\
.\\" written by packaging/shell/generate.py
.TH GRPOLINT 1 "" "grpolint @VERSION@" "User Commands"
.SH NAME
grpolint \\- linter for GRPO training configs
.SH SYNOPSIS
.nf
@SYNOPSIS@
.fi
.SH DESCRIPTION
@SUMMARY@
.PP
It reads YAML, TOML and JSON configs for TRL and Unsloth.
It never runs a config and never touches the network.
A first argument that is no command is a path:
.B grpolint FILE
is
.BR "grpolint check FILE" .
"""

TAIL = """\
.SH EXIT STATUS
.TP
.B 0
nothing at or above
.B \\-\\-fail\\-on
was found
.TP
.B 1
findings at or above
.B \\-\\-fail\\-on
.TP
.B 2
a mistake in usage, a named file that cannot be read, or an output that cannot be written
.SH ENVIRONMENT
@ENVIRONMENT@.TP
.B NO_COLOR
when not empty, no colour
.TP
.BR FORCE_COLOR ", " CLICOLOR_FORCE
colour although the output is no terminal
.SH FILES
.TP
.IR .grpolint.toml ", " grpolint.toml ", " pyproject.toml
The settings of a folder and those below it; the closest one holds, and a
.I pyproject.toml
counts when it has a
.B [tool.grpolint]
table.
.SH EXAMPLES
.nf
@EXAMPLES@
.fi
.SH SEE ALSO
.UR https://github.com/grpolint/grpolint
.UE
"""


def _text(words):
    escaped = words.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + escaped if escaped.startswith((".", "'")) else escaped


def _option(option):
    names = ", ".join(f"\\fB{_text(name)}\\fR" for name in option.names)
    value = f" \\fI{_text(option.value)}\\fR" if option.value else ""
    if option.optional_value:
        value = f"[=\\fI{_text(option.optional_value)}\\fR]"
    lines = [".TP", names + value, _text(option.text)]
    if option.choices and option.long != "--output":
        lines[-1] += "; one of " + ", ".join(option.choices)
    elif option.choices:
        lines += [".br", "Formats: " + ", ".join(option.choices)]
    return "\n".join(lines) + "\n"


def _command(command):
    out, group = [f".SS grpolint {command.name}\n{_text(command.summary)}\n"], ""
    if command.positional:
        out.append(f".TP\n\\fI{_text(command.positional)}\\fR\n{_text(command.positional_text)}\n")
    for option in command.options:
        if option.long == "--help":
            continue
        if option.group != group and option.group != "Options":
            group = option.group
            out.append(f".PP\n{_text(group)}:\n")
        out.append(_option(option))
    return "".join(out)


def _synopsis(command):
    several = "..." if command.positional in ("PATHS", "FILES", "RULE") else ""
    words = f" {command.positional}{several}" if command.positional else ""
    return f"grpolint {command.name} [OPTIONS]{words}"


def write(program):
    head = HEAD.replace("@VERSION@", program.version)
    head = head.replace("@SUMMARY@", _text(program.summary))
    head = head.replace("@SYNOPSIS@", "\n".join(_synopsis(each) for each in program.commands))
    environment = {option.environment: option for command in program.commands
                   for option in command.options if option.environment}
    variables = "".join(f".TP\n.B {name}\nas \\fB{_text(option.long)}\\fR: {_text(option.text)}\n"
                        for name, option in sorted(environment.items()))
    examples = [line for command in program.commands for line in command.examples]
    tail = TAIL.replace("@ENVIRONMENT@", variables)
    tail = tail.replace("@EXAMPLES@", "\n".join(_text(line) for line in examples))
    commands = "".join(_command(command) for command in program.commands)
    options = "".join(_option(option) for option in program.options)
    return f"{head}.SH OPTIONS\n{options}.SH COMMANDS\n{commands}{tail}"
