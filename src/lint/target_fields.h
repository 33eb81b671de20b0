#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "dialect/target.h"

namespace grpolint::lint {

/// One thing the user can state about a run, under all the names it has. The command line, pragmas
/// and [target] tables are read, checked and documented from this one table.
struct TargetField {
  using Text = std::optional<Stated<std::string>> Target::*;
  using Count = std::optional<Stated<int>> Target::*;
  using Number = std::optional<Stated<double>> Target::*;
  enum class Check { None, Version, Route, Gpu };

  std::string_view key;         ///< in pragmas and settings: "trl"
  std::string_view flag;        ///< on the command line: "--trl-version"
  std::string_view value_name;  ///< for --help: "VERSION"
  std::string_view help;
  std::variant<Text, Count, Number> member;
  double scale = 1;  ///< Number: what is written times this is what is stored
  Check check = Check::None;
  bool path = false;  ///< names a file; not accepted in pragmas, which may come from strangers
  double most = 0;    ///< Count, Number: the largest that is taken, as written; 0: none
};
std::span<const TargetField> target_fields();
/// By settings key; '-' counts as '_'. Null when there is none.
const TargetField* find_target_field(std::string_view key);

/// Reads `text` into the field. Returns what is wrong with it ("needs a whole number of at least
/// 1"), or nothing when it was set.
std::optional<std::string> state(const TargetField& field, std::string_view text, std::string by,
                                 Target& target);

/// The same, but a GPU is taken at its word: for the command line, which is read before settings
/// can add GPUs. unknown_gpu() makes up for it.
std::optional<std::string> state_unchecked(const TargetField& field, std::string_view text,
                                           std::string by, Target& target);
/// What is wrong with the names of GPUs in a target: "--gpu cannot be 'x': ...".
std::optional<std::string> unknown_gpu(const Target& target);

/// `stronger`, with the fields it leaves open taken from `weaker`.
Target overlay(Target stronger, const Target& weaker);

/// The fields that are set, as "key = text", and who said so; in the order of the table.
struct StatedText {
  std::string_view key;
  std::string text;
  std::string by;
};
std::vector<StatedText> stated_fields(const Target& target);

}  // namespace grpolint::lint
