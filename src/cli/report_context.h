#pragma once

#include <string>
#include <vector>

#include "cli/check_files.h"
#include "report/run_context.h"
#include "rules/rule_set.h"

namespace grpolint::cli {

/// What reports say of the whole run. Paths are relative to the repository, the nearest folder
/// upwards that holds .git, or the current folder where there is none; in SARIF to `sarif_root`
/// where it is stated, in annotations to GITHUB_WORKSPACE, for GitLab to CI_PROJECT_DIR.
report::RunContext report_context(const std::vector<CheckedFile>& files,
                                  const rules::RuleSet& rules, const std::string& sarif_root);

}  // namespace grpolint::cli
