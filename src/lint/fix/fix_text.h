#pragma once

#include <string>
#include <vector>

#include "lint/linter.h"

namespace grpolint::lint {

enum class FixLevel {
  Safe,  ///< fixes that keep the meaning of the run apart from the fault
  Any,   ///< those as well that a person should look at
};

/// One fix that was made: what it was for and what it did.
struct AppliedFix {
  std::string code;
  std::string title;
};

/// A file after its fixes.
struct FixedFile {
  FileReport report;  ///< of the fixed text, which is report.source
  std::vector<AppliedFix> applied;
  std::vector<std::string> left_out;  ///< why a fix was not made, with its place: one line each
};

/// Whether the finding has a fix of that level and is not suppressed.
bool is_fixable(const Finding& finding, FixLevel level);

/// Makes the fixes that the findings bring and lints again, until none is left. Of fixes that
/// overlap the first wins; the next pass takes the others, if they still apply. A fix is made only
/// if the file then parses to the same data but for the fix and its finding is gone; a file with a
/// syntax error is left alone. Fixes that do not work are searched for by halves, and each try
/// reads and lints the whole file: after `kMostTries` the rest is left out. Errors as lint_file().
inline constexpr int kMostTries = 64;
Result<FixedFile> fix_file(FileReport report, Format format, const rules::RuleSet& rules,
                           const LintOptions& options, FixLevel level);

}  // namespace grpolint::lint
