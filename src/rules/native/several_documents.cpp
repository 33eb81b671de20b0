#include "rules/native/checks.h"

namespace grpolint::rules::native {

std::vector<Match> several_documents(const RuleContext& context) {
  if (context.document.further_documents.empty()) return {};
  Match match;
  match.span = context.document.further_documents.front();
  match.reads = {"run.route"};
  return {std::move(match)};
}

}  // namespace grpolint::rules::native
