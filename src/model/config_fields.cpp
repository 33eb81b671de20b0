#include "model/config_fields.h"

#include <fmt/format.h>

#include <cmath>

namespace grpolint::model {
namespace {

/// A value as an error message shows it: short, whatever the file holds.
std::string shown(const Node& node) {
  constexpr std::size_t kLongest = 40;
  switch (node.kind) {
    case NodeKind::Sequence:
      return "a list";
    case NodeKind::Mapping:
      return "an object";
    case NodeKind::Boolean:
      return node.boolean ? "true" : "false";
    default:
      break;
  }
  std::string text = node.text.substr(0, kLongest);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  }
  if (node.text.size() > kLongest) text += "...";
  return node.kind == NodeKind::String ? fmt::format("the string \"{}\"", text) : text;
}

}  // namespace

const Node* ConfigFields::find(std::string_view key) const {
  const Member* member = document_->find(mapping_, key);
  if (member == nullptr) return nullptr;
  const Node& node = document_->node(member->value.node);
  return node.kind == NodeKind::Null ? nullptr : &node;
}

std::string ConfigFields::label(std::string_view key) const {
  return fmt::format("{}{}", prefix_, key);
}

void ConfigFields::refuse(std::string message) {
  if (!error_) error_ = std::move(message);
}

void ConfigFields::refuse(std::string_view key, std::string_view wanted, const Node& seen) {
  refuse(fmt::format("{} must be {}, not {}", label(key), wanted, shown(seen)));
}

void ConfigFields::take_error(const ConfigFields& other) {
  if (!error_) error_ = other.error_;
}

std::optional<std::int64_t> ConfigFields::whole_number(const Node& node, std::int64_t least,
                                                       std::int64_t most) const {
  if (node.kind != NodeKind::Integer || !std::isfinite(node.number)) return std::nullopt;
  if (node.number < static_cast<double>(least) || node.number > static_cast<double>(most)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(node.number);
}

std::int64_t ConfigFields::count(std::string_view key, std::int64_t fallback, std::int64_t limit) {
  const Node* node = find(key);
  if (node == nullptr) return fallback;
  const auto value = whole_number(*node, 0, limit);
  if (!value) refuse(key, fmt::format("a whole number from 0 to {}", limit), *node);
  return value.value_or(fallback);
}

std::int64_t ConfigFields::required(std::string_view key, std::int64_t limit) {
  const Node* node = find(key);
  if (node == nullptr) {
    refuse(fmt::format("{} is missing", label(key)));
    return 1;
  }
  const auto value = whole_number(*node, 1, limit);
  if (!value) refuse(key, fmt::format("a whole number from 1 to {}", limit), *node);
  return value.value_or(1);
}

bool ConfigFields::boolean(std::string_view key, bool fallback) {
  const Node* node = find(key);
  if (node == nullptr) return fallback;
  if (node->kind != NodeKind::Boolean) {
    refuse(key, "true or false", *node);
    return fallback;
  }
  return node->boolean;
}

std::string ConfigFields::string(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return {};
  if (node->kind != NodeKind::String) {
    refuse(key, "a string", *node);
    return {};
  }
  return node->text;
}

std::optional<std::vector<std::string>> ConfigFields::strings(std::string_view key) {
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  std::vector<std::string> out;
  for (const Use& item : node->items) {
    const Node& element = document_->node(item.node);
    if (element.kind != NodeKind::String) {
      refuse(key, "a list of strings", *node);
      return std::nullopt;
    }
    out.push_back(element.text);
  }
  if (node->kind != NodeKind::Sequence) {
    refuse(key, "a list of strings", *node);
    return std::nullopt;
  }
  return out;
}

std::vector<std::int64_t> ConfigFields::counts(std::string_view key, std::int64_t limit) {
  std::vector<std::int64_t> out;
  const Node* node = find(key);
  if (node == nullptr) return out;
  if (node->kind != NodeKind::Sequence) {
    refuse(key, "a list of whole numbers", *node);
    return out;
  }
  for (const Use& item : node->items) {
    const auto value = whole_number(document_->node(item.node), 0, limit);
    if (!value) {
      refuse(key, fmt::format("a list of whole numbers from 0 to {}", limit), *node);
      return {};
    }
    out.push_back(*value);
  }
  return out;
}

std::optional<ConfigFields> ConfigFields::table(std::string_view key) {
  const Member* member = document_->find(mapping_, key);
  const Node* node = find(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind != NodeKind::Mapping) {
    refuse(key, "an object", *node);
    return std::nullopt;
  }
  return ConfigFields(*document_, member->value.node, label(key) + ".");
}

}  // namespace grpolint::model
