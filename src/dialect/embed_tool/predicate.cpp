#include "predicate.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace grpolint::dialect {
namespace {

struct Operator {
  std::string_view text;
  Test test;
};
constexpr std::array kOperators = {
    Operator{" = ", Test::Equals},
    Operator{" is ", Test::IsKind},
    Operator{" ~ ", Test::Matches},
};
constexpr std::array<std::string_view, 5> kKinds = {"list", "mapping", "string", "number",
                                                    "boolean"};

bool has_empty_segment(std::string_view path) {
  return path.empty() || path.front() == '.' || path.back() == '.' ||
         path.find("..") != std::string_view::npos;
}

}  // namespace

Result<ParsedPredicate> parse_predicate(const std::string& text) {
  ParsedPredicate predicate;
  predicate.text = text;
  predicate.path = text;
  for (const Operator& candidate : kOperators) {
    const std::size_t at = text.find(candidate.text);
    if (at == std::string::npos) continue;
    predicate.test = candidate.test;
    predicate.path = text.substr(0, at);
    predicate.argument = text.substr(at + candidate.text.size());
    break;
  }
  if (has_empty_segment(predicate.path) || predicate.path.find(' ') != std::string::npos) {
    return Error{fmt::format("'{}' is not a dotted key path", predicate.path)};
  }
  if (predicate.test != Test::Exists && predicate.argument.empty()) {
    return Error{fmt::format("'{}' compares with nothing", text)};
  }
  if (predicate.test == Test::IsKind &&
      std::find(kKinds.begin(), kKinds.end(), predicate.argument) == kKinds.end()) {
    return Error{fmt::format("'{}' is not a kind of value", predicate.argument)};
  }
  if (predicate.test == Test::Matches) {
    const re2::RE2 expression(predicate.argument, re2::RE2::Quiet);
    if (!expression.ok()) {
      return Error{fmt::format("'{}': {}", predicate.argument, expression.error())};
    }
  }
  return predicate;
}

}  // namespace grpolint::dialect
