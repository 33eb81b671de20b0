#pragma once

#include <span>
#include <string_view>

#include "condition/functions.h"
#include "fact/fact.h"
#include "fact/value.h"

namespace grpolint::condition {

/// Applies a function that looks only at the values of its arguments: all but explicit(), origin()
/// and default(), which the evaluator does itself. What cannot be computed is Unknown.
Value call_builtin(Function function, std::span<const Value> arguments);

/// Equality as conditions see it: Unknown when either side is; values of different kinds or of
/// units that cannot be compared differ.
Value equal(const Value& a, const Value& b);

/// Three-valued membership. A value that is not a list stands for a list of itself: frameworks
/// take `report_to: wandb` for `report_to: [wandb]`. Nothing is in null.
Value contains(const Value& list, const Value& item);

}  // namespace grpolint::condition
