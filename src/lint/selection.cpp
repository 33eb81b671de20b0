#include "lint/selection.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/nearest.h"

namespace grpolint::lint {
namespace {

constexpr std::size_t kWholeName = 1000;  // longer than any code

std::optional<std::size_t> best_rank(const std::vector<std::string>& selectors,
                                     const rules::Rule& rule) {
  std::optional<std::size_t> best;
  for (const std::string& selector : selectors) {
    best = std::max(best, selector_rank(selector, rule.code, rule.name));
  }
  return best;
}

}  // namespace

std::optional<std::size_t> selector_rank(std::string_view selector, std::string_view code,
                                         std::string_view name) {
  if (selector == "ALL") return 0;
  if (selector == code || selector == name) return kWholeName;
  if (!selector.empty() && code.starts_with(selector)) return selector.size();
  return std::nullopt;
}

bool names_a_rule(std::string_view selector, const rules::RuleSet& rules) {
  return std::any_of(rules.rules().begin(), rules.rules().end(), [&](const rules::Rule* rule) {
    return selector_rank(selector, rule->code, rule->name).has_value();
  });
}

std::string selector_suggestion(std::string_view selector, const rules::RuleSet& rules) {
  std::vector<std::string_view> known;
  for (const rules::Rule* rule : rules.rules()) {
    for (const std::string_view word : {rule->code, rule->name, rule->family}) {
      if (std::find(known.begin(), known.end(), word) == known.end()) known.push_back(word);
    }
  }
  const auto meant = nearest(selector, known);
  return meant ? fmt::format("did you mean '{}'?", *meant) : "`grpolint rules` lists them";
}

bool RuleSelection::enabled(const rules::Rule& rule) const {
  if (best_rank(ignore_here, rule) || best_rank(elsewhere, rule)) return false;
  const auto selected = best_rank(select, rule);
  return selected && selected > best_rank(ignore, rule);
}

Severity RuleSelection::severity_of(const Finding& finding) const {
  const auto replaced = severity.find(finding.code);
  return replaced == severity.end() ? finding.severity : replaced->second;
}

}  // namespace grpolint::lint
