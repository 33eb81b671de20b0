#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rule_set.h"

namespace grpolint::lint {

/// How precisely a selector names a rule: "ALL" 0, a prefix of the code its length, the whole code
/// or the name more than any prefix. Empty when it does not name the rule.
std::optional<std::size_t> selector_rank(std::string_view selector, std::string_view code,
                                         std::string_view name);

/// Whether the selector names at least one rule.
bool names_a_rule(std::string_view selector, const rules::RuleSet& rules);
/// For a selector that names none: "did you mean 'MEM001'?", or where to look.
std::string selector_suggestion(std::string_view selector, const rules::RuleSet& rules);

/// Which rules speak and how loudly. Selectors are codes, code prefixes ("MEM"), names or "ALL";
/// the longest matching selector wins, ignore beats select at the same length.
struct RuleSelection {
  std::vector<std::string> select = {"ALL"};
  std::vector<std::string> ignore;
  std::vector<std::string> ignore_here;  ///< per-file-ignores: beat every select
  std::vector<std::string> elsewhere;    ///< codes of rules that other files' settings brought
  std::map<std::string, Severity, std::less<>> severity;  ///< by code: replaces the rule's own
  Severity least = Severity::Info;                        ///< findings below it are dropped
  Confidence least_confidence = Confidence::Low;          ///< likewise
  rules::OptionValues options;  ///< of rules, in place of their standard values

  bool enabled(const rules::Rule& rule) const;
  /// The severity a finding of this rule is reported with.
  Severity severity_of(const Finding& finding) const;
};

}  // namespace grpolint::lint
