#include "rules/native/checks.h"

namespace grpolint::rules::native {

std::vector<Match> duplicate_key(const RuleContext& context) {
  std::vector<Match> matches;
  for (const Problem& problem : context.document.problems) {
    if (problem.kind != Problem::Kind::DuplicateKey) continue;
    Match match;
    match.span = problem.span;
    match.locals.emplace_back("key", Value::string(std::string(context.source.text(problem.span))));
    match.locals.emplace_back("values_equal", Value::boolean(problem.values_equal));
    if (problem.related) match.labels.push_back({*problem.related, "first written here"});
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
