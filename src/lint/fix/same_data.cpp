#include "lint/fix/same_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace grpolint::lint {
namespace {

bool is_scalar(const Node& node) {
  return node.kind != NodeKind::Mapping && node.kind != NodeKind::Sequence;
}

/// The same value written the same way.
bool same_scalar(const Node& a, const Node& b) {
  return a.kind == b.kind && a.text == b.text && a.boolean == b.boolean && a.tag == b.tag &&
         a.plain == b.plain;
}

std::ptrdiff_t duplicate_keys(const Document& document) {
  return std::count_if(
      document.problems.begin(), document.problems.end(),
      [](const Problem& found) { return found.kind == Problem::Kind::DuplicateKey; });
}

/// For each node whether an alias or a merge uses it.
std::vector<char> shared_nodes(const Document& document) {
  std::vector<char> shared(document.nodes.size(), 0);
  const auto mark = [&](const Use& use) {
    if (use.alias) shared[use.node] = 1;
  };
  for (const Node& node : document.nodes) {
    for (const Use& item : node.items) mark(item);
    for (const Member& member : node.members) mark(member.value);
    for (const Use& merge : node.merges) mark(merge);
  }
  return shared;
}

/// The members of a mapping by where they begin, of those at one place the first.
class MembersByPlace {
 public:
  explicit MembersByPlace(const std::vector<Member>& members) {
    for (std::size_t i = 0; i < members.size(); ++i) {
      keys_.emplace_back(members[i].key_span.begin, i);
      values_.emplace_back(members[i].value.span.begin, i);
    }
    std::sort(keys_.begin(), keys_.end());
    std::sort(values_.begin(), values_.end());
  }

  std::optional<std::size_t> with_key_at(std::uint32_t begin) const { return find(keys_, begin); }
  std::optional<std::size_t> with_value_at(std::uint32_t begin) const {
    return find(values_, begin);
  }

 private:
  using Places = std::vector<std::pair<std::uint32_t, std::size_t>>;

  static std::optional<std::size_t> find(const Places& places, std::uint32_t begin) {
    const auto found = std::lower_bound(places.begin(), places.end(),
                                        std::pair<std::uint32_t, std::size_t>(begin, 0));
    if (found == places.end() || found->first != begin) return std::nullopt;
    return found->second;
  }

  Places keys_;
  Places values_;
};

/// What edits may do to data.
enum class Allowed { WhatTheyTouch, Nothing };

class Comparison {
 public:
  Comparison(const Document& before, const Document& after, const EditedText& edited,
             Allowed allowed)
      : before_(before),
        after_(after),
        edited_(edited),
        allowed_(allowed),
        shared_(shared_nodes(before)) {}

  bool holds() {
    if (after_.root_id.has_value() != before_.root_id.has_value()) return differ("the file");
    if (!before_.root_id) return comments();
    return nodes(*before_.root_id, *after_.root_id, false, "the file") && comments();
  }
  const std::string& difference() const { return difference_; }

 private:
  bool differ(const std::string& what) {
    if (difference_.empty()) difference_ = "it would change " + what;
    return false;
  }

  /// A change that an edit accounts for.
  bool expected(bool shared, const std::string& what) {
    if (allowed_ == Allowed::Nothing) return differ(what);
    if (!shared) return true;
    if (difference_.empty()) {
      difference_ = fmt::format("it would change {}, which other places share", what);
    }
    return false;
  }

  bool uses(const Use& old, const Use& now, bool shared, const std::string& what) {
    if (old.alias != now.alias) {
      return edited_.touched(old.span) ? expected(shared, what) : differ(what);
    }
    return nodes(old.node, now.node, shared, what);
  }

  // Depth is bounded by ReadLimits::depth: aliases end at nodes that were compared already.
  bool nodes(NodeId old_id, NodeId now_id, bool shared, const std::string& what) {
    if (!compared_.emplace(old_id, now_id).second) return true;
    const Node& old = before_.node(old_id);
    const Node& now = after_.node(now_id);
    shared = shared || shared_[old_id] != 0;
    if (is_scalar(old)) return scalars(old, now, shared, what);
    // The span of a TOML table is its header alone.
    const bool replaced = edited_.replaced(old.span) && edited_.is_new(now.span);
    if (old.kind != now.kind) return replaced ? expected(shared, what) : differ(what);
    if (old.kind == NodeKind::Sequence) return sequences(old, now, shared, what, replaced);
    return mappings(old, now, shared, what);
  }

  bool scalars(const Node& old, const Node& now, bool shared, const std::string& what) {
    if (is_scalar(now) && same_scalar(old, now)) return true;
    const bool filled = old.span.empty() && edited_.is_new(now.span);
    return filled || edited_.touched(old.span) ? expected(shared, what) : differ(what);
  }

  bool sequences(const Node& old, const Node& now, bool shared, const std::string& what,
                 bool replaced) {
    if (old.items.size() != now.items.size()) {
      return replaced ? expected(shared, what) : differ(what);
    }
    for (std::size_t i = 0; i < old.items.size(); ++i) {
      if (!uses(old.items[i], now.items[i], shared, what)) return false;
    }
    return true;
  }

  bool mappings(const Node& old, const Node& now, bool shared, const std::string& what) {
    if (old.merges.size() != now.merges.size()) return differ("what is merged");
    for (std::size_t i = 0; i < old.merges.size(); ++i) {
      if (!uses(old.merges[i], now.merges[i], shared, what)) return false;
    }
    const MembersByPlace places(now.members);
    std::vector<char> accounted(now.members.size(), 0);
    for (const Member& member : old.members) {
      if (!member_kept(member, now, places, shared, accounted)) return false;
    }
    for (std::size_t i = 0; i < now.members.size(); ++i) {
      const Member& member = now.members[i];
      const std::string name = fmt::format("'{}'", member.key);
      if (accounted[i]) continue;
      if (!edited_.is_new(member.key_span)) return differ(name);
      if (!expected(shared, name)) return false;
    }
    return true;
  }

  bool member_kept(const Member& old, const Node& now, const MembersByPlace& places, bool shared,
                   std::vector<char>& accounted) {
    const std::string name = fmt::format("'{}'", old.key);
    const bool key_touched = edited_.touched(old.key_span);
    const bool removed = key_touched && (old.value.span.empty() || edited_.touched(old.value.span));
    if (removed) return expected(shared, name);
    const auto found = key_touched ? places.with_value_at(edited_.moved(old.value.span.begin))
                                   : places.with_key_at(edited_.moved(old.key_span.begin));
    if (!found) return differ(name);
    accounted[*found] = 1;
    const Member& member = now.members[*found];
    if (key_touched ? !expected(shared, name)
                    : member.key != old.key || member.string_key != old.string_key) {
      return differ(name);
    }
    return uses(old.value, member.value, shared, name);
  }

  bool comments() {
    std::set<std::pair<std::uint32_t, std::uint32_t>> now;
    for (const Comment& comment : after_.comments)
      now.emplace(comment.span.begin, comment.span.end);
    for (const Comment& comment : before_.comments) {
      if (edited_.touched(comment.span)) continue;
      const std::uint32_t begin = edited_.moved(comment.span.begin);
      const std::uint32_t length = comment.span.end - comment.span.begin;
      if (!now.contains({begin, begin + length})) return differ("a comment");
    }
    return true;
  }

  const Document& before_;
  const Document& after_;
  const EditedText& edited_;
  Allowed allowed_;
  std::vector<char> shared_;
  std::set<std::pair<NodeId, NodeId>> compared_;
  std::string difference_;
};

std::optional<std::string> difference(const Document& before, const Document& after,
                                      const EditedText& edited, Allowed allowed) {
  if (after.has_syntax_error()) return "the file would have a syntax error";
  if (after.is_unreadable()) return "the file could not be read";
  if (before.further_documents.size() != after.further_documents.size()) {
    return "it would change the number of documents";
  }
  if (duplicate_keys(after) > duplicate_keys(before)) return "it would write a key twice";
  Comparison comparison(before, after, edited, allowed);
  if (comparison.holds()) return std::nullopt;
  return comparison.difference();
}

}  // namespace

std::optional<std::string> unexpected_change(const Document& before, const Document& after,
                                             const EditedText& edited) {
  return difference(before, after, edited, Allowed::WhatTheyTouch);
}

std::optional<std::string> changed_data(const Document& before, const Document& after,
                                        const EditedText& edited) {
  return difference(before, after, edited, Allowed::Nothing);
}

}  // namespace grpolint::lint
