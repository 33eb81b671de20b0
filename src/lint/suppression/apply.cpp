#include "lint/suppression/apply.h"

#include <algorithm>
#include <string_view>

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

/// Bytes to delete so that the whole comment goes: with its line when it has one of its own, else
/// with the blanks before it.
Span whole_comment(const Suppression& suppression, const Source& source) {
  Span cut = suppression.comment;
  const std::string_view bytes = source.bytes();
  while (cut.begin > 0 && (bytes[cut.begin - 1] == ' ' || bytes[cut.begin - 1] == '\t')) {
    --cut.begin;
  }
  if (suppression.own_line) {
    if (cut.end < bytes.size() && bytes[cut.end] == '\r') ++cut.end;
    if (cut.end < bytes.size() && bytes[cut.end] == '\n') ++cut.end;
  }
  return cut;
}

/// Bytes to delete so that one selector goes, with the comma that parts it from the next one, or
/// from the one before when it is the last.
Span selector_cut(const Suppression& suppression, std::size_t index) {
  if (index + 1 < suppression.rules.size()) {
    return {suppression.rules[index].span.begin, suppression.rules[index + 1].span.begin};
  }
  return {suppression.rules[index - 1].span.end, suppression.rules[index].span.end};
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

SuppressionMatches apply_suppressions(const Directives& directives, const Source& source,
                                      const rules::RuleSet& rules, const RuleSelection& selection,
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
        match.locals.emplace_back("suggestion",
                                  Value::string(selector_suggestion(rule.selector, rules)));
        matches.unknown.push_back(std::move(match));
        continue;
      }
      if (used[s][i] || may_be_used_elsewhere(rule.selector, rules, selection)) continue;
      const bool alone = suppression.rules.size() == 1;
      match.fix =
          Fix{"remove the unused suppression",
              true,
              {{alone ? whole_comment(suppression, source) : selector_cut(suppression, i), ""}}};
      matches.unused.push_back(std::move(match));
    }
  }
  for (const MalformedDirective& directive : directives.malformed) {
    rules::Match match;
    match.span = directive.span;
    match.locals.emplace_back("message", Value::string(directive.problem));
    matches.malformed.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::lint
