#include "fact/fact.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

namespace grpolint {
namespace {

const Fact* first_written(const FactTable& table, std::string_view name,
                          std::set<const Fact*>& visited) {
  const Fact* fact = table.find(name);
  if (fact == nullptr || !visited.insert(fact).second) return nullptr;
  if (fact->site) return fact;
  for (const std::string& source : fact->sources) {
    if (const Fact* written = first_written(table, source, visited)) return written;
  }
  return nullptr;
}

}  // namespace

std::string_view to_string(Origin origin) {
  switch (origin) {
    case Origin::Written:
      return "written";
    case Origin::Stated:
      return "stated";
    case Origin::Companion:
      return "companion";
    case Origin::Detected:
      return "detected";
    case Origin::Default:
      return "default";
    case Origin::Derived:
      return "derived";
    case Origin::Assumed:
      return "assumed";
    case Origin::Unknown:
      break;
  }
  return "unknown";
}

void FactTable::set(std::string name, Fact fact) {
  const auto is_assumed = [this](const std::string& source) {
    const Fact* found = find(source);
    return found != nullptr && found->assumed;
  };
  fact.assumed = fact.assumed || fact.origin == Origin::Assumed ||
                 std::any_of(fact.sources.begin(), fact.sources.end(), is_assumed);
  facts_.insert_or_assign(std::move(name), std::move(fact));
}

const Fact* FactTable::find(std::string_view name) const {
  const auto found = facts_.find(name);
  return found == facts_.end() ? nullptr : &found->second;
}

const Value& FactTable::value(std::string_view name) const {
  static const Value kAbsent;
  const Fact* fact = find(name);
  return fact == nullptr ? kAbsent : fact->value;
}

const Fact* FactTable::written_source(std::string_view name) const {
  std::set<const Fact*> visited;
  return first_written(*this, name, visited);
}

void FactTable::derive(std::string name, Value value, std::vector<std::string> sources,
                       std::string because) {
  Fact fact;
  fact.value = std::move(value);
  fact.origin = Origin::Derived;
  fact.because = std::move(because);
  fact.sources = std::move(sources);
  set(std::move(name), std::move(fact));
}

void FactTable::assume(std::string name, Value value, std::string because) {
  Fact fact;
  fact.value = std::move(value);
  fact.origin = Origin::Assumed;
  fact.because = std::move(because);
  set(std::move(name), std::move(fact));
}

bool names_credential(std::string_view name) {
  constexpr std::array<std::string_view, 10> kWords = {
      "hub_token",  "hf_token",     "api_token",  "api_key",  "apikey",
      "access_key", "access_token", "auth_token", "password", "secret"};
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::replace(lower.begin(), lower.end(), '-', '_');
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](auto word) { return lower.find(word) != std::string::npos; });
}

std::string shown_value(std::string_view name, const Value& value) {
  const bool credential = value.kind() == ValueKind::String && names_credential(name);
  return credential ? std::string(kHidden) : value.to_text();
}

}  // namespace grpolint
