// Checks the rule files named on the command line and writes them as C++ tables. Any mistake in one
// fails the build with its position.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rules/embed_tool/table_writer.h"
#include "rules/rule_file.h"
#include "rules/vocabulary.h"
#include "text/file.h"

namespace {

using namespace grpolint;
using namespace grpolint::rules;

/// Codes and names are used in one place each.
void check_unique(const std::vector<std::pair<std::string, const Rule*>>& loaded,
                  std::vector<RuleFileError>& errors) {
  std::map<std::string_view, std::string> seen;
  for (const auto& [file, rule] : loaded) {
    for (const std::string_view key : {rule->code, rule->name}) {
      const auto [first, fresh] = seen.emplace(key, file);
      if (!fresh)
        errors.push_back({file, {}, fmt::format("'{}' is taken by {}", key, first->second)});
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: {} OUTPUT.cpp RULE.toml...\n", argv[0]);
    return 2;
  }
  std::vector<RuleFileError> errors;
  std::vector<std::unique_ptr<const LoadedRule>> rules;
  std::vector<std::pair<std::string, const Rule*>> loaded;
  for (int i = 2; i < argc; ++i) {
    auto bytes = read_file(argv[i]);
    if (!bytes) {
      errors.push_back({argv[i], {}, bytes.error().message});
      continue;
    }
    auto rule = load_rule(Source(argv[i], std::move(*bytes)), vocabulary(), errors);
    if (rule == nullptr) continue;
    loaded.emplace_back(argv[i], &rule->rule);
    rules.push_back(std::move(rule));
  }
  check_unique(loaded, errors);
  for (const RuleFileError& error : errors) fmt::print(stderr, "{}\n", to_text(error));
  if (!errors.empty()) return 1;

  std::sort(loaded.begin(), loaded.end(),
            [](const auto& a, const auto& b) { return a.second->code < b.second->code; });
  TableWriter writer;
  for (const auto& [file, rule] : loaded) writer.add(*rule);
  std::ofstream output(argv[1], std::ios::binary);
  output << writer.finish();
  output.close();
  if (!output) {
    fmt::print(stderr, "cannot write {}\n", argv[1]);
    return 1;
  }
  return 0;
}
