#include "dialect/python_values.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>

#include "document/python_number.h"

namespace grpolint::dialect {
namespace {

constexpr std::string_view kSpaces = " \t\n\r\f\v";

std::string_view strip(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpaces) - first + 1);
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The text without the underscores that Python allows between two digits; empty when one stands
/// elsewhere.
std::optional<std::string> without_underscores(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      out += text[i];
      continue;
    }
    const bool between =
        i > 0 && i + 1 < text.size() && is_digit(text[i - 1]) && is_digit(text[i + 1]);
    if (!between) return std::nullopt;
  }
  return out;
}

/// Sign and digits apart; the sign is dropped when it is '+', which from_chars does not read.
std::string_view without_plus(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  return text;
}

/// Of the alphabet with + and / or the one with - and _.
std::optional<std::uint32_t> base64_digit(char c) {
  constexpr std::uint32_t kSmall = 26;
  constexpr std::uint32_t kDigits = 52;
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a') + kSmall;
  if (is_digit(c)) return static_cast<std::uint32_t>(c - '0') + kDigits;
  if (c == '+' || c == '-') return 62;
  if (c == '/' || c == '_') return 63;
  return std::nullopt;
}

}  // namespace

std::optional<double> python_int(std::string_view text) {
  const std::optional<std::string> digits = without_underscores(strip(text));
  if (!digits) return std::nullopt;
  std::string_view rest = *digits;
  if (!rest.empty() && (rest.front() == '+' || rest.front() == '-')) rest.remove_prefix(1);
  if (rest.empty() || !std::all_of(rest.begin(), rest.end(), is_digit)) return std::nullopt;
  return parse_decimal(without_plus(*digits));
}

std::optional<double> python_float(std::string_view text) {
  const std::optional<std::string> plain = without_underscores(strip(text));
  if (!plain) return std::nullopt;
  std::string_view rest = without_plus(*plain);
  const bool negative = !rest.empty() && rest.front() == '-';
  std::string_view magnitude = negative ? rest.substr(1) : rest;
  if (magnitude.empty()) return std::nullopt;
  if (!is_digit(magnitude.front()) && magnitude.front() != '.') {
    const std::string word = lower(magnitude);
    double value = 0;
    if (word == "inf" || word == "infinity") {
      value = std::numeric_limits<double>::infinity();
    } else if (word == "nan") {
      value = std::numeric_limits<double>::quiet_NaN();
    } else {
      return std::nullopt;
    }
    return negative ? -value : value;
  }
  return parse_decimal(rest);
}

std::optional<bool> argparse_boolean(std::string_view text) {
  constexpr std::array<std::string_view, 5> kTrue = {"yes", "true", "t", "y", "1"};
  constexpr std::array<std::string_view, 5> kFalse = {"no", "false", "f", "n", "0"};
  const std::string word = lower(text);
  if (std::find(kTrue.begin(), kTrue.end(), word) != kTrue.end()) return true;
  if (std::find(kFalse.begin(), kFalse.end(), word) != kFalse.end()) return false;
  return std::nullopt;
}

std::optional<std::string> python_urlsafe_b64decode(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int position = 0;  // in a group of four digits, which are three bytes
  int padding = 0;
  for (const char c : text) {
    if (c == '=') {
      if (position >= 2 && position + ++padding >= 4) return bytes;
      continue;
    }
    const std::optional<std::uint32_t> digit = base64_digit(c);
    if (!digit) continue;
    padding = 0;
    bits = bits << 6U | *digit;
    if (position > 0) bytes += static_cast<char>(bits >> (6U - 2U * unsigned(position)) & 0xFFU);
    position = (position + 1) % 4;
  }
  return position == 0 ? std::optional(bytes) : std::nullopt;
}

bool is_none_word(std::string_view text) {
  const std::string word = lower(text);
  return word == "none" || word == "null";
}

}  // namespace grpolint::dialect
