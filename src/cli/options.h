#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/change_options.h"
#include "cli/variables.h"
#include "dialect/target.h"
#include "lint/settings/settings.h"

namespace grpolint::cli {

enum class ColorChoice { Auto, Always, Never };

/// Options every command has.
struct CommonOptions {
  ColorChoice color = ColorChoice::Auto;
  bool quiet = false;
  bool verbose = false;
};

/// Where settings come from.
struct SettingsOptions {
  std::vector<std::string> configs;  ///< --config, each a FILE or a text such as fail-on = "error"
  bool isolated = false;
  std::string profile;  ///< lies under what the command line states; empty: none
};

struct CheckOptions {
  std::vector<std::string> paths;
  std::string stdin_filename;
  std::vector<std::string> select;  ///< empty: as the settings say
  std::vector<std::string> extend_select;
  std::vector<std::string> ignore;
  std::vector<std::string> exclude;
  std::vector<std::string> rules_folders;
  std::optional<lint::FailOn> fail_on;
  std::optional<Severity> min_severity;
  std::optional<Confidence> min_confidence;
  bool exit_zero = false;
  bool force_exclude = false;      ///< files given by name are as those met in folders
  bool error_on_no_files = false;  ///< finding no config is a failure
  bool statistics = false;         ///< counts of findings in place of findings
  bool watch = false;              ///< check again whenever a file changes
  bool no_ignores = false;
  bool show_settings = false;
  ChangeOptions changes;
  unsigned jobs = 0;  ///< 0: as many as the machine has
  std::vector<std::string> outputs;
  std::string sarif_root;  ///< empty: the repository
  SettingsOptions settings;
  Target target;
  VariableNames by_variable;
};

struct SizeOptions {
  std::vector<std::string> paths;
  std::string stdin_filename;
  std::vector<std::string> gpus;  ///< several: side by side
  std::string explained;          ///< component or phase, or "all"; empty: no explanation
  bool matrix = false;
  std::vector<std::string> outputs;
  SettingsOptions settings;
  Target target;  ///< without gpu
};

struct ExplainOptions {
  std::vector<std::string> rules;  ///< codes or names
  std::vector<std::string> rules_folders;
  std::vector<std::string> outputs;
  SettingsOptions settings;
};

struct RulesOptions {
  std::optional<int> stale_days;
  std::string markdown_dir;
  std::vector<std::string> rules_folders;
  std::vector<std::string> outputs;
  SettingsOptions settings;
};

struct HardwareOptions {
  std::string name;  ///< empty: all
  std::vector<std::string> outputs;
  SettingsOptions settings;
};

struct SchemaOptions {
  std::string dialect;    ///< empty: trl
  std::string version;    ///< empty: newest known
  bool settings = false;  ///< of grpolint's own settings file instead
  std::vector<std::string> outputs;
};

struct Options {
  CommonOptions common;
  std::variant<CheckOptions, SizeOptions, ExplainOptions, RulesOptions, HardwareOptions,
               SchemaOptions>
      command;
};

/// What to say instead of running a command: help and version on stdout with code 0, a usage error
/// on stderr with code 2.
struct Farewell {
  int exit_code = 0;
  std::string text;
};

/// Names of the commands, for telling `grpolint check` from `grpolint FILE`.
bool is_command(std::string_view word);
/// The command a misspelt word most likely means, or empty.
std::string nearest_command(std::string_view word);

/// `arguments` without the name of the program. `variables` stand in for options that the arguments
/// leave out (cli/variables.h).
std::variant<Options, Farewell> parse_options(std::vector<std::string> arguments,
                                              const Variables& variables = {});

}  // namespace grpolint::cli
