#include "rules/embedded/embedded.h"
#include "rules/rule_set.h"

namespace grpolint::rules {

RuleSet RuleSet::embedded() {
  RuleSet set;
  for (const Rule& rule : embedded_rules()) set.rules_.push_back(&rule);
  return set;
}

}  // namespace grpolint::rules
