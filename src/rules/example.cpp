#include "rules/example.h"

#include <fmt/format.h>

#include "rules/rule_reader.h"

namespace grpolint::rules {
namespace {

constexpr std::string_view kMark = "#~";
constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) + 1 - begin);
}

/// Reads "MEM001 error"; empty when it is not written like that.
std::optional<ExpectedFinding> read_mark(std::string_view text, std::uint32_t line) {
  const std::size_t space = text.find(' ');
  ExpectedFinding expected{line, std::string(text.substr(0, space)), std::nullopt};
  if (expected.code.empty()) return std::nullopt;
  if (space != std::string_view::npos) {
    expected.severity = parse_severity(trimmed(text.substr(space)));
    if (!expected.severity) return std::nullopt;
  }
  return expected;
}

}  // namespace

std::variant<PlainExample, std::string> without_marks(std::string_view text) {
  PlainExample result;
  std::uint32_t number = 1;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t mark = line.find(kMark);
    std::string_view kept = line.substr(0, mark);
    if (mark != std::string_view::npos) {
      kept = kept.substr(0, kept.find_last_not_of(kBlank) + 1);
      std::string_view marks = line.substr(mark + kMark.size());
      while (true) {
        const std::size_t comma = std::min(marks.find(','), marks.size());
        const auto expected = read_mark(trimmed(marks.substr(0, comma)), number);
        if (!expected) return fmt::format("cannot read the mark '{}'", line.substr(mark));
        result.expected.push_back(*expected);
        if (comma == marks.size()) break;
        marks.remove_prefix(comma + 1);
      }
    }
    result.text += kept;
    if (end < text.size()) result.text += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
  }
  return result;
}

}  // namespace grpolint::rules
