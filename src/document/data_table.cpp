#include "document/data_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "text/nearest.h"

namespace grpolint {
namespace {

std::string_view kind_name(NodeKind kind) {
  switch (kind) {
    case NodeKind::Null:
      return "null";
    case NodeKind::Boolean:
      return "a boolean";
    case NodeKind::Integer:
      return "an integer";
    case NodeKind::Float:
      return "a float";
    case NodeKind::String:
      return "a string";
    case NodeKind::Date:
      return "a date";
    case NodeKind::Sequence:
      return "an array";
    case NodeKind::Mapping:
      break;
  }
  return "a table";
}

bool is_number(const Node& node) {
  return node.kind == NodeKind::Integer || node.kind == NodeKind::Float;
}

}  // namespace

DataTable::DataTable(const Document& document, NodeId mapping, std::vector<DataError>& errors)
    : document_(&document), mapping_(mapping), errors_(&errors) {
  assert(document.node(mapping).kind == NodeKind::Mapping);
}

const Member* DataTable::take(std::string_view key) {
  if (std::find(asked_.begin(), asked_.end(), key) == asked_.end()) asked_.emplace_back(key);
  return document_->find(mapping_, key);
}

const Node* DataTable::expect(std::string_view key, std::string_view wanted,
                              bool (*accepts)(const Node&)) {
  const Member* member = take(key);
  if (member == nullptr) return nullptr;
  const Node& node = document_->node(member->value.node);
  if (accepts(node)) return &node;
  error(member->value.span,
        fmt::format("'{}' must be {}, not {}", key, wanted, kind_name(node.kind)));
  return nullptr;
}

void DataTable::require(std::string_view key) {
  if (document_->find(mapping_, key) == nullptr) {
    error(span(), fmt::format("missing key '{}'", key));
  }
}

std::string DataTable::string(std::string_view key) {
  require(key);
  return optional_string(key).value_or(std::string());
}

double DataTable::number(std::string_view key) {
  require(key);
  return optional_number(key).value_or(0);
}

std::optional<std::string> DataTable::optional_string(std::string_view key) {
  const Node* node =
      expect(key, "a string", [](const Node& value) { return value.kind == NodeKind::String; });
  return node != nullptr ? std::optional(node->text) : std::nullopt;
}

std::optional<double> DataTable::optional_number(std::string_view key) {
  const Node* node = expect(key, "a number", is_number);
  return node != nullptr ? std::optional(node->number) : std::nullopt;
}

std::optional<bool> DataTable::optional_boolean(std::string_view key) {
  const Node* node = expect(key, "true or false",
                            [](const Node& value) { return value.kind == NodeKind::Boolean; });
  return node != nullptr ? std::optional(node->boolean) : std::nullopt;
}

std::vector<std::string> DataTable::strings(std::string_view key) {
  const Node* node = expect(key, "a string or an array of strings", [](const Node& value) {
    return value.kind == NodeKind::String || value.kind == NodeKind::Sequence;
  });
  if (node == nullptr) return {};
  if (node->kind == NodeKind::String) return {node->text};
  std::vector<std::string> strings;
  for (const Use& item : node->items) {
    const Node& value = document_->node(item.node);
    if (value.kind == NodeKind::String) {
      strings.push_back(value.text);
    } else {
      error(item.span, fmt::format("'{}' must hold strings, not {}", key, kind_name(value.kind)));
    }
  }
  return strings;
}

std::optional<DataTable> DataTable::table(std::string_view key) {
  if (expect(key, "a table", [](const Node& value) { return value.kind == NodeKind::Mapping; }) ==
      nullptr) {
    return std::nullopt;
  }
  return DataTable(*document_, document_->find(mapping_, key)->value.node, *errors_);
}

std::vector<DataTable> DataTable::tables(std::string_view key) {
  const Node* node = expect(key, "an array of tables",
                            [](const Node& value) { return value.kind == NodeKind::Sequence; });
  std::vector<DataTable> tables;
  if (node == nullptr) return tables;
  for (const Use& item : node->items) {
    const Node& value = document_->node(item.node);
    if (value.kind == NodeKind::Mapping) {
      tables.emplace_back(*document_, item.node, *errors_);
    } else {
      error(item.span, fmt::format("'{}' must hold tables, not {}", key, kind_name(value.kind)));
    }
  }
  return tables;
}

std::vector<std::string> DataTable::keys() const {
  std::vector<std::string> keys;
  for (const Member* member : document_->effective_members(mapping_)) keys.push_back(member->key);
  return keys;
}

const Node* DataTable::any(std::string_view key) {
  const Member* member = take(key);
  return member != nullptr ? &document_->node(member->value.node) : nullptr;
}

Span DataTable::span_of(std::string_view key) const {
  const Member* member = document_->find(mapping_, key);
  return member != nullptr ? member->value.span : span();
}

Span DataTable::span() const { return document_->node(mapping_).span; }

void DataTable::error(Span span, std::string message) {
  errors_->push_back({span, std::move(message)});
}

void DataTable::finish() {
  const std::vector<std::string_view> known(asked_.begin(), asked_.end());
  for (const Member* member : document_->effective_members(mapping_)) {
    if (std::find(known.begin(), known.end(), member->key) != known.end()) continue;
    const std::optional<std::string_view> meant = nearest(member->key, known);
    error(member->key_span,
          meant ? fmt::format("unknown key '{}'; did you mean '{}'?", member->key, *meant)
                : fmt::format("unknown key '{}'", member->key));
  }
}

}  // namespace grpolint
