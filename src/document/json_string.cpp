#include "document/json_string.h"

#include <fmt/format.h>

#include <optional>

namespace grpolint {
namespace {

constexpr std::size_t kUnicodeEscape = 6;  // \uXXXX

/// The code unit of a \uXXXX escape at `at`; empty when there is none.
std::optional<unsigned> unicode_escape(std::string_view text, std::size_t at) {
  const std::string_view escape = text.substr(at, kUnicodeEscape);
  if (escape.size() != kUnicodeEscape || !escape.starts_with("\\u")) return std::nullopt;
  unsigned unit = 0;
  for (const char c : escape.substr(2)) {
    unsigned digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<unsigned>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<unsigned>(c - 'a') + 10;
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<unsigned>(c - 'A') + 10;
    } else {
      return std::nullopt;
    }
    unit = unit * 16 + digit;
  }
  return unit;
}

bool is_high_surrogate(unsigned unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low_surrogate(unsigned unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

/// Checks the escape at scan.at and moves behind it.
void check_escape(std::string_view text, JsonStringScan& scan) {
  const char kind = scan.at + 1 < text.size() ? text[scan.at + 1] : '\0';
  if (kind != 'u') {
    if (kind != '\0' && std::string_view("\"\\/bfnrt").find(kind) != std::string_view::npos) {
      scan.at += 2;
      return;
    }
    scan.message = "unknown escape; write a backslash in a JSON string twice";
    return;
  }
  const std::optional<unsigned> unit = unicode_escape(text, scan.at);
  if (!unit) {
    scan.length = 2;
    scan.message = "\\u needs four hexadecimal digits";
    return;
  }
  std::size_t length = kUnicodeEscape;
  bool lone = is_low_surrogate(*unit);
  if (is_high_surrogate(*unit)) {
    const std::optional<unsigned> second = unicode_escape(text, scan.at + length);
    lone = !second || !is_low_surrogate(*second);
    if (!lone) length += kUnicodeEscape;
  }
  if (lone) {
    scan.length = length;
    scan.message = "this escape is half of a surrogate pair and stands for no character";
    return;
  }
  scan.at += length;
}

}  // namespace

JsonStringScan scan_json_string(std::string_view text, std::size_t begin) {
  JsonStringScan scan;
  scan.at = begin + 1;
  while (scan.at < text.size()) {
    const char c = text[scan.at];
    if (c == '"') {
      ++scan.at;
      return scan;
    }
    if (c == '\\') {
      check_escape(text, scan);
      if (!scan.message.empty()) return scan;
      continue;
    }
    if (c == '\n' || c == '\r') break;
    if (static_cast<unsigned char>(c) < 0x20) {
      scan.message = c == '\t' ? "a tab inside a string must be written \\t"
                               : fmt::format(
                                     "control character U+{:04X} inside a string must be "
                                     "written as an escape",
                                     static_cast<unsigned>(c));
      return scan;
    }
    ++scan.at;
  }
  scan.at = begin;
  scan.message = "this string is not closed on its line; a line break in it is written \\n";
  return scan;
}

}  // namespace grpolint
