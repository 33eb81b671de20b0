#include "fact/value.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <utility>

namespace grpolint {
namespace {

/// Integers in full, everything else with the six digits a reader can use.
std::string plain_number(double value) {
  constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
  if (value == std::trunc(value) && std::abs(value) < kExactIntegers) {
    return fmt::format("{:.0f}", value == 0 ? 0.0 : value);
  }
  return fmt::format("{:.6g}", value);
}

/// At most `decimals` digits after the point, without trailing zeros.
std::string rounded(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string format_bytes(double value) {
  constexpr double kKi = 1024;
  const double size = std::abs(value);
  // From 1023.95 MiB on, one decimal of MiB would print as 1024.
  if (size >= kKi * kKi * (kKi - 0.05)) return rounded(value / (kKi * kKi * kKi), 1) + " GiB";
  if (size >= kKi * (kKi - 0.05)) return rounded(value / (kKi * kKi), 1) + " MiB";
  if (size >= kKi) return rounded(value / kKi, 1) + " KiB";
  return rounded(value, 0) + " B";
}

std::string format_parameters(double value) {
  const double size = std::abs(value);
  if (size >= 999.5e6) return rounded(value / 1e9, 2) + "B";
  if (size >= 999.5e3) return rounded(value / 1e6, 0) + "M";
  if (size >= 1e3) return rounded(value / 1e3, 0) + "K";
  return rounded(value, 0);
}

std::string format_seconds(double value) {
  const double size = std::abs(value);
  if (size >= 3600) return rounded(value / 3600, 1) + " h";
  if (size >= 120) return rounded(value / 60, 1) + " min";
  return rounded(value, size < 10 ? 1 : 0) + " s";
}

std::string format_rate(double value) { return rounded(value, std::abs(value) < 10 ? 1 : 0); }

}  // namespace

std::string format_quantity(double value, Unit unit) {
  if (!std::isfinite(value)) return plain_number(value);
  switch (unit) {
    case Unit::Bytes:
      return format_bytes(value);
    case Unit::Parameters:
      return format_parameters(value);
    case Unit::Seconds:
      return format_seconds(value);
    case Unit::TokensPerSecond:
      return format_rate(value) + " tok/s";
    case Unit::BytesPerSecond:
      return format_rate(value / 1e9) + " GB/s";
    case Unit::None:
    case Unit::Tokens:
      break;
  }
  return plain_number(value);
}

Value Value::unknown() {
  Value result;
  result.kind_ = ValueKind::Unknown;
  return result;
}

Value Value::boolean(bool value) {
  Value result;
  result.kind_ = ValueKind::Boolean;
  result.data_ = value;
  return result;
}

Value Value::number(double value, Unit unit) {
  Value result;
  result.kind_ = ValueKind::Number;
  result.unit_ = unit;
  result.data_ = value;
  return result;
}

Value Value::number(double value, std::string written) {
  Value result;
  result.kind_ = ValueKind::Number;
  result.data_ = WrittenNumber{value, std::move(written)};
  return result;
}

Value Value::string(std::string value) {
  Value result;
  result.kind_ = ValueKind::String;
  result.data_ = std::move(value);
  return result;
}

Value Value::version(Version value) {
  Value result;
  result.kind_ = ValueKind::Version;
  result.data_ = value;
  return result;
}

Value Value::list(std::vector<Value> items) {
  Value result;
  result.kind_ = ValueKind::List;
  result.data_ = std::move(items);
  return result;
}

Value Value::map() {
  Value result;
  result.kind_ = ValueKind::Map;
  return result;
}

bool Value::as_boolean() const {
  assert(kind_ == ValueKind::Boolean);
  return *std::get_if<bool>(&data_);
}

double Value::as_number() const {
  assert(kind_ == ValueKind::Number);
  if (const auto* written = std::get_if<WrittenNumber>(&data_)) return written->value;
  return *std::get_if<double>(&data_);
}

const std::string& Value::as_string() const {
  assert(kind_ == ValueKind::String);
  return *std::get_if<std::string>(&data_);
}

Version Value::as_version() const {
  assert(kind_ == ValueKind::Version);
  return *std::get_if<Version>(&data_);
}

const std::vector<Value>& Value::as_list() const {
  assert(kind_ == ValueKind::List);
  return *std::get_if<std::vector<Value>>(&data_);
}

std::string Value::to_text() const {
  switch (kind_) {
    case ValueKind::Absent:
      return "null";
    case ValueKind::Unknown:
      return "?";
    case ValueKind::Boolean:
      return as_boolean() ? "true" : "false";
    case ValueKind::Number:
      if (const auto* written = std::get_if<WrittenNumber>(&data_)) return written->text;
      return format_quantity(as_number(), unit_);
    case ValueKind::String:
      return as_string();
    case ValueKind::Version:
      return as_version().to_string();
    case ValueKind::List: {
      std::string text = "[";
      for (const Value& item : as_list()) {
        if (text.size() > 1) text += ", ";
        text += item.to_text();
      }
      return text + "]";
    }
    case ValueKind::Map:
      return "{...}";
  }
  return {};
}

}  // namespace grpolint
