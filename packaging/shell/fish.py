"""Completion for fish 3."""

from help_text import kind

HEAD = """\
# fish completion for grpolint; written by packaging/shell/generate.py

function __grpolint_rules
    grpolint rules --quiet 2>/dev/null | awk 'NR > 1 { print $1; print $2 }'
end

function __grpolint_gpus
    echo auto
    grpolint hardware --quiet 2>/dev/null | awk 'NR > 1 { print $1 }'
end

function __grpolint_configs
    __fish_complete_suffix .yaml
    __fish_complete_suffix .yml
    __fish_complete_suffix .toml
    __fish_complete_suffix .json
end

"""

ACTIONS = {
    "file": " -r -F",
    "folder": " -x -a '(__fish_complete_directories)'",
    "config": " -k -a '(__grpolint_configs)'",
    "rule": " -a '(__grpolint_rules)'",
    "rule list": " -x -a '(__fish_append , (__grpolint_rules))'",
    "gpu": " -x -a '(__grpolint_gpus)'",
    "": " -x",
}


def _quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def _names(option):
    return "".join(f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
                   for name in option.names)


def _option(option, condition, command):
    line = f"complete -c grpolint -n {_quoted(condition)}{_names(option)}"
    if option.choices:
        line += f" -x -a {_quoted(' '.join(option.choices))}"
    elif option.value:
        line += ACTIONS[kind(option.value, command)]
    return f"{line} -d {_quoted(option.text)}\n"


def write(program):
    names = " ".join(command.name for command in program.commands)
    none = f"not __fish_seen_subcommand_from {names}"
    out = [HEAD, "complete -c grpolint -f\n"]
    for option in program.options:
        out.append(_option(option, "__fish_is_first_token", program.commands[0]))
    for command in program.commands:
        out.append(f"complete -c grpolint -n __fish_is_first_token -a {command.name}"
                   f" -d {_quoted(command.summary)}\n")
    for command in program.commands:
        condition = f"__fish_seen_subcommand_from {command.name}"
        if command.name == "check":  # the default command
            condition = f"{none}; or {condition}"
        out.append("\n")
        for option in command.options:
            out.append(_option(option, condition, command))
        words = kind(command.positional, command)
        if words:
            out.append(f"complete -c grpolint -n {_quoted(condition)}{ACTIONS[words]}\n")
    return "".join(out)
