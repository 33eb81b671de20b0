#include "document/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "document/encoding.h"
#include "document/readers.h"

namespace grpolint {
namespace {

/// Visits `mapping` and then its merge sources, nearest first, each mapping once however often it
/// is merged: what a second visit could add is shadowed by the first. The reader has bounded the
/// sources of each and their depth. `visit` returns false to
/// stop.
template <typename Visit>
void visit_merged(const Document& document, NodeId mapping, Visit visit) {
  std::vector<NodeId> pending = {mapping};
  std::unordered_set<NodeId> seen;
  while (!pending.empty()) {
    const NodeId next = pending.back();
    pending.pop_back();
    const Node& node = document.node(next);
    if (node.kind != NodeKind::Mapping || !seen.insert(next).second) continue;
    if (!visit(node)) return;
    for (auto source = node.merges.rbegin(); source != node.merges.rend(); ++source) {
      pending.push_back(source->node);
    }
  }
}

}  // namespace

bool Document::has_syntax_error() const {
  return std::any_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return problem.kind == Problem::Kind::Syntax; });
}

const Member* Document::find(NodeId mapping, std::string_view key) const {
  const Member* found = nullptr;
  visit_merged(*this, mapping, [&](const Node& node) {
    const auto last = std::find_if(
        node.members.rbegin(), node.members.rend(),
        [key](const Member& member) { return member.string_key && member.key == key; });
    if (last != node.members.rend()) found = &*last;
    return found == nullptr;
  });
  return found;
}

std::vector<const Member*> Document::effective_members(NodeId mapping) const {
  std::vector<const Member*> members;
  std::unordered_set<std::string_view> string_keys;
  std::unordered_set<std::string_view> other_keys;
  visit_merged(*this, mapping, [&](const Node& node) {
    const std::size_t first = members.size();
    for (auto member = node.members.rbegin(); member != node.members.rend(); ++member) {
      auto& keys = member->string_key ? string_keys : other_keys;
      if (keys.insert(member->key).second) members.push_back(&*member);
    }
    std::reverse(members.begin() + static_cast<std::ptrdiff_t>(first), members.end());
    return true;
  });
  return members;
}

Document read_document(const Source& source, Format format, const ReadLimits& limits) {
  if (source.bytes().size() > limits.bytes) {
    Document document;
    document.format = format;
    document.problems.push_back(
        {Problem::Kind::Limit,
         {0, 0},
         fmt::format("the file has {} bytes, more than the limit of {}; it was not checked",
                     source.bytes().size(), limits.bytes),
         std::nullopt,
         false});
    return document;
  }
  if (std::optional<Problem> problem = encoding_problem(source)) {
    Document document;
    document.format = format;
    document.problems.push_back(std::move(*problem));
    return document;
  }
  switch (format) {
    case Format::Yaml:
      return read_yaml(source, limits);
    case Format::Toml:
      return read_toml(source, limits);
    case Format::Json:
      break;
  }
  return read_json(source, limits);
}

std::optional<Format> format_of(std::string_view file_name) {
  if (file_name.ends_with(".yaml") || file_name.ends_with(".yml")) return Format::Yaml;
  if (file_name.ends_with(".toml")) return Format::Toml;
  if (file_name.ends_with(".json")) return Format::Json;
  return std::nullopt;
}

}  // namespace grpolint
