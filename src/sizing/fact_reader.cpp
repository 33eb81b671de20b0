#include "sizing/fact_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grpolint::sizing {

std::int64_t whole(double value) {
  constexpr double kFar = 1e15;
  return std::isnan(value) ? static_cast<std::int64_t>(-kFar)
                           : static_cast<std::int64_t>(std::clamp(value, -kFar, kFar));
}

std::optional<double> FactReader::number(std::string_view name) const {
  const Value& value = facts_.value(name);
  if (value.kind() != ValueKind::Number) return std::nullopt;
  return value.as_number();
}

std::optional<bool> FactReader::truth(std::string_view name) const {
  const Value& value = facts_.value(name);
  switch (value.kind()) {
    case ValueKind::Unknown:
      return std::nullopt;
    case ValueKind::Absent:
      return false;
    case ValueKind::Boolean:
      return value.as_boolean();
    case ValueKind::Number:
      return value.as_number() != 0;
    case ValueKind::String:
      return !value.as_string().empty();
    case ValueKind::Version:
    case ValueKind::List:
    case ValueKind::Map:
      return true;
  }
  return std::nullopt;
}

std::string_view FactReader::text(std::string_view name) const {
  const Value& value = facts_.value(name);
  return value.kind() == ValueKind::String ? std::string_view(value.as_string())
                                           : std::string_view();
}

std::optional<Version> FactReader::version(std::string_view name) const {
  const Value& value = facts_.value(name);
  if (value.kind() != ValueKind::Version) return std::nullopt;
  return value.as_version();
}

double FactReader::number_or(std::string_view name, double otherwise) {
  if (const auto known = number(name)) return *known;
  note_unknown(name, fmt::format("{:g}", otherwise));
  return otherwise;
}

bool FactReader::truth_or(std::string_view name, bool otherwise) {
  if (const auto known = truth(name)) return *known;
  note_unknown(name, otherwise ? "true" : "false");
  return otherwise;
}

void FactReader::note_unknown(std::string_view name, const std::string& taken) {
  if (!unknown(name)) return;
  if (name.starts_with("run.")) name.remove_prefix(4);
  assume(fmt::format("{} is not known; {} is taken", name, taken));
}

}  // namespace grpolint::sizing
