#include "lint/suppression/scope.h"

#include <algorithm>

namespace grpolint::lint {
namespace {

/// Last byte that belongs to each node, members included. A TOML table's own span is its header
/// alone, so the end of a mapping is where its last member ends. Children of a tree come later or
/// earlier in the arena depending on the reader, hence the explicit stack.
class Extents {
 public:
  explicit Extents(const Document& document)
      : document_(document), ends_(document.nodes.size(), 0), done_(document.nodes.size(), 0) {}

  std::uint32_t end_of(const Use& use) {
    // What an alias stands for is written elsewhere: only the alias itself is here.
    if (use.alias) return use.span.end;
    return std::max(use.span.end, end_of_node(use.node));
  }

 private:
  // Depth is bounded by ReadLimits::depth.
  std::uint32_t end_of_node(NodeId id) {
    if (done_[id]) return ends_[id];
    done_[id] = 1;
    const Node& node = document_.node(id);
    std::uint32_t end = node.span.end;
    for (const Use& item : node.items) end = std::max(end, end_of(item));
    for (const Member& member : node.members) end = std::max(end, end_of(member.value));
    ends_[id] = end;
    return end;
  }

  const Document& document_;
  std::vector<std::uint32_t> ends_;
  std::vector<char> done_;
};

}  // namespace

NodePlaces::NodePlaces(const Document& document) {
  Extents extents(document);
  for (const Node& node : document.nodes) {
    for (const Member& member : node.members) {
      places_.push_back({member.key_span.begin, extents.end_of(member.value)});
    }
    for (const Use& item : node.items) {
      places_.push_back({item.span.begin, extents.end_of(item)});
    }
  }
  std::sort(places_.begin(), places_.end(),
            [](Span a, Span b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
}

Span NodePlaces::next_after(std::uint32_t offset) const {
  const auto next = std::partition_point(places_.begin(), places_.end(),
                                         [&](Span place) { return place.begin < offset; });
  return next == places_.end() ? Span{offset, offset} : *next;
}

}  // namespace grpolint::lint
