#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "rules/rule_set.h"

namespace grpolint::lint {

/// What settings may add to: the rules of the run, and the catalogues of GPUs and models, which are
/// one for the process. Each file or folder is read once, whoever names it. Settings are read
/// before the work is shared out, so nothing here is safe beside threads that lint.
class Knowledge {
 public:
  /// `rules` must outlive this and grows.
  explicit Knowledge(rules::RuleSet& rules) : rules_(rules) {}

  const rules::RuleSet& rules() const { return rules_; }
  /// Codes of the rules that came from other folders than these, added so far by add_rules().
  std::vector<std::string> rules_from_elsewhere(
      const std::vector<std::filesystem::path>& folders) const;

  /// Each returns the mistakes, as "file:line:col: message"; nothing was added when there are any.
  std::vector<std::string> add_rules(const std::filesystem::path& folder);
  std::vector<std::string> add_gpus(const std::filesystem::path& file);
  std::vector<std::string> add_models(const std::filesystem::path& file);

 private:
  enum class Kind { Rules, Gpus, Models };
  bool first_time(Kind kind, const std::filesystem::path& path);

  rules::RuleSet& rules_;
  std::set<std::pair<Kind, std::filesystem::path>> read_;
  std::map<std::filesystem::path, std::vector<std::string>> codes_;  // by the folder they came from
};

}  // namespace grpolint::lint
