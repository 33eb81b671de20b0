#pragma once

#include <array>
#include <optional>
#include <string>

#include "dialect/run.h"
#include "document/document.h"
#include "fact/value.h"

namespace grpolint::dialect {

/// Arguments typed as strings of words for which a list of the words is as good:
/// transformers/training_args.py, 5.10.0-5.24.0, _process_fsdp_args.
inline constexpr std::array<std::string_view, 1> kListTakenAsWords = {"fsdp"};

/// Arguments typed as strings for which a boolean does as well: Trainer.train() takes both for the
/// one, and TrainingArguments.__post_init__ makes words of the other (transformers 4.46.0-5.24.0).
inline constexpr std::array<std::string_view, 2> kBooleanTakenAsString = {"resume_from_checkpoint",
                                                                          "fsdp"};

/// How the value of a key arrives at its argument.
struct Coercion {
  Value value;
  std::optional<ValueProblem> problem;  ///< `entry` is left for the caller
};

/// The value of `use` for `argument` as the route hands it over. On Route::Trl argparse converts
/// strings and nothing else; on Route::Python nothing is converted; on Route::Unknown a string that
/// a careful loader would convert counts as converted, with the problem reported all the same.
/// A value nobody could use, and a placeholder, is Unknown.
Coercion coerce(const Source& source, const Document& document, const Use& use,
                const schema::Argument& argument, Route route, const schema::Releases& releases);

/// The value as the file format gives it, without an argument to compare with.
Value plain_value(const Source& source, const Document& document, const Use& use);

/// Text that an outer tool replaces before anyone reads the file: ${VAR}, {{ jinja }}, ???, <name>.
bool is_placeholder(const Source& source, const Node& node);

/// "an integer", "a number or null", "a list of numbers"
std::string wanted_text(const schema::ValueType& type);

/// "the string '1e-6'", "the integer 8", "null", "a list"; long strings are cut.
std::string describe(const Node& node);

}  // namespace grpolint::dialect
