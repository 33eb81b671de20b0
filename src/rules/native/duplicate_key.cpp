#include "rules/native/checks.h"

namespace grpolint::rules::native {
namespace {

/// JSON writes every key in quotes, and messages none.
std::string without_quotes(std::string_view key) {
  const bool quoted =
      key.size() > 1 && (key.front() == '"' || key.front() == '\'') && key.front() == key.back();
  return std::string(quoted ? key.substr(1, key.size() - 2) : key);
}

}  // namespace

std::vector<Match> duplicate_key(const RuleContext& context) {
  std::vector<Match> matches;
  for (const Problem& problem : context.document.problems) {
    if (problem.kind != Problem::Kind::DuplicateKey) continue;
    Match match;
    match.span = problem.span;
    match.locals.emplace_back("key",
                              Value::string(without_quotes(context.source.text(problem.span))));
    match.locals.emplace_back("values_equal", Value::boolean(problem.values_equal));
    if (problem.related) match.labels.push_back({*problem.related, "first written here"});
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
