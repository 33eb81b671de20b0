#include "document/problem_text.h"

#include <algorithm>

#include "text/utf8.h"

namespace grpolint {
namespace {

constexpr std::size_t kMaxExcerpt = 60;  // characters
constexpr std::size_t kMaxProblems = 200;

}  // namespace

std::string excerpt(std::string_view text) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t count = 0; at < text.size() && count < kMaxExcerpt; ++count) {
    const CodePoint point = decode_utf8(text, at);
    if (!point.valid) {
      append_utf8(out, 0xFFFD);
    } else if (point.value < 0x20 || (point.value >= 0x7F && point.value < 0xA0)) {
      out += ' ';
    } else {
      out += text.substr(at, point.length);
    }
    at += point.length;
  }
  if (at < text.size()) out += "...";
  return out;
}

void add_problem(Document& document, Problem::Kind kind, Span span, std::string message) {
  if (document.problems.size() > kMaxProblems) return;
  if (document.problems.size() == kMaxProblems) {
    kind = Problem::Kind::Limit;
    message = "too many problems in this file; the further ones are not listed";
  }
  document.problems.push_back({kind, span, std::move(message), std::nullopt, false});
}

Span find_conflict_marker(std::string_view bytes) {
  for (const std::string_view marker : {"<<<<<<< ", ">>>>>>> "}) {
    for (std::size_t at = bytes.find(marker); at != std::string_view::npos;
         at = bytes.find(marker, at + 1)) {
      if (at == 0 || bytes[at - 1] == '\n' || bytes[at - 1] == '\r') {
        return line_around(bytes, static_cast<std::uint32_t>(at));
      }
    }
  }
  const auto end = static_cast<std::uint32_t>(bytes.size());
  return {end, end};
}

Span line_around(std::string_view bytes, std::uint32_t at) {
  std::size_t begin = std::min<std::size_t>(at, bytes.size());
  while (begin > 0 && bytes[begin - 1] != '\n' && bytes[begin - 1] != '\r') --begin;
  const std::size_t end = std::min(bytes.find_first_of("\r\n", begin), bytes.size());
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace grpolint
