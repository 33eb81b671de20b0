#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.h"
#include "document/document.h"
#include "grpolint/result.h"
#include "grpolint/source.h"
#include "lint/settings/discovery.h"
#include "rules/rule_set.h"

namespace grpolint::cli {

/// The argument that stands for standard input.
inline constexpr std::string_view kStandardInput = "-";

/// No config comes near it; the readers' own limit.
inline constexpr std::size_t kLargestInput = 4U << 20;

/// The path without links, "." and "..", absolute; as it is where that cannot be told.
std::filesystem::path resolved(const std::filesystem::path& path);

/// Text to check and where it came from.
struct Input {
  Source source;
  Format format = Format::Yaml;
  std::filesystem::path path;  ///< empty for standard input without a name
};

/// Reads a file, or standard input when `name` is "-"; `stdin_filename` is then its name. A file
/// name that tells no format is read as YAML.
Result<Input> read_input(const std::string& name, const std::string& stdin_filename);

/// The embedded rules and those of the folders. The Error lists every mistake in them.
Result<rules::RuleSet> load_rules(const std::vector<std::string>& folders);

/// Whether a value of --config is the name of a file rather than a text such as fail-on = "error".
bool names_a_file(const std::string& config);

/// Applies --config and --isolated.
Result<bool> apply(const SettingsOptions& options, lint::SettingsFinder& finder);

/// Adds to `rules`, and to the catalogues of GPUs and models, what the settings of the current
/// folder name: for commands that list what is known.
Result<bool> add_knowledge_of_settings(const SettingsOptions& options, rules::RuleSet& rules);

/// What the user says on the command line, with --profile under it.
Result<Target> stated_on_command_line(const Target& target, const SettingsOptions& options,
                                      const lint::Settings& settings);

}  // namespace grpolint::cli
