#include "document/yaml_scalar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "document/python_number.h"
#include "document/yaml_timestamp.h"

namespace grpolint {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_digit_or_underscore(char c) { return is_digit(c) || c == '_'; }

/// Reads a text from its start; every step either moves on or leaves the place alone.
class Matcher {
 public:
  explicit Matcher(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }
  bool sign() { return one_of("+-"); }
  bool one_of(std::string_view set) {
    if (rest_.empty() || set.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool literal(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  template <typename Accepts>
  bool digit(Accepts accepts) {
    if (rest_.empty() || !accepts(rest_.front())) return false;
    rest_.remove_prefix(1);
    return true;
  }
  template <typename Accepts>
  std::size_t many(Accepts accepts) {
    std::size_t count = 0;
    while (digit(accepts)) ++count;
    return count;
  }
  /// One or more ":n" with n below 60.
  bool sexagesimal_places() {
    std::size_t count = 0;
    while (literal(":")) {
      const bool tens = one_of("012345");
      if (!digit(is_digit) && !tens) return false;
      ++count;
    }
    return count > 0;
  }

 private:
  std::string_view rest_;
};

template <typename... Words>
bool is_one_of(std::string_view text, Words... words) {
  return ((text == words) || ...);
}

bool is_null(std::string_view text) { return is_one_of(text, "", "~", "null", "Null", "NULL"); }

bool is_boolean(std::string_view text) {
  return is_one_of(text, "yes", "Yes", "YES", "no", "No", "NO", "true", "True", "TRUE", "false",
                   "False", "FALSE", "on", "On", "ON", "off", "Off", "OFF");
}

bool is_decimal_float(std::string_view text, bool leading_digits) {
  Matcher match(text);
  if (leading_digits) {
    match.sign();
    if (!match.digit(is_digit)) return false;
    match.many(is_digit_or_underscore);
    if (!match.literal(".")) return false;
  } else if (!match.literal(".") || !match.digit(is_digit)) {
    return false;
  }
  match.many(is_digit_or_underscore);
  if (match.one_of("eE") && (!match.sign() || match.many(is_digit) == 0)) return false;
  return match.done();
}

bool is_sexagesimal_float(std::string_view text) {
  Matcher match(text);
  match.sign();
  if (!match.digit(is_digit)) return false;
  match.many(is_digit_or_underscore);
  if (!match.sexagesimal_places() || !match.literal(".")) return false;
  match.many(is_digit_or_underscore);
  return match.done();
}

bool is_special_float(std::string_view text) {
  if (is_one_of(text, ".nan", ".NaN", ".NAN")) return true;
  Matcher match(text);
  match.sign();
  return (match.literal(".inf") || match.literal(".Inf") || match.literal(".INF")) && match.done();
}

bool is_float(std::string_view text) {
  return is_decimal_float(text, true) || is_decimal_float(text, false) ||
         is_sexagesimal_float(text) || is_special_float(text);
}

bool is_integer(std::string_view text) {
  Matcher match(text);
  match.sign();
  if (match.literal("0")) {
    if (match.done()) return true;
    if (match.literal("b")) {
      return match.many([](char c) { return c == '0' || c == '1' || c == '_'; }) > 0 &&
             match.done();
    }
    if (match.literal("x")) {
      return match.many([](char c) {
        return is_digit_or_underscore(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
      }) > 0 &&
             match.done();
    }
    return match.many([](char c) { return (c >= '0' && c <= '7') || c == '_'; }) > 0 &&
           match.done();
  }
  if (!match.digit(is_digit)) return false;
  match.many(is_digit_or_underscore);
  return match.done() || (match.sexagesimal_places() && match.done());
}

std::string construct_boolean(Node& node) {
  std::string lower = node.text;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (is_one_of(lower, "yes", "true", "on")) {
    node.boolean = true;
  } else if (!is_one_of(lower, "no", "false", "off")) {
    return fmt::format("'{}' is not a boolean; YAML takes true or false", node.text);
  }
  return {};
}

}  // namespace

YamlType resolve_plain_scalar(std::string_view text) {
  // Only texts with one of these first characters can be anything but a string.
  static constexpr std::string_view kFirst = "~nNyYtTfFoO-+0123456789.<=";
  if (!text.empty() && kFirst.find(text.front()) == std::string_view::npos) {
    return YamlType::String;
  }
  if (is_null(text)) return YamlType::Null;
  if (is_boolean(text)) return YamlType::Boolean;
  if (is_float(text)) return YamlType::Float;
  if (is_integer(text)) return YamlType::Integer;
  if (is_yaml_timestamp(text)) return YamlType::Timestamp;
  if (text == "<<") return YamlType::Merge;
  if (text == "=") return YamlType::Value;
  return YamlType::String;
}

std::string construct_scalar(YamlType type, Node& node) {
  switch (type) {
    case YamlType::Null:
      node.kind = NodeKind::Null;
      return {};
    case YamlType::Boolean:
      node.kind = NodeKind::Boolean;
      return construct_boolean(node);
    case YamlType::Integer: {
      node.kind = NodeKind::Integer;
      const std::optional<double> value = parse_yaml_integer(node.text);
      node.number = value.value_or(0);
      return value ? std::string() : fmt::format("'{}' is not an integer", node.text);
    }
    case YamlType::Float: {
      node.kind = NodeKind::Float;
      const std::optional<double> value = parse_yaml_float(node.text);
      node.number = value.value_or(0);
      return value ? std::string() : fmt::format("'{}' is not a number", node.text);
    }
    case YamlType::Timestamp:
      node.kind = NodeKind::Date;
      return is_real_timestamp(node.text)
                 ? std::string()
                 : fmt::format("'{}' is not a date of the calendar; quote it if it is text",
                               node.text);
    case YamlType::String:
    case YamlType::Merge:
    case YamlType::Value:
      node.kind = NodeKind::String;
      break;
  }
  return {};
}

std::string python_text(const Node& scalar) {
  switch (scalar.kind) {
    case NodeKind::Null:
      return "None";
    case NodeKind::Boolean:
      return scalar.boolean ? "True" : "False";
    case NodeKind::Integer:
      return python_integer_text(scalar.text, scalar.number);
    case NodeKind::Float:
      return python_float_text(scalar.number);
    default:
      return scalar.text;
  }
}

}  // namespace grpolint
