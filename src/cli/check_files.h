#pragma once

#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/options.h"
#include "lint/linter.h"
#include "lint/settings/discovery.h"

namespace grpolint::cli {

/// One file on its way through `check`.
struct CheckedFile {
  std::string name;  ///< as reported; "-" for standard input
  bool named = false;
  const lint::Settings* settings = nullptr;
  lint::LintOptions lint_options;
  lint::FileReport report;
};

/// The files to check with what is in force for each, sorted by name. What cannot be found is said
/// on stderr and sets `failed`.
std::vector<CheckedFile> collect(const CheckOptions& options, lint::SettingsFinder& finder,
                                 const Console& console, bool& failed);

/// Fills in the reports, in parallel, and adds those on the companions that configs name. Files
/// that could not be read or sized are said on stderr and leave the list; those that the user named
/// set `failed`.
void check_all(std::vector<CheckedFile>& files, const CheckOptions& options,
               const rules::RuleSet& rules, const Console& console, bool& failed);

}  // namespace grpolint::cli
