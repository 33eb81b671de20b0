#include "report/rule_page.h"
#include "report/table.h"

namespace grpolint::report {

std::string rule_table(std::span<const rules::Rule* const> rules, const TextStyle& style) {
  Table table;
  table.row({{"code"}, {"name"}, {"severity"}, {"stage"}, {"summary"}});
  for (const rules::Rule* rule : rules) {
    table.row({{std::string(rule->code), false, Role::Emphasis},
               {std::string(rule->name)},
               {severities(*rule)},
               {std::string(to_string(rule->stage))},
               {std::string(rule->summary)}});
  }
  return table.to_text(style);
}

}  // namespace grpolint::report
