#include "rules/evidence.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "text/shorten.h"

namespace grpolint::rules {
namespace {

std::string origin_in_words(const Fact& fact) {
  if (!fact.because.empty()) return fact.because;
  switch (fact.origin) {
    case Origin::Written:
      return "written";
    case Origin::Stated:
      return "stated";
    case Origin::Companion:
      return "from a companion file";
    case Origin::Detected:
      return "detected on this machine";
    case Origin::Default:
      return "default";
    case Origin::Assumed:
      return "assumed";
    case Origin::Derived:
      break;
    case Origin::Unknown:
      return "unknown";
  }
  std::string text = "derived";
  for (std::size_t i = 0; i < fact.sources.size(); ++i) {
    text += (i == 0 ? " from " : ", ") + fact.sources[i];
  }
  return text;
}

class ConfidenceWalk {
 public:
  explicit ConfidenceWalk(const FactTable& facts)
      : facts_(facts), release_assumed_(release_is_assumed(facts)) {}

  void visit(std::string_view name) {
    const Fact* fact = facts_.find(name);
    if (fact == nullptr || !visited_.insert(fact).second) return;
    if (fact->origin == Origin::Assumed) {
      lower_to(name.starts_with("version.") ? Confidence::Medium : Confidence::Low);
    }
    if (fact->origin == Origin::Default && release_assumed_) lower_to(Confidence::Medium);
    for (const std::string& source : fact->sources) visit(source);
  }

  Confidence result() const { return result_; }

 private:
  void lower_to(Confidence confidence) { result_ = std::min(result_, confidence); }

  const FactTable& facts_;
  bool release_assumed_;
  std::set<const Fact*> visited_;
  Confidence result_ = Confidence::High;
};

}  // namespace

std::vector<FactNote> notes_on(std::span<const std::string> names, const FactTable& facts) {
  std::vector<FactNote> notes;
  for (const std::string& name : names) {
    const Fact* fact = facts.find(name);
    if (fact == nullptr) continue;
    // What the user wrote may be long; what the sizing says is ours, and is told in full.
    const std::string shown = shown_value(name, fact->value);
    notes.push_back(
        {name, name.starts_with("est.") ? shown : shortened(shown), origin_in_words(*fact)});
  }
  return notes;
}

Confidence confidence_in(std::span<const std::string> names, const FactTable& facts) {
  ConfidenceWalk walk(facts);
  for (const std::string& name : names) walk.visit(name);
  return walk.result();
}

bool release_is_assumed(const FactTable& facts) {
  const Value& assumed = facts.value("version.trl_assumed");
  return assumed.kind() == ValueKind::Boolean && assumed.as_boolean();
}

}  // namespace grpolint::rules
