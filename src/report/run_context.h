#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grpolint/finding.h"
#include "rules/rule.h"

namespace grpolint::report {

/// What a report says about the run as a whole rather than about one file. Everything may be left
/// out; the reports are then valid and merely say less.
struct RunContext {
  /// Rules that could have spoken about at least one file, sorted by code.
  std::vector<const rules::Rule*> rules;
  /// Severities that settings put in place of the rules' own, by code.
  std::map<std::string, Severity, std::less<>> severities;
  /// The repository: fingerprints hold paths relative to it. Canonical, as those below; where one
  /// is empty, paths stay as the user gave them.
  std::filesystem::path root;
  /// What paths are relative to for services that show reports beside a repository.
  std::filesystem::path sarif_root;
  std::filesystem::path github_root;
  std::filesystem::path gitlab_root;
  /// False when a file that the user named could not be checked.
  bool complete = true;
};

}  // namespace grpolint::report
