#include <fmt/format.h>

#include "dialect/coerce.h"
#include "rules/native/checks.h"

namespace grpolint::rules::native {
namespace {

/// What os.environ makes of a name; empty when it takes it.
std::string name_error(const Member& member) {
  if (!member.string_key) return "a name must be a string, and this one is not";
  if (member.key.empty() || member.key.find('=') != std::string::npos ||
      member.key.find('\0') != std::string::npos) {
    return "no environment variable can have this name";
  }
  return {};
}

Match match_at(Span span, std::string path, std::string message) {
  Match match;
  match.span = span;
  match.key_path = std::move(path);
  match.reads = {"run.route"};
  match.locals = {{"message", Value::string(std::move(message))}};
  return match;
}

}  // namespace

std::vector<Match> environment_block(const RuleContext& context) {
  std::vector<Match> matches;
  if (context.run->route != dialect::Route::Trl) return matches;
  for (const dialect::Entry& entry : context.run->entries) {
    if (entry.key != "env" || !entry.section.empty() || entry.profile != "trl") continue;
    const Node& node = context.document.node(entry.node);
    if (node.kind != NodeKind::Mapping) {
      matches.push_back(
          match_at(entry.site.key, entry.site.path,
                   fmt::format("env is {} here; it must be a mapping", dialect::describe(node))));
      continue;
    }
    for (const Member* member : context.document.effective_members(entry.node)) {
      const std::string error = name_error(*member);
      if (error.empty()) continue;
      matches.push_back(match_at(member->key_span, entry.site.path + "." + member->key,
                                 fmt::format("env has the name {}: {}", member->key, error)));
    }
  }
  return matches;
}

}  // namespace grpolint::rules::native
