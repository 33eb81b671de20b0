#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/check_files.h"
#include "cli/console.h"
#include "cli/options.h"
#include "grpolint/result.h"
#include "lint/baseline/baseline.h"

namespace grpolint::cli {

/// What became of the files.
struct Changes {
  std::string to_print;  ///< for stdout: the diffs, or the changed text that came from stdin
  /// Who has stdout: the findings, or what is printed here; a diff leaves them out, and beside the
  /// text from stdin they go to stderr.
  enum class Stdout { Findings, Diff, Text } standard_output = Stdout::Findings;
  std::vector<std::string> notes;
  std::string summary;  ///< one line; empty when nothing was asked for
};

/// Makes the fixes or writes the ignore comments, as options.changes asks, and puts the reports of
/// the changed files in place of the old ones (with --diff the old ones stay: nothing changed).
/// What cannot be written is said on stderr and sets `failed`.
Changes change_files(std::vector<CheckedFile>& files, const CheckOptions& options,
                     const rules::RuleSet& rules, const Console& console, bool& failed);

/// What --baseline names; nothing when it is not given. Error: damaged, with its places.
Result<std::optional<lint::Baseline>> read_baseline(const ChangeOptions& options);

/// Takes the findings that --baseline or --write-baseline know out of the reports, and writes the
/// latter. False when it could not be written, which was said on stderr.
bool apply_baseline(std::vector<CheckedFile>& files, const ChangeOptions& options,
                    std::optional<lint::Baseline> baseline, const rules::RuleSet& rules,
                    Console& console);

}  // namespace grpolint::cli
