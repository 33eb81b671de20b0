#include "dialect/deriver.h"

#include <fmt/format.h>

namespace grpolint::dialect {
namespace {

std::string full_name(std::string_view name) {
  if (name.substr(0, 8) == "version.") return std::string(name);
  return fmt::format("run.{}", name);
}

/// The members of a written mapping are facts of their own.
bool has_members(const FactTable& facts, const std::string& name) {
  const std::string prefix = name + ".";
  const auto first = facts.all().lower_bound(prefix);
  return first != facts.all().end() && first->first.starts_with(prefix);
}

}  // namespace

const Value& Deriver::value(std::string_view name) const { return facts.value(full_name(name)); }

bool Deriver::written(std::string_view name) const {
  const Fact* fact = facts.find(full_name(name));
  return fact != nullptr && fact->origin == Origin::Written;
}

std::optional<bool> Deriver::truth(std::string_view name) const {
  const Value& found = value(name);
  switch (found.kind()) {
    case ValueKind::Unknown:
      return std::nullopt;
    case ValueKind::Absent:
      return false;
    case ValueKind::Boolean:
      return found.as_boolean();
    case ValueKind::Number:
      return found.as_number() != 0;
    case ValueKind::String:
      return !found.as_string().empty();
    case ValueKind::List:
      return !found.as_list().empty();
    case ValueKind::Version:
      return true;
    case ValueKind::Map:
      return has_members(facts, full_name(name));
  }
  return std::nullopt;
}

std::optional<double> Deriver::number(std::string_view name) const {
  const Value& found = value(name);
  if (found.kind() != ValueKind::Number) return std::nullopt;
  return found.as_number();
}

std::string_view Deriver::text(std::string_view name) const {
  const Value& found = value(name);
  return found.kind() == ValueKind::String ? std::string_view(found.as_string())
                                           : std::string_view{};
}

void Deriver::derive(std::string_view name, Value result, std::vector<std::string> sources,
                     std::string because) {
  for (std::string& source : sources) source = full_name(source);
  facts.derive(full_name(name), std::move(result), std::move(sources), std::move(because));
}

void Deriver::assume(std::string_view name, Value result, std::string because) {
  facts.assume(full_name(name), std::move(result), std::move(because));
}

void Deriver::state(std::string_view name, Value result, Origin origin, std::string because) {
  Fact fact;
  fact.value = std::move(result);
  fact.origin = origin;
  fact.because = std::move(because);
  facts.set(full_name(name), std::move(fact));
}

Value boolean_value(std::optional<bool> answer) {
  return answer ? Value::boolean(*answer) : Value::unknown();
}

}  // namespace grpolint::dialect
