#pragma once

#include <vector>

#include "document/document.h"

namespace grpolint::lint {

/// The places of a document that a comment on a line of its own can speak about.
class NodePlaces {
 public:
  explicit NodePlaces(const Document& document);

  /// Key and whole value of the mapping member, or the list item, that comes next after `offset`;
  /// empty span at `offset` when nothing follows.
  Span next_after(std::uint32_t offset) const;

 private:
  std::vector<Span> places_;  // by begin; of those that begin together the widest first
};

}  // namespace grpolint::lint
