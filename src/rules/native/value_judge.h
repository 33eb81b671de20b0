#pragma once

#include <optional>
#include <string>

#include "rules/native/value_faults.h"

namespace grpolint::rules::native {

/// How the value of one argument suits it, as the run's route and release read it. Preconditions:
/// entry.schema, and the value is no placeholder.
std::optional<ValueFault> judge_value(const RuleContext& context, const dialect::Entry& entry);

/// A spelling that every loader reads as a number: "1e-6" -> "1.0e-6", for integers "1e3" ->
/// "1000". Empty where an integer is wanted and the text is none that a double holds exactly.
std::string number_spelling(std::string text, bool integer);

}  // namespace grpolint::rules::native
