#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grpolint/finding.h"
#include "lint/linter.h"

namespace grpolint::lint {

/// A file with comments that ignore its findings.
struct IgnoredFile {
  std::string text;
  std::size_t ignored = 0;             ///< findings that the comments cover
  std::vector<std::string> left_over;  ///< findings that no comment can cover, and why
};

/// Writes `# grpolint: ignore[CODE, ...] -- reason` behind the line of every finding that is not
/// suppressed, or adds the codes to such a comment that stands there. An empty `reason` is left
/// out. A comment is written only if the file then parses to the same data and, linted again by
/// `rules` and `options`, has its findings suppressed. Findings about suppressions, and those where
/// no comment can stand (inside a text of several lines), are left over. Errors: the format has no
/// comments; as lint_file().
Result<IgnoredFile> add_ignores(const FileReport& report, Format format,
                                const rules::RuleSet& rules, const LintOptions& options,
                                std::string_view reason);

}  // namespace grpolint::lint
