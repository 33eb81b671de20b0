#pragma once

#include "condition/condition.h"

namespace grpolint::rules {

/// Every name the conditions of rules may use, apart from a rule's own let.* and match.*: the facts
/// that the stages declare, and run.<argument> for every argument the schema knows in any release.
const condition::Vocabulary& vocabulary();

}  // namespace grpolint::rules
