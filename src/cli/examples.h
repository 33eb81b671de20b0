#pragma once

#include <string>

#include "rules/rule.h"
#include "rules/rule_set.h"

namespace grpolint::cli {

/// What `grpolint example.FORMAT OPTIONS` reports for an example of a rule, one finding a line.
/// Nothing outside the example is read: no settings, no companion files.
std::string report_on(const rules::Example& example, const rules::RuleSet& rules);

}  // namespace grpolint::cli
