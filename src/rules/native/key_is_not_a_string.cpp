#include "dialect/recognition.h"
#include "rules/native/checks.h"

namespace grpolint::rules::native {

std::vector<Match> key_is_not_a_string(const RuleContext& context) {
  std::vector<Match> matches;
  const bool passed_by_keyword =
      context.run->layout == dialect::Layout::Flat && context.run->route != dialect::Route::Unknown;
  if (!passed_by_keyword) return matches;
  for (const Member* member : context.document.effective_members(*context.document.root_id)) {
    if (member->string_key) continue;
    Match match;
    match.span = member->key_span;
    match.key_path = member->key;
    match.locals = {
        {"written", Value::string(std::string(context.source.text(member->key_span)))},
        {"seen", Value::string(member->key)},
    };
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
