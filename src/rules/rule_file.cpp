#include "rules/rule_file.h"

#include <fmt/format.h>

#include "document/data_file.h"
#include "rules/rule_reader.h"

namespace grpolint::rules {

std::string to_text(const RuleFileError& error) {
  return fmt::format("{}:{}:{}: {}", error.file, error.position.line, error.position.column,
                     error.message);
}

std::unique_ptr<const LoadedRule> load_rule(const Source& source,
                                            const condition::Vocabulary& vocabulary,
                                            std::vector<RuleFileError>& errors) {
  DataFile file = parse_data(source, Format::Toml);
  auto loaded = std::make_unique<LoadedRule>();
  if (file.errors.empty()) {
    loaded->rule =
        RuleReader(file.source, file.document, vocabulary, loaded->storage, file.errors).read();
  }
  for (DataError& mistake : file.errors) {
    errors.push_back(
        {source.name(), source.position(mistake.span.begin), std::move(mistake.message)});
  }
  if (!file.errors.empty()) return nullptr;
  return loaded;
}

bool is_rule_file(std::string_view file_name) {
  constexpr std::size_t kCodeLength = 6;
  if (!file_name.ends_with(".toml") || file_name.size() <= kCodeLength) return false;
  for (std::size_t i = 0; i < kCodeLength; ++i) {
    const char c = file_name[i];
    const bool fits = i < kCodeLength / 2 ? (c >= 'A' && c <= 'Z') : (c >= '0' && c <= '9');
    if (!fits) return false;
  }
  return file_name[kCodeLength] == '-';
}

}  // namespace grpolint::rules
