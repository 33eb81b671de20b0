#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grpolint/finding.h"
#include "lint/analysis.h"
#include "lint/selection.h"
#include "rules/rule_set.h"

namespace grpolint::lint {

/// How one file is checked.
struct LintOptions {
  Circumstances circumstances;
  RuleSelection selection;
  bool honour_ignores = true;  ///< false: suppression comments are not applied
  /// Report that a file does not parse even when nothing in it speaks of GRPO; for files the user
  /// named. A folder, and what a hook names, holds many files that are not meant.
  bool named = true;
  /// The rules for a companion that the file names; empty: those for the file.
  std::function<RuleSelection(const std::filesystem::path& companion)> selection_of_companion;

  RuleSelection selection_for_companion(const std::filesystem::path& companion) const;
};

/// The findings of one file, sorted by position then code.
struct FileReport {
  std::string file;
  Source source;
  std::vector<Finding> findings;   ///< suppressed ones included, marked
  std::vector<Span> credentials;   ///< of the source: not to be printed; in rising order
  std::vector<std::string> notes;  ///< for stderr
  std::string dialect;
  std::string recognition;  ///< why it was recognised so, for --verbose
  bool linted = false;
  /// A companion that was checked without a config: which of its suppressions are used is not
  /// known.
  bool alone = false;
  std::vector<FileReport> companions;  ///< of the files that the config names
};

/// Adds the findings of another report on the same file that `report` does not have yet: a
/// companion is checked for itself and in the light of each config that names it. Of equal findings
/// the more severe stays, and a suppression is unused only if it is in every light.
void merge(FileReport more, FileReport& report);

/// file -> findings: analysis, rules, suppression comments. Errors as analyse().
Result<FileReport> lint_file(Source source, Format format, const rules::RuleSet& rules,
                             const LintOptions& options);

}  // namespace grpolint::lint
