#pragma once

#include <optional>
#include <string_view>

#include "condition/program.h"
#include "fact/value.h"

namespace grpolint::condition {

/// The unit of `a op b`, empty when the operation makes no sense. `op` is an arithmetic or a
/// comparison operator (for which only "not empty" means something). Tokens and plain numbers may
/// be mixed freely; bytes / bytes is a plain number; bytes / seconds is a rate.
std::optional<Unit> combine(Op op, Unit a, Unit b);

/// "bytes", "parameters", "a plain number", ... for messages.
std::string_view describe(Unit unit);

}  // namespace grpolint::condition
