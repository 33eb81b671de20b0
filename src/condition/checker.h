#pragma once

#include <variant>

#include "condition/condition.h"
#include "condition/syntax.h"

namespace grpolint::condition {

/// Checks names, types, units and patterns. String literals that are compared with a version
/// become version constants in `syntax`. TypeKind::Any is compatible with everything.
std::variant<Type, ConditionError> check_types(Syntax& syntax, const Vocabulary& vocabulary);

}  // namespace grpolint::condition
