#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "condition/condition.h"
#include "grpolint/result.h"
#include "rules/native.h"
#include "rules/rule.h"

namespace grpolint::rules {

/// A mistake in a rule file, positioned in it.
struct RuleFileError {
  std::string file;
  Position position;
  std::string message;
};

/// The rules in force: the embedded ones and those of --rules folders, sorted by code.
class RuleSet {
 public:
  static RuleSet embedded();
  /// Adds every *.toml below `folder`. A code that exists already is an error, as is every mistake
  /// found by the type checker; the set is unchanged then.
  std::vector<RuleFileError> add_folder(const std::filesystem::path& folder);

  std::span<const Rule* const> rules() const { return rules_; }
  const Rule* find(std::string_view code_or_name) const;

 private:
  std::vector<const Rule*> rules_;
  std::vector<std::shared_ptr<const void>> storage_;  // owns what add_folder loaded
};

/// Every name conditions may use.
const condition::Vocabulary& vocabulary();

/// Findings of one rule on one file; `file`-level fields (suppression, fingerprint) are left empty.
std::vector<Finding> check(const Rule& rule, const RuleContext& context);

}  // namespace grpolint::rules
