#include "cli/report_context.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "cli/inputs.h"

namespace grpolint::cli {
namespace {

namespace fs = std::filesystem;

/// The nearest folder upwards that holds .git (a file in worktrees), else the current one.
fs::path repository_root() {
  std::error_code unreadable;
  fs::path here = resolved(fs::current_path(unreadable));
  for (fs::path folder = here; !folder.empty(); folder = folder.parent_path()) {
    if (fs::exists(folder / ".git", unreadable)) return folder;
    if (folder == folder.root_path()) break;
  }
  return here;
}

fs::path folder_in(const char* variable, const fs::path& otherwise) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0' ? resolved(value) : otherwise;
}

bool enabled_somewhere(const rules::Rule& rule, const std::vector<CheckedFile>& files) {
  return std::any_of(files.begin(), files.end(), [&](const CheckedFile& file) {
    return file.lint_options.selection.enabled(rule);
  });
}

/// The severity that the settings of all files agree on; empty where they leave it to the rule.
std::optional<Severity> replaced_severity(const rules::Rule& rule,
                                          const std::vector<CheckedFile>& files) {
  std::optional<Severity> agreed;
  for (const CheckedFile& file : files) {
    const auto& replaced = file.lint_options.selection.severity;
    const auto entry = replaced.find(rule.code);
    if (entry == replaced.end() || (agreed && *agreed != entry->second)) return std::nullopt;
    agreed = entry->second;
  }
  return agreed;
}

}  // namespace

report::RunContext report_context(const std::vector<CheckedFile>& files,
                                  const rules::RuleSet& rules, const std::string& sarif_root) {
  report::RunContext context;
  const fs::path root = repository_root();
  context.root = root;
  context.github_root = folder_in("GITHUB_WORKSPACE", root);
  context.gitlab_root = folder_in("CI_PROJECT_DIR", root);
  context.sarif_root = sarif_root.empty() ? root : resolved(sarif_root);
  for (const rules::Rule* rule : rules.rules()) {
    if (!files.empty() && !enabled_somewhere(*rule, files)) continue;
    context.rules.push_back(rule);
    if (const auto severity = replaced_severity(*rule, files)) {
      context.severities.emplace(rule->code, *severity);
    }
  }
  return context;
}

}  // namespace grpolint::cli
