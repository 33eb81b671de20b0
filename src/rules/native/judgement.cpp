#include "rules/native/judgement.h"

#include <re2/re2.h>

#include "dialect/coerce.h"
#include "rules/native/constructor_demands.h"

namespace grpolint::rules::native {

using dialect::Route;

Judgement::Judgement(const RuleContext& context, const dialect::Entry& entry)
    : context_(context),
      entry_(entry),
      node_(context.document.node(entry.node)),
      argument_(schema::judged_by(*entry.schema, context.run->releases)),
      release_(context.run->releases.for_library(argument_.library)),
      type_(argument_.type_in(release_)),
      route_(context.run->route),
      trl_(context.run->releases.trl) {}

ValueFault Judgement::refused(Fault fault, std::string effect, std::string correct) const {
  const bool certain = route_ != Route::Unknown;
  return make(fault, certain ? Outcome::Refused : Outcome::Doubtful, std::move(effect),
              std::move(correct));
}

ValueFault Judgement::passed_on(Fault fault, Outcome outcome, std::string effect,
                                std::string correct) const {
  std::string error = constructor_error(context_, entry_);
  if (!error.empty()) return refused(fault, std::move(error), std::move(correct));
  if (route_ == Route::Unknown && outcome == Outcome::Fails) outcome = Outcome::Doubtful;
  return make(fault, outcome, std::move(effect), std::move(correct));
}

ValueFault Judgement::make(Fault fault, Outcome outcome, std::string effect,
                           std::string correct) const {
  ValueFault found;
  found.entry = &entry_;
  found.fault = fault;
  found.outcome = outcome;
  found.wanted = dialect::wanted_text(type_);
  found.effect = std::move(effect);
  found.correct = std::move(correct);
  return found;
}

bool looks_like_number(const std::string& text) {
  static const RE2 pattern(R"(\s*[-+]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)([eE][-+]?\d+)?\s*)");
  return text.size() < 64 && RE2::FullMatch(text, pattern);
}

}  // namespace grpolint::rules::native
