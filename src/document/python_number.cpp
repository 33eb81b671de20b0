#include "document/python_number.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace grpolint {
namespace {

constexpr double kExactLimit = 9007199254740992.0;  // 2^53

std::string_view trim(std::string_view text) {
  const auto space = [](char c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

std::string without_underscores(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (const char c : text) {
    if (c != '_') plain.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c);
  }
  return plain;
}

/// Takes a sign off the front and returns it as +1 or -1.
double take_sign(std::string_view& text) {
  if (text.empty() || (text.front() != '-' && text.front() != '+')) return 1;
  const double sign = text.front() == '-' ? -1 : 1;
  text.remove_prefix(1);
  return sign;
}

std::optional<double> parse_digits(std::string_view digits, int base) {
  if (digits.empty()) return std::nullopt;
  double value = 0;
  for (const char c : digits) {
    int digit = 99;
    if (c >= '0' && c <= '9') digit = c - '0';
    if (c >= 'a' && c <= 'f') digit = c - 'a' + 10;
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

template <typename ParsePlace>
std::optional<double> parse_sexagesimal(std::string_view text, ParsePlace parse_place) {
  double value = 0;
  while (true) {
    const std::size_t colon = text.find(':');
    const std::optional<double> place = parse_place(text.substr(0, colon));
    if (!place) return std::nullopt;
    value = value * 60 + *place;
    if (colon == std::string_view::npos) return value;
    text.remove_prefix(colon + 1);
  }
}

std::optional<double> parse_decimal_integer(std::string_view text) {
  text = trim(text);
  if (text.empty()) return std::nullopt;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
  }
  // Correctly rounded, which adding up digit by digit is not.
  return parse_decimal(text);
}

}  // namespace

std::optional<double> parse_decimal(std::string_view text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty()) return std::nullopt;
  if (failure == std::errc::result_out_of_range) {
    // Too large or too small: the exponent's sign tells, and without one there are only digits.
    const std::size_t exponent = text.find_first_of("eE");
    const bool tiny = exponent != std::string_view::npos
                          ? text.substr(exponent + 1).starts_with('-')
                          : text.find('.') != std::string_view::npos &&
                                text.find_first_of("123456789") > text.find('.');
    value = tiny ? 0.0 : std::numeric_limits<double>::infinity();
    return text.starts_with('-') ? -value : value;
  }
  if (failure != std::errc()) return std::nullopt;
  return value;
}

std::optional<double> parse_yaml_integer(std::string_view text) {
  const std::string plain = without_underscores(trim(text));
  std::string_view digits = plain;
  const double sign = take_sign(digits);
  std::optional<double> value;
  if (digits.starts_with("0b")) {
    value = parse_digits(digits.substr(2), 2);
  } else if (digits.starts_with("0x")) {
    value = parse_digits(digits.substr(2), 16);
  } else if (digits.starts_with('0')) {
    value = parse_digits(digits, 8);
  } else if (digits.find(':') != std::string_view::npos) {
    value = parse_sexagesimal(digits, parse_decimal_integer);
  } else {
    value = parse_decimal_integer(digits);
  }
  if (!value) return std::nullopt;
  return *value == 0 ? 0 : sign * *value;
}

std::optional<double> parse_yaml_float(std::string_view text) {
  const std::string plain = without_underscores(trim(text));
  std::string_view digits = plain;
  const double sign = take_sign(digits);
  if (digits == ".inf" || digits == "inf" || digits == "infinity") {
    return sign * std::numeric_limits<double>::infinity();
  }
  if (digits == ".nan" || digits == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (digits.empty() || digits.front() == '+' || digits.front() == '-') return std::nullopt;
  const std::optional<double> value = digits.find(':') != std::string_view::npos
                                          ? parse_sexagesimal(digits, parse_decimal)
                                          : parse_decimal(digits);
  if (!value) return std::nullopt;
  return sign * *value;
}

std::string python_integer_text(std::string_view text, double number) {
  if (std::abs(number) < kExactLimit) return fmt::format("{:.0f}", number);
  std::string plain = without_underscores(text);
  if (plain.starts_with('+')) plain.erase(0, 1);
  return plain;
}

std::string python_float_text(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
  const double size = std::abs(number);
  const bool exponent_form = size != 0 && (size < 1e-4 || size >= 1e16);
  std::array<char, 64> buffer{};
  const std::to_chars_result shortest =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                    exponent_form ? std::chars_format::scientific : std::chars_format::fixed);
  std::string text(buffer.data(), shortest.ptr);
  if (!exponent_form && text.find('.') == std::string::npos) text += ".0";
  return text;
}

}  // namespace grpolint
