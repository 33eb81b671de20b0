#include "report/xml.h"

#include <fmt/format.h>

#include "report/text.h"
#include "text/utf8.h"

namespace grpolint::report {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

/// "Char" of https://www.w3.org/TR/xml/#charsets; surrogates never come out of the decoder.
bool is_xml_character(char32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c != 0xFFFE && c != 0xFFFF);
}

std::string_view reference(char32_t c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&apos;";
    case '\t':
      return "&#9;";
    case '\n':
      return "&#10;";
    case '\r':
      return "&#13;";
    default:
      return {};
  }
}

}  // namespace

std::string xml_escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    if (!point.valid || !is_xml_character(point.value)) {
      append_utf8(out, kReplacement);
    } else if (const std::string_view name = reference(point.value); !name.empty()) {
      out += name;
    } else if (is_unsafe_in_line(point.value)) {
      // A reader gets the character; a terminal or a diff that shows the report does not act on it.
      out += fmt::format("&#x{:X};", static_cast<unsigned>(point.value));
    } else {
      out.append(text, at, point.length);
    }
    at += point.length;
  }
  return out;
}

}  // namespace grpolint::report
