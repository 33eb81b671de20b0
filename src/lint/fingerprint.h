#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grpolint/finding.h"

namespace grpolint::lint {

/// Gives every finding of one file its fingerprint: 16 hexadecimal digits over code, key path and
/// which of those with both in common it is. Lines, values and wording are not in it.
/// Precondition: the findings are in their final order.
void set_fingerprints(std::vector<Finding>& findings);

/// The same among the findings of many files, as reports and baselines hold it: 16 hexadecimal
/// digits over the path and the finding's own fingerprint. `path` is relative to the project, so
/// that it is the same on every machine.
std::string project_fingerprint(std::string_view path, const Finding& finding);

}  // namespace grpolint::lint
