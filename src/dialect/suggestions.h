#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialect/run.h"

namespace grpolint::dialect {

/// The argument that a key was probably meant to be.
struct Suggestion {
  std::string argument;
  bool exact = false;    ///< it means the same: a rename changes nothing else
  std::string note;      ///< what is to be known about it; may be empty
  bool negated = false;  ///< no_gradient_checkpointing: the opposite of the argument
};

/// HfArgumentParser adds --no_x to the command line for each boolean x that is on by default.
inline constexpr std::string_view kNegation = "no_";

/// With fewer letters a word says too little to be taken for a slip: k and rank are names of many
/// things.
inline constexpr std::size_t kShortestWord = 5;

/// What the keys of one file were probably meant to be. Each is worked out once.
class Suggestions {
 public:
  explicit Suggestions(const Run& run) : run_(run), found_(run.entries.size()) {}

  /// Precondition: `entry` is one of run.entries.
  const std::optional<Suggestion>& of(const Entry& entry);

 private:
  std::optional<Suggestion> suggest(const Entry& entry);
  std::optional<Suggestion> negation_of(std::string argument);
  const std::vector<std::string_view>& names();

  const Run& run_;
  std::vector<std::string_view> names_;
  std::vector<std::optional<std::optional<Suggestion>>> found_;  ///< by entry; outer empty: not yet
};

/// The first keys, `most` at most, that resemble nothing that the framework has: no slips, but
/// arguments of a script of the user's own.
std::vector<std::string> keys_of_own_script(const Run& run, std::size_t most);

}  // namespace grpolint::dialect
