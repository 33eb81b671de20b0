#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grpolint/finding.h"
#include "lint/analysis.h"
#include "rules/rule_set.h"

namespace grpolint::lint {

/// Which rules speak. Selectors are codes, code prefixes ("MEM"), names or "ALL"; the longest
/// matching selector wins, ignore beats select at the same length.
struct RuleSelection {
  std::vector<std::string> select = {"ALL"};
  std::vector<std::string> ignore;
  bool enabled(const rules::Rule& rule) const;
};

/// The findings of one file, sorted by position then code.
struct FileReport {
  std::string file;
  Source source;
  std::vector<Finding> findings;   ///< suppressed ones included, marked
  std::vector<std::string> notes;  ///< for stderr
  std::string dialect;
  std::string recognition;  ///< why it was recognised so, for --verbose
  bool linted = false;
};

/// file -> findings: analysis, rules, suppression comments.
Result<FileReport> lint_file(Source source, Format format, const Target& target,
                             const dialect::Companions& companions, const rules::RuleSet& rules,
                             const RuleSelection& selection, bool honour_ignores = true);

}  // namespace grpolint::lint
