#include "rules/native/checks.h"

namespace grpolint::rules::native {

std::vector<Match> syntax_error(const RuleContext& context) {
  std::vector<Match> matches;
  for (const Problem& problem : context.document.problems) {
    if (problem.kind == Problem::Kind::DuplicateKey) continue;
    Match match;
    match.span = problem.span;
    match.locals.emplace_back("message", Value::string(problem.message));
    if (problem.related) match.labels.push_back({*problem.related, ""});
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
