#include "cli/inputs.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <optional>
#include <utility>

#include "text/file.h"

namespace grpolint::cli {
namespace {

constexpr std::size_t kLargestInput = 4U << 20;  // the readers' own limit

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

Result<bool> apply(const SettingsOptions& options, lint::SettingsFinder& finder) {
  if (options.isolated) finder.use_none();
  if (!options.config.empty()) return finder.use_file(options.config);
  return true;
}

}  // namespace grpolint::cli
