#include <fmt/format.h>

#include <vector>

#include "cli/commands.h"
#include "cli/examples.h"
#include "cli/inputs.h"
#include "lint/selection.h"
#include "report/rule_page.h"
#include "rules/markdown.h"

namespace grpolint::cli {
namespace {

std::string explanation(const Sink& sink, const std::vector<const rules::Rule*>& chosen,
                        const rules::RuleSet& rule_set, const Console& console) {
  if (sink.format == "json") return report::rules_json(chosen);
  const auto output = [&](const rules::Example& example) { return report_on(example, rule_set); };
  std::string text;
  for (const rules::Rule* rule : chosen) {
    if (!text.empty()) text += '\n';
    text += sink.format == "markdown"
                ? rules::rule_page(*rule)
                : report::rule_text(*rule, output,
                                    sink.path.empty() ? console.style() : report::TextStyle{});
  }
  return text;
}

}  // namespace

int run(const ExplainOptions& options, Console& console) {
  auto destinations = sinks(options.outputs, {"text", "markdown", "json"});
  if (!destinations) {
    console.error(destinations.error().message);
    return kExitFailure;
  }
  auto rules = load_rules(options.rules_folders);
  if (!rules) {
    console.error(rules.error().message);
    return kExitFailure;
  }
  if (auto added = add_knowledge_of_settings(options.settings, *rules); !added) {
    console.error(added.error().message);
    return kExitFailure;
  }
  std::vector<const rules::Rule*> chosen;
  for (const std::string& word : options.rules) {
    const rules::Rule* rule = rules->find(word);
    if (rule != nullptr) {
      chosen.push_back(rule);
      continue;
    }
    // A family stands for all its rules, as in --select.
    const std::size_t before = chosen.size();
    for (const rules::Rule* member : rules->rules()) {
      if (member->family == word) chosen.push_back(member);
    }
    if (chosen.size() == before) {
      console.error(
          fmt::format("no rule is called '{}'; {}", word, lint::selector_suggestion(word, *rules)));
      return kExitFailure;
    }
  }
  bool delivered = true;
  for (const Sink& sink : *destinations) {
    delivered = deliver(sink, explanation(sink, chosen, *rules, console), console) && delivered;
  }
  return delivered ? kExitClean : kExitFailure;
}

}  // namespace grpolint::cli
