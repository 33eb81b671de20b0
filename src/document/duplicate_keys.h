#pragma once

#include <cstdint>

#include "document/document.h"

namespace grpolint {

/// Whether two values of one document are the same data, however they are written. Gives up on
/// very large values and answers false.
bool same_data(const Document& document, NodeId a, NodeId b);

/// Reports the keys that a mapping has more than once, each with the one before it. At most
/// kMaxReported of them in a document; one problem of kind Limit then says so.
class DuplicateKeys {
 public:
  static constexpr std::uint32_t kMaxReported = 100;

  explicit DuplicateKeys(Document& document) : document_(document) {}
  void check(NodeId mapping);

 private:
  void report(const Member& earlier, const Member& later);

  Document& document_;
  std::uint32_t reported_ = 0;
};

}  // namespace grpolint
