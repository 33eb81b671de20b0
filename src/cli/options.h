#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

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
  std::string config;  ///< --config FILE; empty: the closest file
  bool isolated = false;
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
  bool exit_zero = false;
  bool no_ignores = false;
  bool show_settings = false;
  unsigned jobs = 0;  ///< 0: as many as the machine has
  std::vector<std::string> outputs;
  std::string sarif_root;  ///< empty: the repository
  SettingsOptions settings;
  Target target;
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
};

struct RulesOptions {
  std::optional<int> stale_days;
  std::string markdown_dir;
  std::vector<std::string> rules_folders;
  std::vector<std::string> outputs;
};

struct HardwareOptions {
  std::string name;  ///< empty: all
  std::vector<std::string> outputs;
};

struct SchemaOptions {
  std::string dialect = "trl";
  std::string version;  ///< empty: newest known
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

/// `arguments` without the name of the program.
std::variant<Options, Farewell> parse_options(std::vector<std::string> arguments);

}  // namespace grpolint::cli
