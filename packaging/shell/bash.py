"""Completion for bash 4 and later; needs no helper functions."""

from help_text import kind

HEAD = """\
# bash completion for grpolint; written by packaging/shell/generate.py

_grpolint_rules() { "$1" rules --quiet 2>/dev/null | awk 'NR > 1 { print $1; print $2 }'; }
_grpolint_gpus() {
  "$1" hardware --quiet 2>/dev/null | awk 'NR > 1 { print $1 } END { print "auto" }'
}

_grpolint_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }

_grpolint_files() {  # the arguments are options of compgen
  local IFS=$'\\n'
  compopt -o filenames
  COMPREPLY=($(compgen "$@" -- "$cur"))
}

_grpolint_configs() {
  local IFS=$'\\n'
  compopt -o filenames
  COMPREPLY=($(compgen -d -- "$cur") $(compgen -f -X '!*.@(yaml|yml|toml|json)' -- "$cur"))
}

_grpolint_rule_list() {  # completes the part after the last comma
  local given=""
  [[ $cur == *,* ]] && given=${cur%,*},
  compopt -o nospace
  COMPREPLY=($(compgen -P "$given" -W "$(_grpolint_rules "$program")" -- "${cur##*,}"))
}

_grpolint() {
  local program=$1 cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local command=check word extglob_was
  extglob_was=$(shopt -p extglob)
  shopt -s extglob
  COMPREPLY=()
  # bash splits --option=value at the equals sign
  if [[ $cur == = ]]; then cur=""
  elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    case $word in
      @COMMANDS@) command=$word; break ;;
      -*) ;;
      *) break ;;
    esac
  done
  if ((COMP_CWORD == 1)) && [[ $cur == -* ]]; then
    _grpolint_words "@FIRST_OPTIONS@"
  elif ((COMP_CWORD == 1)); then
    _grpolint_configs
    COMPREPLY+=($(compgen -W "@COMMAND_WORDS@" -- "$cur"))
  else
    case $command in
"""

TAIL = """\
    esac
  fi
  $extglob_was
}

complete -F _grpolint grpolint
"""

ACTIONS = {
    "file": "_grpolint_files -f",
    "folder": "_grpolint_files -d",
    "config": "_grpolint_configs",
    "rule": '_grpolint_words "$(_grpolint_rules "$program")"',
    "rule list": "_grpolint_rule_list",
    "gpu": '_grpolint_words "$(_grpolint_gpus "$program")"',
    "": ":",
}


def _action(option, command):
    if option.choices:
        return f'_grpolint_words "{" ".join(option.choices)}"'
    return ACTIONS[kind(option.value, command)]


def _command(command):
    lines = [f"      {command.name})", "        case $previous in"]
    for option in command.options:
        if option.value:
            lines.append(f"          {'|'.join(option.names)}) {_action(option, command)} ;;")
    names = " ".join(name for option in command.options for name in option.names)
    positional = ACTIONS[kind(command.positional, command)]
    lines += [
        "          *)",
        f'            if [[ $cur == -* ]]; then _grpolint_words "{names}"',
        f"            else {positional}; fi ;;",
        "        esac ;;",
    ]
    return "\n".join(lines) + "\n"


def write(program):
    names = [command.name for command in program.commands]
    own = [name for option in program.options for name in option.names]
    head = HEAD.replace("@COMMANDS@", "|".join(names))
    head = head.replace("@COMMAND_WORDS@", " ".join(names))
    check = next(command for command in program.commands if command.name == "check")
    own += [name for option in check.options for name in option.names if name not in own]
    head = head.replace("@FIRST_OPTIONS@", " ".join(own))
    return head + "".join(_command(command) for command in program.commands) + TAIL
