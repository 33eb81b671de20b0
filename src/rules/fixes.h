#pragma once

#include <optional>

#include "grpolint/finding.h"
#include "rules/native.h"
#include "rules/places.h"
#include "rules/rule.h"

namespace grpolint::rules {

/// The edits that carry out a rule's [fix] in this file, in its format. A key that is not there yet
/// is put on a line of its own before the key the finding points at. Empty when the file does not
/// allow it simply: flow style on one line, an argument that the release does not know, nothing to
/// rename or remove. Precondition: context.run.
std::optional<Fix> build_fix(const Rule& rule, const RuleContext& context, const Place& place);

}  // namespace grpolint::rules
