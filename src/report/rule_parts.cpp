#include <algorithm>
#include <variant>
#include <vector>

#include "report/rule_page.h"
#include "rules/example.h"

namespace grpolint::report {

std::string severities(const rules::Rule& rule) {
  std::vector<std::string_view> words;
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info}) {
    if (std::any_of(rule.levels.begin(), rule.levels.end(),
                    [&](const rules::Level& level) { return level.severity == severity; })) {
      words.push_back(to_string(severity));
    }
  }
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string plain_text(const rules::Example& example) {
  const auto read = rules::without_marks(example.text);
  const auto* plain = std::get_if<rules::PlainExample>(&read);
  return plain != nullptr ? plain->text : std::string(example.text);
}

}  // namespace grpolint::report
