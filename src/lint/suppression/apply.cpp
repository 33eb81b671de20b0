#include "lint/suppression/apply.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace grpolint::lint {
namespace {

using Used = std::vector<std::vector<char>>;  // by suppression and selector

/// A comment names its rules; a blanket suppression would hide what nobody has thought of.
bool is_blanket(std::string_view selector) { return selector == "ALL"; }

bool is_about_suppressions(const rules::Rule& rule) { return rule.family == "SUP"; }

void mark(const Directives& directives, std::vector<Finding>& findings, Used& used) {
  for (Finding& finding : findings) {
    for (std::size_t s = 0; s < directives.suppressions.size(); ++s) {
      const Suppression& suppression = directives.suppressions[s];
      if (!suppression.scope.contains(finding.span.begin)) continue;
      for (std::size_t i = 0; i < suppression.rules.size(); ++i) {
        const std::string& selector = suppression.rules[i].selector;
        if (is_blanket(selector) || !selector_rank(selector, finding.code, finding.name)) continue;
        used[s][i] = 1;
        if (finding.suppressed) continue;
        finding.suppressed = true;
        finding.suppression_reason = suppression.reason;
      }
    }
  }
}

/// Bytes to delete so that one selector goes, with the comma that parts it from the next one, or
/// from the one before when it is the last.
Span selector_cut(const std::vector<SuppressedRule>& rules, std::size_t index) {
  if (index + 1 < rules.size()) {
    return {rules[index].span.begin, rules[index + 1].span.begin};
  }
  return {rules[index - 1].span.end, rules[index].span.end};
}

/// Takes one selector out of the comment, and out of the one that ends its range; the last selector
/// goes with its comment. Empty when the file does not allow it simply.
std::optional<Fix> removal(const Suppression& suppression, std::size_t index, std::string title,
                           bool safe) {
  Fix fix{std::move(title), safe, {}};
  if (suppression.rules.size() == 1) {
    for (const Span cut : suppression.removal) fix.edits.push_back({cut, {}});
  } else {
    fix.edits.push_back({selector_cut(suppression.rules, index), {}});
    const auto& closing = suppression.closing_rules;
    for (std::size_t i = 0; i < closing.size(); ++i) {
      if (closing[i].selector != suppression.rules[index].selector) continue;
      fix.edits.push_back({selector_cut(closing, i), {}});
      break;
    }
  }
  return fix.edits.empty() ? std::nullopt : std::optional(std::move(fix));
}

rules::Match match_at(const SuppressedRule& rule) {
  rules::Match match;
  match.span = rule.span;
  match.locals.emplace_back("selector", Value::string(rule.selector));
  return match;
}

bool may_be_used_elsewhere(std::string_view selector, const rules::RuleSet& rules,
                           const RuleSelection& selection) {
  return std::any_of(rules.rules().begin(), rules.rules().end(), [&](const rules::Rule* rule) {
    return selector_rank(selector, rule->code, rule->name) &&
           (is_about_suppressions(*rule) || !selection.enabled(*rule));
  });
}

}  // namespace

SuppressionMatches apply_suppressions(const Directives& directives, const rules::RuleSet& rules,
                                      const RuleSelection& selection,
                                      std::vector<Finding>& findings) {
  Used used;
  for (const Suppression& suppression : directives.suppressions) {
    used.emplace_back(suppression.rules.size(), 0);
  }
  mark(directives, findings, used);

  SuppressionMatches matches;
  for (std::size_t s = 0; s < directives.suppressions.size(); ++s) {
    const Suppression& suppression = directives.suppressions[s];
    for (std::size_t i = 0; i < suppression.rules.size(); ++i) {
      const SuppressedRule& rule = suppression.rules[i];
      rules::Match match = match_at(rule);
      if (is_blanket(rule.selector) || !names_a_rule(rule.selector, rules)) {
        const std::string suggestion = selector_suggestion(rule.selector, rules);
        // A rule that was meant should be named rather: taking the word out needs a look.
        const bool guess = suggestion.starts_with("did you mean");
        match.fix = removal(suppression, i, "remove the unknown rule", !guess);
        match.locals.emplace_back("suggestion", Value::string(suggestion));
        matches.unknown.push_back(std::move(match));
        continue;
      }
      if (used[s][i] || may_be_used_elsewhere(rule.selector, rules, selection)) continue;
      match.fix = removal(suppression, i, "remove the unused suppression", true);
      matches.unused.push_back(std::move(match));
    }
  }
  for (const MalformedDirective& directive : directives.malformed) {
    rules::Match match;
    match.span = directive.span;
    match.fix = directive.fix;
    match.locals.emplace_back("message", Value::string(directive.problem));
    matches.malformed.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::lint
