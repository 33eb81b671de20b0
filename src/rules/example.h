#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "grpolint/finding.h"
#include "rules/rule.h"

namespace grpolint::rules {

/// A finding that an example marks: `#~ CODE` or `#~ CODE severity` at the end of its line, several
/// with commas between them.
struct ExpectedFinding {
  std::uint32_t line = 1;  ///< of the text without marks
  std::string code;
  std::optional<Severity> severity;
};

/// An example as it is linted: the marks and the white space before them are taken out.
struct PlainExample {
  std::string text;
  std::vector<ExpectedFinding> expected;
};

/// The message says which mark cannot be read.
std::variant<PlainExample, std::string> without_marks(std::string_view text);

}  // namespace grpolint::rules
