#pragma once

#include <string_view>

namespace grpolint::cli {

/// What stands below the options in --help: examples teach faster than descriptions. Each fits in
/// 80 columns.
inline constexpr std::string_view kExamples = R"(Examples:
  grpolint configs/                       check every config below a folder
  grpolint train.yaml --gpu 4090          check it for that card, with memory
  grpolint size train.yaml --gpu h100:2   where the memory goes, phase by phase
  grpolint explain MEM001                 what a rule means and what to do
  grpolint hardware                       which GPUs are known

A first argument that is no command is a path: `grpolint FILE` means
`grpolint check FILE`. `grpolint COMMAND --help` has the options of a command.
@FILE stands for the arguments in FILE, one a line.
Exit codes: 0 nothing found, 1 findings at or above --fail-on, 2 usage or read
error.)";

inline constexpr std::string_view kCheckExamples = R"(Examples:
  grpolint check configs/                 a folder; .gitignore is respected
  grpolint check train.yaml --gpu spark   with memory and speed of a DGX Spark
  grpolint check a.yaml --select MEM,SYN  only two families of rules
  grpolint check a.yaml --trl-version 0.24.0 --num-processes 8
  grpolint check . --output full --output json:report.json
  cat a.toml | grpolint check - --stdin-filename a.toml

In a file:
  num_generations: 4  # grpolint: ignore[ROL001] -- measured, enough here
  # grpolint: gpu=4090 trl=0.24.0

A variable can stand for an option: GRPOLINT_FAIL_ON=error for --fail-on error,
GRPOLINT_GPU=4090 for --gpu 4090, GRPOLINT_QUIET=1 for --quiet. The command line
beats variables, and those beat settings files. Options that change files have
none. @FILE stands for the arguments in FILE, one a line.

Exit codes: 0 nothing found, 1 findings at or above --fail-on, 2 usage or read
error.)";

inline constexpr std::string_view kSizeExamples = R"(Examples:
  grpolint size train.yaml --gpu 4090              the timeline on one card
  grpolint size train.yaml --gpu 4090 --gpu h100   two cards side by side
  grpolint size train.yaml --gpu spark --explain=logits
  grpolint size train.yaml --matrix                every size on every card
  grpolint size train.yaml --matrix --output json  the same for programs
  grpolint size train.yaml --gpu h200 --output json)";

inline constexpr std::string_view kExplainExamples = R"(Examples:
  grpolint explain MEM001
  grpolint explain 24gb-three-levers --output markdown)";

inline constexpr std::string_view kRulesExamples = R"(Examples:
  grpolint rules
  grpolint rules --stale 180         sources nobody has read for half a year
  grpolint rules --output json)";

inline constexpr std::string_view kHardwareExamples = R"(Examples:
  grpolint hardware
  grpolint hardware "dgx spark"
  grpolint hardware --output json)";

inline constexpr std::string_view kSchemaExamples = R"(Examples:
  grpolint schema --dialect trl --version 0.24.0 > trl-0.24.schema.json

Then, in an editor with the YAML language server, on the first line of a config:
  # yaml-language-server: $schema=./trl-0.24.schema.json)";

}  // namespace grpolint::cli
