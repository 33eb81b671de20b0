#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace grpolint::model {

/// Typed access to one mapping of a config.json, which may come from anywhere: a field of a wrong
/// type or out of range is refused, never converted. The first refusal is kept in error() and
/// neutral values are returned from then on, so a caller reads straight through and checks once.
class ConfigFields {
 public:
  /// `document` must outlive this. Precondition: `mapping` is a Mapping node.
  ConfigFields(const Document& document, NodeId mapping, std::string prefix = {})
      : document_(&document), mapping_(mapping), prefix_(std::move(prefix)) {}

  /// True when the key is there and not null.
  bool has(std::string_view key) const { return find(key) != nullptr; }
  /// A whole number in [0, limit]; `fallback` when absent or null.
  std::int64_t count(std::string_view key, std::int64_t fallback, std::int64_t limit);
  /// A whole number in [1, limit]; its absence is an error.
  std::int64_t required(std::string_view key, std::int64_t limit);
  bool boolean(std::string_view key, bool fallback);
  std::string string(std::string_view key);  // absent: empty
  /// Empty when absent or null.
  std::optional<std::vector<std::string>> strings(std::string_view key);
  /// Whole numbers; those that are not in [0, limit] are refused. Absent: empty.
  std::vector<std::int64_t> counts(std::string_view key, std::int64_t limit);
  std::optional<ConfigFields> table(std::string_view key);

  const std::optional<std::string>& error() const { return error_; }
  /// Keeps the first of its own and the given refusal.
  void take_error(const ConfigFields& other);
  void refuse(std::string message);

 private:
  const Node* find(std::string_view key) const;
  std::optional<std::int64_t> whole_number(const Node& node, std::int64_t least,
                                           std::int64_t most) const;
  std::string label(std::string_view key) const;
  void refuse(std::string_view key, std::string_view wanted, const Node& seen);

  const Document* document_;
  NodeId mapping_;
  std::string prefix_;
  std::optional<std::string> error_;
};

}  // namespace grpolint::model
