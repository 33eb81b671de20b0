#include "document/duplicate_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace grpolint {
namespace {

class DataComparison {
 public:
  explicit DataComparison(const Document& document) : document_(document) {}

  bool same(NodeId a, NodeId b) {
    if (a == b) return true;
    // Shared aliases can make a small tree stand for an astronomically large one.
    if (budget_ == 0) return false;
    --budget_;
    const Node& left = document_.node(a);
    const Node& right = document_.node(b);
    if (left.kind != right.kind) return false;
    switch (left.kind) {
      case NodeKind::Null:
        return true;
      case NodeKind::Boolean:
        return left.boolean == right.boolean;
      case NodeKind::Integer:
        // Beyond 2^53 different integers can share a double.
        return left.number == right.number &&
               (std::abs(left.number) < 0x1p53 || left.text == right.text);
      case NodeKind::Float:
        return left.number == right.number;
      case NodeKind::String:
      case NodeKind::Date:
        return left.text == right.text;
      case NodeKind::Sequence:
        return std::equal(left.items.begin(), left.items.end(), right.items.begin(),
                          right.items.end(),
                          [this](const Use& x, const Use& y) { return same(x.node, y.node); });
      case NodeKind::Mapping:
        break;
    }
    return same_members(left, right);
  }

 private:
  /// In order: the same members written in another order are rare enough to be called different.
  bool same_members(const Node& left, const Node& right) {
    const auto same_use = [this](const Use& x, const Use& y) { return same(x.node, y.node); };
    return std::equal(left.merges.begin(), left.merges.end(), right.merges.begin(),
                      right.merges.end(), same_use) &&
           std::equal(left.members.begin(), left.members.end(), right.members.begin(),
                      right.members.end(), [&](const Member& x, const Member& y) {
                        return x.string_key == y.string_key && x.key == y.key &&
                               same_use(x.value, y.value);
                      });
  }

  const Document& document_;
  std::uint32_t budget_ = 10'000;
};

}  // namespace

bool same_data(const Document& document, NodeId a, NodeId b) {
  return DataComparison(document).same(a, b);
}

void DuplicateKeys::check(NodeId mapping) {
  const std::vector<Member>& members = document_.node(mapping).members;
  if (members.size() < 2 || reported_ > kMaxReported) return;
  std::vector<std::uint32_t> order(members.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  const auto same_key = [&](std::uint32_t a, std::uint32_t b) {
    return members[a].string_key == members[b].string_key && members[a].key == members[b].key;
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (members[a].string_key != members[b].string_key) return members[a].string_key;
    const int difference = members[a].key.compare(members[b].key);
    return difference != 0 ? difference < 0 : a < b;
  });
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // later, earlier
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (same_key(order[i - 1], order[i])) pairs.emplace_back(order[i], order[i - 1]);
  }
  std::sort(pairs.begin(), pairs.end());
  for (const auto& [later, earlier] : pairs) {
    if (reported_ > kMaxReported) return;
    report(members[earlier], members[later]);
  }
}

void DuplicateKeys::report(const Member& earlier, const Member& later) {
  if (++reported_ > kMaxReported) {
    document_.problems.push_back(
        {Problem::Kind::Limit, later.key_span,
         fmt::format("more than {} duplicate keys; the further ones are not listed", kMaxReported),
         std::nullopt, false});
    return;
  }
  const bool equal = same_data(document_, earlier.value.node, later.value.node);
  document_.problems.push_back(
      {Problem::Kind::DuplicateKey, later.key_span,
       equal ? fmt::format("key '{}' is written twice, with the same value", later.key)
             : fmt::format("key '{}' is written twice; only this last value counts", later.key),
       earlier.key_span, equal});
}

}  // namespace grpolint
