#pragma once

#include <optional>

#include "grpolint/finding.h"
#include "rules/native.h"
#include "rules/places.h"
#include "rules/rule.h"

namespace grpolint::rules {

/// The edits that carry out a rule's [fix] in this file, in its format. A key that is not there yet
/// is put behind the key the finding points at, or, where sections part the arguments of the
/// trainer from others, in a section of its kind. Empty when the file does not allow it simply (a
/// value that aliases share, a TOML table with a header), when the release does not know an
/// argument, and when there is nothing to rename or remove. Precondition: context.run.
std::optional<Fix> build_fix(const Rule& rule, const RuleContext& context, const Place& place);

}  // namespace grpolint::rules
