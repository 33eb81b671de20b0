#pragma once

#include <string>

#include "dialect/signs.h"
#include "grpolint/result.h"

namespace grpolint::dialect {

/// A predicate of rules/dialects.toml with owned text.
struct ParsedPredicate {
  std::string text;
  std::string path;
  Test test = Test::Exists;
  std::string argument;
};

/// Errors: an empty path segment, an unknown kind, an expression that RE2 refuses.
Result<ParsedPredicate> parse_predicate(const std::string& text);

}  // namespace grpolint::dialect
