#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/check.h"
#include "rules/rule.h"
#include "rules/rule_file.h"
#include "rules/vocabulary.h"

namespace grpolint::rules {

/// The rules in force: the embedded ones and those of --rules folders, sorted by code.
class RuleSet {
 public:
  static RuleSet embedded();
  /// Adds every rule file (CODE-name.toml) below `folder`, unless that was done before: options and
  /// settings may name the same one. A code or name that exists already is an error, as is every
  /// mistake found by the type checker; the set is unchanged then. A missing or unreadable folder
  /// is an error too.
  std::vector<RuleFileError> add_folder(const std::filesystem::path& folder);

  std::span<const Rule* const> rules() const { return rules_; }
  const Rule* find(std::string_view code_or_name) const;

 private:
  std::vector<const Rule*> rules_;
  std::vector<std::shared_ptr<const void>> storage_;  // owns what add_folder loaded
  std::set<std::filesystem::path> folders_;           // that were added, canonical
};

}  // namespace grpolint::rules
