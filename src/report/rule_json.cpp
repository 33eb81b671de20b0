#include "report/json_parts.h"
#include "report/rule_page.h"

namespace grpolint::report {
namespace {

Json json_levels(const rules::Rule& rule) {
  Json levels = Json::array();
  for (const rules::Level& level : rule.levels) {
    levels.push_back({{"severity", to_string(level.severity)}, {"when", level.when.text}});
  }
  return levels;
}

Json json_examples(const rules::Rule& rule) {
  Json examples = Json::array();
  for (const rules::Example& example : rule.examples) {
    examples.push_back({{"bad", example.bad},
                        {"title", example.title},
                        {"format", example.format},
                        {"options", example.options},
                        {"text", plain_text(example)}});
  }
  return examples;
}

Json json_options(const rules::Rule& rule) {
  Json options = Json::array();
  for (const rules::RuleOption& option : rule.options) {
    options.push_back({{"name", option.key()},
                       {"default", option.standard},
                       {"least", option.least},
                       {"most", option.most},
                       {"doc", option.doc}});
  }
  return options;
}

Json json_rule(const rules::Rule& rule) {
  Json references = Json::array();
  for (const rules::Reference& reference : rule.references) {
    references.push_back(
        {{"url", reference.url}, {"verified", reference.date}, {"text", reference.text}});
  }
  return {{"code", rule.code},
          {"name", rule.name},
          {"family", rule.family},
          {"since", rule.since},
          {"stage", to_string(rule.stage)},
          {"summary", rule.summary},
          {"dialects", std::vector<std::string>(rule.dialects.begin(), rule.dialects.end())},
          {"levels", json_levels(rule)},
          {"options", json_options(rule)},
          {"what", rule.what},
          {"why", rule.why},
          {"references", std::move(references)},
          {"examples", json_examples(rule)}};
}

}  // namespace

std::string rules_json(std::span<const rules::Rule* const> rules) {
  Json list = Json::array();
  for (const rules::Rule* rule : rules) list.push_back(json_rule(*rule));
  Json root;
  root["version"] = 1;
  root["tool"] = json_tool();
  root["rules"] = std::move(list);
  return json_text(root);
}

}  // namespace grpolint::report
