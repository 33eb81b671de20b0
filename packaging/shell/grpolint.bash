# bash completion for grpolint; written by packaging/shell/generate.py

_grpolint_rules() { "$1" rules --quiet 2>/dev/null | awk 'NR > 1 { print $1; print $2 }'; }
_grpolint_gpus() { "$1" hardware --quiet 2>/dev/null | awk 'NR > 1 { print $1 } END { print "auto" }'; }

_grpolint_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }

_grpolint_files() {  # the arguments are options of compgen
  local IFS=$'\n'
  compopt -o filenames
  COMPREPLY=($(compgen "$@" -- "$cur"))
}

_grpolint_configs() {
  local IFS=$'\n'
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
  local program=$1 cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=check
  local word extglob_was
  extglob_was=$(shopt -p extglob)
  shopt -s extglob
  COMPREPLY=()
  # bash splits --option=value at the equals sign
  if [[ $cur == = ]]; then cur=""; elif [[ $previous == = ]]; then previous=${COMP_WORDS[COMP_CWORD - 2]}; fi
  for word in "${COMP_WORDS[@]:1:COMP_CWORD - 1}"; do
    case $word in
      check|size|explain|rules|hardware|schema) command=$word; break ;;
      -*) ;;
      *) break ;;
    esac
  done
  if ((COMP_CWORD == 1)) && [[ $cur == -* ]]; then
    _grpolint_words "-h --help -V --version --select --extend-select --ignore --rules --no-ignores --exclude --stdin-filename --config --isolated --show-settings --output --fail-on --exit-zero -j --jobs --color -q --quiet -v --verbose --gpu --engine-gpu --nodes --num-processes --route --trl-version --transformers-version --vllm-version --unsloth-version --model-config --accelerate-config --prompt-tokens --completion-tokens --bandwidth-gb-s --measured-peak-gib --measured-step-seconds --fast-enough-seconds"
  elif ((COMP_CWORD == 1)); then
    _grpolint_configs
    COMPREPLY+=($(compgen -W "check size explain rules hardware schema" -- "$cur"))
  else
    case $command in
      check)
        case $previous in
          --select) _grpolint_rule_list ;;
          --extend-select) _grpolint_rule_list ;;
          --ignore) _grpolint_rule_list ;;
          --rules) _grpolint_files -d ;;
          --exclude) : ;;
          --stdin-filename) : ;;
          --config) _grpolint_files -f ;;
          --output) _grpolint_words "auto full concise gcc json jsonl sarif github gitlab rdjson junit checkstyle" ;;
          --fail-on) _grpolint_words "error warning info never" ;;
          -j|--jobs) : ;;
          --color) _grpolint_words "auto always never" ;;
          --gpu) _grpolint_words "$(_grpolint_gpus "$program")" ;;
          --engine-gpu) _grpolint_words "$(_grpolint_gpus "$program")" ;;
          --nodes) : ;;
          --num-processes) : ;;
          --route) : ;;
          --trl-version) : ;;
          --transformers-version) : ;;
          --vllm-version) : ;;
          --unsloth-version) : ;;
          --model-config) _grpolint_files -f ;;
          --accelerate-config) _grpolint_files -f ;;
          --prompt-tokens) : ;;
          --completion-tokens) : ;;
          --bandwidth-gb-s) : ;;
          --measured-peak-gib) : ;;
          --measured-step-seconds) : ;;
          --fast-enough-seconds) : ;;
          *)
            if [[ $cur == -* ]]; then _grpolint_words "-h --help --select --extend-select --ignore --rules --no-ignores --exclude --stdin-filename --config --isolated --show-settings --output --fail-on --exit-zero -j --jobs --color -q --quiet -v --verbose --gpu --engine-gpu --nodes --num-processes --route --trl-version --transformers-version --vllm-version --unsloth-version --model-config --accelerate-config --prompt-tokens --completion-tokens --bandwidth-gb-s --measured-peak-gib --measured-step-seconds --fast-enough-seconds"
            else _grpolint_configs; fi ;;
        esac ;;
      size)
        case $previous in
          --gpu) _grpolint_words "$(_grpolint_gpus "$program")" ;;
          --engine-gpu) _grpolint_words "$(_grpolint_gpus "$program")" ;;
          --nodes) : ;;
          --num-processes) : ;;
          --route) : ;;
          --trl-version) : ;;
          --transformers-version) : ;;
          --vllm-version) : ;;
          --unsloth-version) : ;;
          --model-config) _grpolint_files -f ;;
          --accelerate-config) _grpolint_files -f ;;
          --prompt-tokens) : ;;
          --completion-tokens) : ;;
          --bandwidth-gb-s) : ;;
          --measured-peak-gib) : ;;
          --measured-step-seconds) : ;;
          --fast-enough-seconds) : ;;
          --output) _grpolint_words "text json" ;;
          --color) _grpolint_words "auto always never" ;;
          --stdin-filename) : ;;
          --config) _grpolint_files -f ;;
          *)
            if [[ $cur == -* ]]; then _grpolint_words "-h --help --gpu --engine-gpu --nodes --num-processes --route --trl-version --transformers-version --vllm-version --unsloth-version --model-config --accelerate-config --prompt-tokens --completion-tokens --bandwidth-gb-s --measured-peak-gib --measured-step-seconds --fast-enough-seconds --explain --matrix --output --color -q --quiet -v --verbose --stdin-filename --config --isolated"
            else _grpolint_configs; fi ;;
        esac ;;
      explain)
        case $previous in
          --rules) _grpolint_files -d ;;
          --output) _grpolint_words "text markdown json" ;;
          --color) _grpolint_words "auto always never" ;;
          *)
            if [[ $cur == -* ]]; then _grpolint_words "-h --help --rules --output --color -q --quiet -v --verbose"
            else _grpolint_words "$(_grpolint_rules "$program")"; fi ;;
        esac ;;
      rules)
        case $previous in
          --stale) : ;;
          --markdown-dir) _grpolint_files -d ;;
          --rules) _grpolint_files -d ;;
          --output) _grpolint_words "text json" ;;
          --color) _grpolint_words "auto always never" ;;
          *)
            if [[ $cur == -* ]]; then _grpolint_words "-h --help --stale --markdown-dir --rules --output --color -q --quiet -v --verbose"
            else :; fi ;;
        esac ;;
      hardware)
        case $previous in
          --output) _grpolint_words "text json" ;;
          --color) _grpolint_words "auto always never" ;;
          *)
            if [[ $cur == -* ]]; then _grpolint_words "-h --help --output --color -q --quiet -v --verbose"
            else _grpolint_words "$(_grpolint_gpus "$program")"; fi ;;
        esac ;;
      schema)
        case $previous in
          --dialect) _grpolint_words "trl unsloth" ;;
          --version) : ;;
          --output) _grpolint_words "json" ;;
          --color) _grpolint_words "auto always never" ;;
          *)
            if [[ $cur == -* ]]; then _grpolint_words "-h --help --dialect --version --output --color -q --quiet -v --verbose"
            else :; fi ;;
        esac ;;
    esac
  fi
  $extglob_was
}

complete -F _grpolint grpolint
