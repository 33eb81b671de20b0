#include <cassert>

#include "schema/json_value.h"
#include "schema/schema.h"

namespace grpolint::schema {

bool Argument::known_in(Version version) const {
  return since <= version && (!until || version <= *until);
}

const DefaultPeriod* Argument::period_in(Version version) const {
  if (!known_in(version)) return nullptr;
  for (const DefaultPeriod& period : defaults) {
    if (version <= period.to) return &period;
  }
  return &defaults.back();  // a release newer than the facts
}

Value Argument::default_in(Version version) const {
  const DefaultPeriod* period = period_in(version);
  return period == nullptr || period->json.empty() ? Value::absent() : value_of_json(period->json);
}

const ValueType& Argument::type_in(Version version) const {
  assert(!defaults.empty());
  if (const DefaultPeriod* period = period_in(version)) return period->value_type;
  return version < since ? defaults.front().value_type : defaults.back().value_type;
}

std::vector<std::string_view> Argument::choices_in(Version version) const {
  std::vector<std::string_view> values;
  for (const Choice& choice : choice_history) {
    const bool gone = choice.until && version > *choice.until;
    if (choice.since <= version && !gone) values.push_back(choice.value);
  }
  return values;
}

}  // namespace grpolint::schema
