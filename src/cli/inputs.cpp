#include "cli/inputs.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <optional>
#include <system_error>
#include <utility>

#include "lint/target_fields.h"
#include "text/file.h"

namespace grpolint::cli {
namespace {

namespace fs = std::filesystem;

Result<std::string> read_standard_input() {
  std::string text;
  std::array<char, 1 << 16> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), stdin)) {
    text.append(buffer.data(), count);
    if (text.size() > kLargestInput) {
      return Error{fmt::format("standard input is larger than {} MiB", kLargestInput >> 20)};
    }
  }
  if (std::ferror(stdin) != 0) return Error{"cannot read standard input"};
  return text;
}

}  // namespace

fs::path resolved(const fs::path& path) {
  std::error_code unreadable;
  fs::path whole = fs::weakly_canonical(fs::absolute(path, unreadable), unreadable);
  return unreadable ? path : whole;
}

Result<Input> read_input(const std::string& name, const std::string& stdin_filename) {
  const bool standard_input = name == kStandardInput;
  auto text = standard_input ? read_standard_input() : read_file(name, kLargestInput);
  if (!text) return text.error();
  Input input;
  input.path = standard_input ? stdin_filename : name;
  const std::string shown = input.path.empty() ? "<stdin>" : input.path.generic_string();
  input.source = Source(shown, std::move(*text));
  input.format = format_of(shown).value_or(Format::Yaml);
  return input;
}

Result<rules::RuleSet> load_rules(const std::vector<std::string>& folders) {
  rules::RuleSet rules = rules::RuleSet::embedded();
  std::string mistakes;
  for (const std::string& folder : folders) {
    for (const rules::RuleFileError& error : rules.add_folder(folder)) {
      mistakes += fmt::format("{}{}:{}:{}: {}", mistakes.empty() ? "" : "\n", error.file,
                              error.position.line, error.position.column, error.message);
    }
  }
  if (!mistakes.empty()) return Error{mistakes};
  return rules;
}

bool names_a_file(const std::string& config) {
  std::error_code missing;
  return config.find('=') == std::string::npos || fs::exists(config, missing);
}

Result<bool> apply(const SettingsOptions& options, lint::SettingsFinder& finder) {
  std::string file;
  for (const std::string& config : options.configs) {
    if (!names_a_file(config)) {
      finder.lay_over(config);
    } else if (file.empty()) {
      file = config;
    } else {
      return Error{fmt::format("--config {}: {} is used already; let one file extend the other",
                               config, file)};
    }
  }
  if (options.isolated && !file.empty()) {
    return Error{"--isolated uses no settings file; leave out --config " + file};
  }
  if (options.isolated) return finder.use_none();
  if (!file.empty()) return finder.use_file(file);
  return true;
}

Result<bool> add_knowledge_of_settings(const SettingsOptions& options, rules::RuleSet& rules) {
  lint::SettingsFinder finder(rules);
  if (auto applied = apply(options, finder); !applied) return applied;
  const auto settings = finder.for_folder({});
  if (!settings) return settings.error();
  return true;
}

Result<Target> stated_on_command_line(const Target& target, const SettingsOptions& options,
                                      const lint::Settings& settings) {
  if (options.profile.empty()) return target;
  auto profile = settings.profile_named(options.profile);
  if (!profile) return Error{fmt::format("--profile: {}", profile.error().message)};
  return lint::overlay(target, *profile);
}

}  // namespace grpolint::cli
