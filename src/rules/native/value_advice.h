#pragma once

#include <string>

#include "rules/native/value_faults.h"

namespace grpolint::rules::native {

/// How to write a value of the argument, in words, for a fault with no certain correction: "write
/// an integer; the default is 8". Never empty.
std::string value_advice(const RuleContext& context, const ValueFault& fault);

}  // namespace grpolint::rules::native
