#pragma once

#include <vector>

#include "grpolint/finding.h"
#include "lint/selection.h"
#include "lint/suppression/directives.h"
#include "rules/native.h"
#include "rules/rule_set.h"

namespace grpolint::lint {

/// What is wrong with the suppressions of a file, as matches of the three native rules about them.
struct SuppressionMatches {
  std::vector<rules::Match> unused;     ///< suppression-unused: match.selector
  std::vector<rules::Match> unknown;    ///< suppression-unknown-rule: match.selector, .suggestion
  std::vector<rules::Match> malformed;  ///< suppression-malformed: match.message
};

/// Marks the findings that the suppressions cover. A selector that covered nothing is unused,
/// unless one of its rules is not enabled now: a run with --select says nothing about the others.
/// Precondition: the findings are in the order of their places.
SuppressionMatches apply_suppressions(const Directives& directives, const rules::RuleSet& rules,
                                      const RuleSelection& selection,
                                      std::vector<Finding>& findings);

}  // namespace grpolint::lint
