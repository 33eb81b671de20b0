#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "dialect/recognition.h"

namespace grpolint::dialect {

/// What a predicate asks of the value found at its path.
enum class Test : std::uint8_t { Exists, Equals, IsKind, Matches };

/// One predicate of rules/dialects.toml, whose header explains the notation.
struct Predicate {
  std::string_view text;  ///< as written, for "why"
  std::string_view path;  ///< dotted; `*`, `**` and a trailing `*` are wildcards
  Test test = Test::Exists;
  std::string_view argument;  ///< "a|b", the kind, or the expression
};

/// Predicates of which one must hold.
using PredicateGroup = std::span<const Predicate>;

struct Sign {
  std::string_view dialect;
  Layout layout = Layout::Flat;
  bool linted = false;
  std::string_view formats;  ///< comma-separated; empty for any
  std::span<const PredicateGroup> when;
  PredicateGroup unless;
};

/// The signs of rules/dialects.toml in order. Generated; static storage.
std::span<const Sign> signs();

}  // namespace grpolint::dialect
