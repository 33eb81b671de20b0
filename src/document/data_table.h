#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace grpolint {

/// A mistake in a data or settings file of grpolint's own.
struct DataError {
  Span span;
  std::string message;
};

/// Typed access to one table of a data or settings file (rules, GPU catalogue, grpolint.toml).
/// A wrong type or a missing required key is recorded with its span and a neutral value returned,
/// so that a loader reads straight through and reports every mistake at once. finish() reports the
/// keys that nobody asked for, with the nearest known one.
class DataTable {
 public:
  /// `document` and `errors` must outlive the table. Precondition: `mapping` is a Mapping node.
  DataTable(const Document& document, NodeId mapping, std::vector<DataError>& errors);

  std::string string(std::string_view key);  // required
  double number(std::string_view key);       // required
  std::optional<std::string> optional_string(std::string_view key);
  std::optional<double> optional_number(std::string_view key);
  std::optional<bool> optional_boolean(std::string_view key);
  std::vector<std::string> strings(std::string_view key);  // absent: empty; a lone string: one
  std::optional<DataTable> table(std::string_view key);
  std::vector<DataTable> tables(std::string_view key);  // array of tables; absent: empty
  /// Keys of this table in source order, for tables whose keys are data.
  std::vector<std::string> keys() const;
  /// The value as any node, for keys whose type varies; null when absent.
  const Node* any(std::string_view key);

  /// Span of the value of `key`, or of the table when absent.
  Span span_of(std::string_view key) const;
  Span span() const;
  void error(Span span, std::string message);
  void finish();

 private:
  const Member* take(std::string_view key);
  /// The value of `key` when it is there and `accepts` takes it; a wrong one is an error.
  const Node* expect(std::string_view key, std::string_view wanted, bool (*accepts)(const Node&));
  void require(std::string_view key);

  const Document* document_;
  NodeId mapping_;
  std::vector<DataError>* errors_;
  std::vector<std::string> asked_;
};

}  // namespace grpolint
