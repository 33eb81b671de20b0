#include "rules/native/checks.h"

namespace grpolint::rules::native {
namespace {

std::string description(NodeKind kind) {
  switch (kind) {
    case NodeKind::Null:
      return "is empty";
    case NodeKind::Sequence:
      return "is a list";
    default:
      return "is a single value";
  }
}

}  // namespace

std::vector<Match> not_a_mapping(const RuleContext& context) {
  const Node* root = context.document.root();
  if (root == nullptr || root->kind == NodeKind::Mapping) return {};
  if (context.document.has_syntax_error()) return {};
  Match match;
  match.span = root->span;
  match.reads = {"run.route"};
  match.locals = {{"what", Value::string(description(root->kind))}};
  return {std::move(match)};
}

}  // namespace grpolint::rules::native
