#include "rules/rule_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "document/data_file.h"
#include "text/file.h"

namespace grpolint::rules {
namespace {

namespace fs = std::filesystem;

RuleFileError folder_error(const fs::path& folder, std::string_view reason) {
  return {folder.string(), {}, fmt::format("cannot read the folder of rules: {}", reason)};
}

std::vector<fs::path> rule_files(const fs::path& folder, std::vector<RuleFileError>& errors) {
  std::vector<fs::path> files;
  std::error_code code;
  fs::recursive_directory_iterator at(folder, code);
  for (; !code && at != fs::recursive_directory_iterator(); at.increment(code)) {
    if (is_rule_file(at->path().filename().string())) files.push_back(at->path());
  }
  if (code) {
    errors.push_back(folder_error(folder, code.message()));
  } else if (files.empty()) {
    errors.push_back(folder_error(folder, "it holds no file named CODE-name.toml"));
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// A rule's code or name that another rule has, at its place.
RuleFileError exists_already(const Source& source, std::string_view key, std::string_view value) {
  DataFile file = parse_data(source, Format::Toml);
  Span at;
  if (const auto table = file.root()) at = table->span_of(key);
  return {source.name(), source.position(at.begin),
          fmt::format("a rule '{}' exists already; choose another {}", value, key)};
}

bool by_code(const Rule* a, const Rule* b) { return a->code < b->code; }

}  // namespace

std::vector<RuleFileError> RuleSet::add_folder(const fs::path& folder) {
  std::vector<RuleFileError> errors;
  RuleSet grown = *this;
  std::error_code unresolvable;  // the folder cannot be read either
  if (!grown.folders_.insert(fs::weakly_canonical(folder, unresolvable)).second) return errors;
  for (const fs::path& path : rule_files(folder, errors)) {
    auto bytes = read_file(path);
    if (!bytes) {
      errors.push_back({path.string(), {}, bytes.error().message});
      continue;
    }
    const Source source(path.string(), std::move(*bytes));
    std::shared_ptr<const LoadedRule> rule = load_rule(source, vocabulary(), errors);
    if (rule == nullptr) continue;
    for (const auto& [key, value] :
         {std::pair<std::string_view, std::string_view>{"code", rule->rule.code},
          {"name", rule->rule.name}}) {
      if (grown.find(value) != nullptr) errors.push_back(exists_already(source, key, value));
    }
    grown.rules_.push_back(&rule->rule);
    grown.storage_.push_back(rule);
  }
  if (!errors.empty()) return errors;
  std::sort(grown.rules_.begin(), grown.rules_.end(), by_code);
  *this = std::move(grown);
  return errors;
}

const Rule* RuleSet::find(std::string_view code_or_name) const {
  const auto found = std::find_if(rules_.begin(), rules_.end(), [&](const Rule* rule) {
    return rule->code == code_or_name || rule->name == code_or_name;
  });
  return found != rules_.end() ? *found : nullptr;
}

}  // namespace grpolint::rules
