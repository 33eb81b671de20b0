#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "rules/rule_set.h"

namespace grpolint::lint {

/// What settings may add to: the rules of the run, and the catalogues of GPUs and models, which are
/// one for the process. Each file or folder is read once, and its mistakes are told to everyone who
/// names it. Settings are read before the work is shared out, so nothing here is safe beside
/// threads that lint.
class Knowledge {
 public:
  /// `rules` must outlive this and grows.
  explicit Knowledge(rules::RuleSet& rules) : rules_(rules) {}

  const rules::RuleSet& rules() const { return rules_; }
  /// Codes of the rules that came from other folders than these, added so far by add_rules().
  std::vector<std::string> rules_from_elsewhere(
      const std::vector<std::filesystem::path>& folders) const;

  /// Each returns the mistakes, as "file:line:col: message"; nothing was added when there are any.
  /// The list is kept for the next who names the file or folder.
  const std::vector<std::string>& add_rules(const std::filesystem::path& folder);
  const std::vector<std::string>& add_gpus(const std::filesystem::path& file);
  const std::vector<std::string>& add_models(const std::filesystem::path& file);

 private:
  enum class Kind { Rules, Gpus, Models };

  /// The mistakes that `read` finds, the first time; as they were found then, later.
  template <typename Read>
  const std::vector<std::string>& once(Kind kind, const std::filesystem::path& path, Read read);
  std::vector<std::string> read_rules(const std::filesystem::path& folder);

  rules::RuleSet& rules_;
  std::map<std::pair<Kind, std::filesystem::path>, std::vector<std::string>> mistakes_;
  std::map<std::filesystem::path, std::vector<std::string>> codes_;  // by the folder they came from
};

}  // namespace grpolint::lint
