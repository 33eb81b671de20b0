#pragma once

#include <span>
#include <vector>

#include "grpolint/finding.h"
#include "rules/native.h"
#include "rules/rule.h"

namespace grpolint::rules {

/// Findings of one rule on one file; `file`-level fields (suppression, fingerprint) are left empty.
/// A rule speaks only when its dialects and release ranges hold, its gate is known true, and one of
/// its levels is. Findings whose release range rests on an assumed release and does not cover every
/// release since 0.20.0 are warnings at most.
std::vector<Finding> check(const Rule& rule, const RuleContext& context);

/// The same for a native rule whose matches the caller has made.
std::vector<Finding> check_matches(const Rule& rule, const RuleContext& context,
                                   std::span<const Match> matches);

}  // namespace grpolint::rules
