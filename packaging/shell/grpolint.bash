# bash completion for grpolint; written by packaging/shell/generate.py

_grpolint_rules() { "$1" rules --quiet 2>/dev/null | awk 'NR > 1 { print $1; print $2 }'; }
_grpolint_gpus() {
  "$1" hardware --quiet 2>/dev/null | awk 'NR > 1 { print $1 } END { print "auto" }'
}

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
      check|size|explain|rules|hardware|schema) command=$word; break ;;
      -*) ;;
      *) break ;;
    esac
  done
  if ((COMP_CWORD == 1)) && [[ $cur == -* ]]; then
    _grpolint_words "-h --help -V --version --select --extend-select --ignore --rules --no-ignores --fix --unsafe-fixes --diff --add-ignore --baseline --write-baseline --exclude --force-exclude --error-on-no-files --stdin-filename --config --isolated --show-settings --profile --gpu --engine-gpu --nodes --num-processes --route --trl-version --transformers-version --vllm-version --unsloth-version --model-config --accelerate-config --prompt-tokens --completion-tokens --bandwidth-gb-s --measured-peak-gib --measured-step-seconds --fast-enough-seconds --output --sarif-root --fail-on --min-severity --min-confidence --exit-zero --statistics --watch -j --jobs --color -q --quiet -v --verbose"
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
          --baseline) _grpolint_files -f ;;
          --write-baseline) _grpolint_files -f ;;
          --exclude) : ;;
          --stdin-filename) : ;;
          --config) _grpolint_files -f ;;
          --profile) : ;;
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
          --output) _grpolint_words "auto full concise gcc json json-v1 jsonl sarif github gitlab rdjson junit checkstyle" ;;
          --sarif-root) _grpolint_files -d ;;
          --fail-on) _grpolint_words "error warning info never" ;;
          --min-severity) _grpolint_words "error warning info" ;;
          --min-confidence) _grpolint_words "high medium low" ;;
          -j|--jobs) : ;;
          --color) _grpolint_words "auto always never" ;;
          *)
            if [[ $cur == -* ]]; then _grpolint_words "-h --help --select --extend-select --ignore --rules --no-ignores --fix --unsafe-fixes --diff --add-ignore --baseline --write-baseline --exclude --force-exclude --error-on-no-files --stdin-filename --config --isolated --show-settings --profile --gpu --engine-gpu --nodes --num-processes --route --trl-version --transformers-version --vllm-version --unsloth-version --model-config --accelerate-config --prompt-tokens --completion-tokens --bandwidth-gb-s --measured-peak-gib --measured-step-seconds --fast-enough-seconds --output --sarif-root --fail-on --min-severity --min-confidence --exit-zero --statistics --watch -j --jobs --color -q --quiet -v --verbose"
            else _grpolint_configs; fi ;;
        esac ;;
      size)
        case $previous in
          --gpu) _grpolint_words "$(_grpolint_gpus "$program")" ;;
          --profile) : ;;
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
            if [[ $cur == -* ]]; then _grpolint_words "-h --help --gpu --profile --engine-gpu --nodes --num-processes --route --trl-version --transformers-version --vllm-version --unsloth-version --model-config --accelerate-config --prompt-tokens --completion-tokens --bandwidth-gb-s --measured-peak-gib --measured-step-seconds --fast-enough-seconds --explain --matrix --output --color -q --quiet --stdin-filename --config --isolated"
            else _grpolint_configs; fi ;;
        esac ;;
      explain)
        case $previous in
          --rules) _grpolint_files -d ;;
          --config) _grpolint_files -f ;;
          --output) _grpolint_words "text markdown json" ;;
          --color) _grpolint_words "auto always never" ;;
          *)
            if [[ $cur == -* ]]; then _grpolint_words "-h --help --rules --config --isolated --output --color -q --quiet"
            else _grpolint_words "$(_grpolint_rules "$program")"; fi ;;
        esac ;;
      rules)
        case $previous in
          --stale) : ;;
          --markdown-dir) _grpolint_files -d ;;
          --rules) _grpolint_files -d ;;
          --config) _grpolint_files -f ;;
          --output) _grpolint_words "text json" ;;
          --color) _grpolint_words "auto always never" ;;
          *)
            if [[ $cur == -* ]]; then _grpolint_words "-h --help --stale --markdown-dir --rules --config --isolated --output --color -q --quiet"
            else :; fi ;;
        esac ;;
      hardware)
        case $previous in
          --config) _grpolint_files -f ;;
          --output) _grpolint_words "text json" ;;
          --color) _grpolint_words "auto always never" ;;
          *)
            if [[ $cur == -* ]]; then _grpolint_words "-h --help --config --isolated --output --color -q --quiet"
            else _grpolint_words "$(_grpolint_gpus "$program")"; fi ;;
        esac ;;
      schema)
        case $previous in
          --dialect) _grpolint_words "trl unsloth" ;;
          --version) : ;;
          --output) _grpolint_words "json" ;;
          --color) _grpolint_words "auto always never" ;;
          *)
            if [[ $cur == -* ]]; then _grpolint_words "-h --help --dialect --version --settings --output --color -q --quiet"
            else :; fi ;;
        esac ;;
    esac
  fi
  $extglob_was
}

complete -F _grpolint grpolint
