"""Completion for zsh, by its _arguments."""

from help_text import kind

HEAD = """\
#compdef grpolint
# zsh completion for grpolint; written by packaging/shell/generate.py

_grpolint_rule_words() {
  _call_program rules grpolint rules --quiet 2>/dev/null | awk 'NR > 1 { print $1; print $2 }'
}

_grpolint_rules() {
  local -a rules=(${(f)"$(_grpolint_rule_words)"})
  compadd "$@" -a rules
}

_grpolint_rule_list() { _values -s , rule ${(f)"$(_grpolint_rule_words)"} }

_grpolint_gpus() {
  local -a gpus=(auto ${(f)"$(
    _call_program gpus grpolint hardware --quiet 2>/dev/null | awk 'NR > 1 { print $1 }')"})
  compadd "$@" -a gpus
}

_grpolint_configs() { _files -g '*.(yaml|yml|toml|json)' }

"""

ACTIONS = {
    "file": "_files",
    "folder": "_files -/",
    "config": "_grpolint_configs",
    "rule": "_grpolint_rules",
    "rule list": "_grpolint_rule_list",
    "gpu": "_grpolint_gpus",
    "": " ",
}


def _quoted(text):
    return text.replace("'", "'\\''")


def _described(text):
    for special in "\\[]:":
        text = text.replace(special, "\\" + special)
    return _quoted(text)


def _argument(option, command):
    text = _described(option.text)
    action = ""
    if option.value:
        words = ACTIONS[kind(option.value, command)]
        if option.choices:
            words = f"({' '.join(option.choices)})"
        action = f":{_described(option.value.lower())}:{words}"
    lines = []
    for name in option.names:
        if name in ("-h", "--help", "-V", "--version"):
            lines.append(f"'(- *){name}[{text}]'")
            continue
        takes = "=" if option.value and name.startswith("--") else ""
        if option.optional_value:
            takes, action = "=-", f"::{_described(option.optional_value.lower())}: "
        lines.append(f"'*{name}{takes}[{text}]{action}'")
    return lines


def _function(command):
    lines = [line for option in command.options for line in _argument(option, command)]
    if command.positional:
        message = _described(command.positional.lower())
        lines.append(f"'*:{message}:{ACTIONS[kind(command.positional, command)]}'")
    body = " \\\n    ".join(lines)
    return f"_grpolint_command_{command.name}() {{\n  _arguments -s \\\n    {body}\n}}\n\n"


def write(program):
    listed = "\n".join(f"    '{command.name}:{_quoted(command.summary)}'"
                       for command in program.commands)
    own = "\n".join(f"    '{name}:{_quoted(option.text)}'"
                    for option in program.options for name in option.names)
    names = "|".join(command.name for command in program.commands)
    main = f"""\
_grpolint() {{
  local -a commands=(
{listed}
  )
  local -a own=(
{own}
  )
  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
    _describe command commands
    _grpolint_configs
    return
  fi
  if ((CURRENT == 2)); then
    _describe option own
  fi
  case $words[2] in
    ({names})
      local command=$words[2]
      shift words
      ((CURRENT--))
      _grpolint_command_$command
      ;;
    (*) _grpolint_command_check ;;
  esac
}}

_grpolint "$@"
"""
    return HEAD + "".join(_function(command) for command in program.commands) + main
