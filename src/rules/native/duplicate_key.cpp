#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <vector>

#include "rules/native/checks.h"

namespace grpolint::rules::native {
namespace {

/// JSON writes every key in quotes, and messages none.
std::string without_quotes(std::string_view key) {
  const bool quoted =
      key.size() > 1 && (key.front() == '"' || key.front() == '\'') && key.front() == key.back();
  return std::string(quoted ? key.substr(1, key.size() - 2) : key);
}

/// The paths of the keys that begin at `wanted`. Aliases make one mapping stand in many places: its
/// keys are written in the first.
class KeyPaths {
 public:
  KeyPaths(const Document& document, std::map<std::uint32_t, std::string>& wanted)
      : document_(document), wanted_(wanted), seen_(document.nodes.size(), false) {}

  void find() {
    if (document_.root_id) visit(*document_.root_id, "");
  }

 private:
  void visit(NodeId id, const std::string& path) {
    if (seen_[id]) return;
    seen_[id] = true;
    const Node& node = document_.node(id);
    const std::string prefix = path.empty() ? path : path + ".";
    for (const Member& member : node.members) {
      const auto found = wanted_.find(member.key_span.begin);
      if (found != wanted_.end()) found->second = prefix + member.key;
      visit(member.value.node, prefix + member.key);
    }
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      visit(node.items[i].node, fmt::format("{}{}", prefix, i));
    }
  }

  const Document& document_;
  std::map<std::uint32_t, std::string>& wanted_;
  std::vector<bool> seen_;
};

}  // namespace

std::vector<Match> duplicate_key(const RuleContext& context) {
  std::map<std::uint32_t, std::string> paths;
  for (const Problem& problem : context.document.problems) {
    if (problem.kind == Problem::Kind::DuplicateKey) paths.emplace(problem.span.begin, "");
  }
  if (paths.empty()) return {};
  KeyPaths(context.document, paths).find();
  std::vector<Match> matches;
  for (const Problem& problem : context.document.problems) {
    if (problem.kind != Problem::Kind::DuplicateKey) continue;
    Match match;
    match.span = problem.span;
    match.key_path = paths[problem.span.begin];
    match.locals.emplace_back("key",
                              Value::string(without_quotes(context.source.text(problem.span))));
    match.locals.emplace_back("values_equal", Value::boolean(problem.values_equal));
    if (problem.related) match.labels.push_back({*problem.related, "first written here"});
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
