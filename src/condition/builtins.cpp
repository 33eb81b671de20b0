#include "condition/builtins.h"

#include <algorithm>
#include <cmath>

#include "condition/units.h"

namespace grpolint::condition {
namespace {

Value is_kind(const Value& value, ValueKind kind) {
  if (!value.is_known()) return Value::unknown();
  return Value::boolean(value.kind() == kind);
}

Value length(const Value& value) {
  if (value.kind() == ValueKind::List) {
    return Value::number(static_cast<double>(value.as_list().size()));
  }
  if (value.kind() != ValueKind::String) return Value::unknown();
  const auto is_first_byte = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  };
  const auto& text = value.as_string();
  return Value::number(static_cast<double>(std::count_if(text.begin(), text.end(), is_first_byte)));
}

Value extremum(std::span<const Value> values, bool largest) {
  double best = 0;
  Unit unit = Unit::None;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i].kind() != ValueKind::Number) return Value::unknown();
    const double number = values[i].as_number();
    if (i == 0) {
      best = number;
      unit = values[i].unit();
      continue;
    }
    const auto common = combine(Op::Add, unit, values[i].unit());
    if (!common && number != 0 && best != 0) return Value::unknown();
    if (common) unit = *common;
    if (!common && best == 0) unit = values[i].unit();
    best = largest ? std::max(best, number) : std::min(best, number);
  }
  return Value::number(best, unit);
}

Value rounded(const Value& value, double (*round)(double)) {
  if (value.kind() != ValueKind::Number) return Value::unknown();
  return Value::number(round(value.as_number()), value.unit());
}

Value join(const Value& list, const Value& separator) {
  if (list.kind() != ValueKind::List || separator.kind() != ValueKind::String) {
    return Value::unknown();
  }
  std::string text;
  bool first = true;
  for (const Value& item : list.as_list()) {
    if (item.is_absent()) continue;
    if (!item.is_known()) return Value::unknown();
    if (!first) text += separator.as_string();
    first = false;
    text += item.to_text();
  }
  return Value::string(std::move(text));
}

Value lower(const Value& value) {
  if (value.kind() != ValueKind::String) return Value::unknown();
  std::string text = value.as_string();
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return Value::string(std::move(text));
}

Value starts_with(const Value& text, const Value& prefix) {
  if (text.is_absent()) return Value::boolean(false);
  if (text.kind() != ValueKind::String || prefix.kind() != ValueKind::String) {
    return Value::unknown();
  }
  return Value::boolean(text.as_string().starts_with(prefix.as_string()));
}

}  // namespace

Value equal(const Value& a, const Value& b) {
  if (!a.is_known() || !b.is_known()) return Value::unknown();
  if (a.kind() != b.kind()) return Value::boolean(false);
  if (a.kind() == ValueKind::Number) {
    const bool comparable = a.as_number() == 0 || combine(Op::Equal, a.unit(), b.unit());
    return Value::boolean(comparable && a.as_number() == b.as_number());
  }
  return Value::boolean(a == b);
}

Value contains(const Value& list, const Value& item) {
  if (list.is_absent()) return Value::boolean(false);
  if (!list.is_known()) return Value::unknown();
  if (list.kind() != ValueKind::List) return equal(list, item);
  bool all_known = true;
  for (const Value& candidate : list.as_list()) {
    Value same = equal(candidate, item);
    if (!same.is_known()) {
      all_known = false;
    } else if (same.as_boolean()) {
      return same;
    }
  }
  return all_known ? Value::boolean(false) : Value::unknown();
}

Value call_builtin(Function function, std::span<const Value> arguments) {
  const Value& first = arguments[0];
  switch (function) {
    case Function::Known:
      return Value::boolean(first.is_known());
    case Function::Present:
      return Value::boolean(first.is_known() && !first.is_absent());
    case Function::IsNumber:
      return is_kind(first, ValueKind::Number);
    case Function::IsString:
      return is_kind(first, ValueKind::String);
    case Function::IsBoolean:
      return is_kind(first, ValueKind::Boolean);
    case Function::IsList:
      return is_kind(first, ValueKind::List);
    case Function::Len:
      return length(first);
    case Function::Min:
      return extremum(arguments, false);
    case Function::Max:
      return extremum(arguments, true);
    case Function::Floor:
      return rounded(first, [](double x) { return std::floor(x); });
    case Function::Ceil:
      return rounded(first, [](double x) { return std::ceil(x); });
    case Function::Round:
      return rounded(first, [](double x) { return std::round(x); });
    case Function::Join:
      return join(first, arguments[1]);
    case Function::Lower:
      return lower(first);
    case Function::StartsWith:
      return starts_with(first, arguments[1]);
    case Function::Contains:
      return contains(first, arguments[1]);
    case Function::Explicit:
    case Function::Default:
    case Function::Origin:
      break;
  }
  return Value::unknown();
}

}  // namespace grpolint::condition
