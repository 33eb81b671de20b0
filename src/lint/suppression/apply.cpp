#include "lint/suppression/apply.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace grpolint::lint {
namespace {

using Used = std::vector<std::vector<char>>;  // by suppression and selector

/// A comment names its rules; a blanket suppression would hide what nobody has thought of.
bool is_blanket(std::string_view selector) { return selector == "ALL"; }

bool is_about_suppressions(const rules::Rule& rule) { return rule.family == "SUP"; }

/// The findings of one code by place, of which each suppression takes those in its scope that are
/// left. Files have thousands of both, so that none may look at every other.
class FindingsOfCode {
 public:
  void add(Finding& finding) {
    findings_.push_back(&finding);
    next_.push_back(next_.size());
  }
  void close() { next_.push_back(next_.size()); }

  const Finding& any() const { return *findings_.front(); }

  /// Whether a finding begins in the scope. Those that nothing has suppressed yet are.
  bool suppress(Span scope, const std::string& reason) {
    const std::size_t first = place_of(scope.begin);
    const std::size_t end = place_of(scope.end);
    for (std::size_t i = next_left(first); i < end; i = next_left(i)) {
      next_[i] = i + 1;
      if (findings_[i]->suppressed) continue;
      findings_[i]->suppressed = true;
      findings_[i]->suppression_reason = reason;
    }
    return first < end;
  }

 private:
  std::size_t place_of(std::uint32_t offset) const {
    const auto at =
        std::partition_point(findings_.begin(), findings_.end(),
                             [&](const Finding* finding) { return finding->span.begin < offset; });
    return static_cast<std::size_t>(at - findings_.begin());
  }

  /// The first from `index` on that no suppression has taken; halves the way for the next look.
  std::size_t next_left(std::size_t index) {
    while (next_[index] != index) {
      next_[index] = next_[next_[index]];
      index = next_[index];
    }
    return index;
  }

  std::vector<Finding*> findings_;
  std::vector<std::size_t> next_;  // itself while nothing has taken it
};

/// Precondition: the findings are in the order of their places.
void mark(const Directives& directives, std::vector<Finding>& findings, Used& used) {
  std::map<std::string_view, FindingsOfCode> by_code;
  for (Finding& finding : findings) by_code[finding.code].add(finding);
  for (auto& [code, group] : by_code) group.close();
  std::map<std::string_view, std::vector<FindingsOfCode*>> by_selector;
  const auto named_by = [&](std::string_view selector) -> const std::vector<FindingsOfCode*>& {
    const auto [found, fresh] = by_selector.try_emplace(selector);
    if (!fresh || is_blanket(selector)) return found->second;
    for (auto& [code, group] : by_code) {
      if (selector_rank(selector, code, group.any().name)) found->second.push_back(&group);
    }
    return found->second;
  };
  for (std::size_t s = 0; s < directives.suppressions.size(); ++s) {
    const Suppression& suppression = directives.suppressions[s];
    for (std::size_t i = 0; i < suppression.rules.size(); ++i) {
      for (FindingsOfCode* group : named_by(suppression.rules[i].selector)) {
        if (group->suppress(suppression.scope, suppression.reason)) used[s][i] = 1;
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

/// What the rules make of selectors. Many comments say the same one.
class Selectors {
 public:
  struct Answer {
    bool names_a_rule = false;
    bool may_be_used_elsewhere = false;
    std::string suggestion;  ///< when it names none
  };

  Selectors(const rules::RuleSet& rules, const RuleSelection& selection)
      : rules_(rules), selection_(selection) {}

  const Answer& about(std::string_view selector) {
    const auto [found, fresh] = answers_.try_emplace(selector);
    Answer& answer = found->second;
    if (!fresh) return answer;
    answer.names_a_rule = !is_blanket(selector) && names_a_rule(selector, rules_);
    if (!answer.names_a_rule) answer.suggestion = selector_suggestion(selector, rules_);
    answer.may_be_used_elsewhere =
        std::any_of(rules_.rules().begin(), rules_.rules().end(), [&](const rules::Rule* rule) {
          return selector_rank(selector, rule->code, rule->name) &&
                 (is_about_suppressions(*rule) || !selection_.enabled(*rule));
        });
    return answer;
  }

 private:
  const rules::RuleSet& rules_;
  const RuleSelection& selection_;
  std::map<std::string_view, Answer> answers_;
};

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
  Selectors selectors(rules, selection);
  for (std::size_t s = 0; s < directives.suppressions.size(); ++s) {
    const Suppression& suppression = directives.suppressions[s];
    for (std::size_t i = 0; i < suppression.rules.size(); ++i) {
      const SuppressedRule& rule = suppression.rules[i];
      rules::Match match = match_at(rule);
      const Selectors::Answer& answer = selectors.about(rule.selector);
      if (!answer.names_a_rule) {
        const std::string& suggestion = answer.suggestion;
        // A rule that was meant should be named rather: taking the word out needs a look.
        const bool guess = suggestion.starts_with("did you mean");
        match.fix = removal(suppression, i, "remove the unknown rule", !guess);
        match.locals.emplace_back("suggestion", Value::string(suggestion));
        matches.unknown.push_back(std::move(match));
        continue;
      }
      if (used[s][i] || answer.may_be_used_elsewhere) continue;
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
