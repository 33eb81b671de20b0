#include "rules/string_offset.h"

#include <algorithm>

namespace grpolint::rules {
namespace {

std::size_t digits_of_escape(char kind) {
  if (kind == 'u') return 4;
  return kind == 'U' ? 8 : 0;
}

/// UTF-8 length of a code point written as hexadecimal digits.
std::size_t encoded_length(std::string_view digits) {
  std::size_t code_point = 0;
  for (const char c : digits) {
    const bool is_decimal = c >= '0' && c <= '9';
    code_point =
        code_point * 16 + static_cast<std::size_t>(is_decimal ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  if (code_point < 0x80) return 1;
  if (code_point < 0x800) return 2;
  return code_point < 0x10000 ? 3 : 4;
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace

std::size_t written_offset(std::string_view written, std::size_t offset) {
  const bool triple = written.starts_with(R"(""")") || written.starts_with("'''");
  const bool escapes = written.starts_with('"');
  std::size_t at = triple ? 3 : 1;
  if (triple && at < written.size() && written[at] == '\r') ++at;
  if (triple && at < written.size() && written[at] == '\n') ++at;
  for (std::size_t decoded = 0; decoded < offset && at < written.size();) {
    if (!escapes || written[at] != '\\' || at + 1 >= written.size()) {
      ++at;
      ++decoded;
      continue;
    }
    const char kind = written[at + 1];
    if (triple && is_space(kind)) {  // a backslash that ends the line: what follows is left out
      ++at;
      while (at < written.size() && is_space(written[at])) ++at;
      continue;
    }
    const std::size_t digits = digits_of_escape(kind);
    decoded += digits == 0 ? 1 : encoded_length(written.substr(at + 2, digits));
    at += 2 + digits;
  }
  return std::min(at, written.size());
}

}  // namespace grpolint::rules
