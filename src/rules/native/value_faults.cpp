#include "rules/native/value_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dialect/coerce.h"
#include "rules/native/value_advice.h"
#include "rules/native/value_judge.h"
#include "text/shorten.h"

namespace grpolint::rules::native {
namespace {

using dialect::Entry;

/// Arguments with rules of their own.
constexpr std::array<std::string_view, 2> kJudgedElsewhere = {"datasets", "parallelism_config"};

bool is_judged(const RuleContext& context, const Entry& entry) {
  if (entry.schema == nullptr || entry.extension) return false;
  if (std::find(kJudgedElsewhere.begin(), kJudgedElsewhere.end(), entry.argument) !=
      kJudgedElsewhere.end())
    return false;
  // What the release does not know is the business of unknown-key and removed-key.
  if (!entry.schema->known_in(context.run->releases.for_library(entry.schema->library))) {
    return false;
  }
  return !dialect::is_placeholder(context.source, context.document.node(entry.node));
}

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Refused:
      return "refused";
    case Outcome::Fails:
      return "fails";
    case Outcome::Doubtful:
      return "doubtful";
    case Outcome::Harmless:
      break;
  }
  return "harmless";
}

/// Replacing the value by `correct` is exact: the same value, in a form that is understood.
bool is_exact(const RuleContext& context, const ValueFault& found) {
  if (found.correct.empty()) return false;
  if (context.document.node(found.entry->node).span != found.entry->site.value) return false;
  switch (found.fault) {
    case Fault::NumberIsString:
    case Fault::FalseIsNoChoice:
    case Fault::NoneWord:
    case Fault::WordIsNoBoolean:
      return true;
    case Fault::ListIsString:
      return context.document.format == Format::Yaml;
    case Fault::InvalidChoice:
    case Fault::WrongType:
    case Fault::JsonInString:
      break;
  }
  return false;
}

}  // namespace

std::vector<ValueFault> value_faults(const RuleContext& context) {
  std::vector<ValueFault> faults;
  for (const Entry& entry : context.run->entries) {
    if (!is_judged(context, entry)) continue;
    if (auto found = judge_value(context, entry)) faults.push_back(*std::move(found));
  }
  return faults;
}

std::vector<Match> matches_of(const RuleContext& context, Fault fault) {
  std::vector<Match> matches;
  for (ValueFault& found : value_faults(context)) {
    if (found.fault != fault) continue;
    const Entry& entry = *found.entry;
    // A guess of the release is no ground for an error.
    if (found.version && context.run->trl_version_assumed && found.outcome == Outcome::Refused) {
      found.outcome = Outcome::Doubtful;
    }
    Match match;
    match.span = entry.site.value.end > entry.site.value.begin ? entry.site.value : entry.site.key;
    match.key_path = entry.site.path;
    match.reads = {"run.route"};
    if (found.version) {
      match.reads.emplace_back(entry.schema->library == "trl" ? "version.trl"
                                                              : "version.transformers");
    }
    if (is_exact(context, found)) {
      match.fix = Fix{fmt::format("write {}", shortened(found.correct)),
                      true,
                      {{entry.site.value, found.correct}}};
    }
    const std::string written(context.source.text(entry.site.value));
    std::string advice = value_advice(context, found);
    match.locals = {
        {"key", Value::string(entry.key)},
        {"written", Value::string(written.empty() ? "the empty value" : written)},
        {"seen", Value::string(dialect::describe(context.document.node(entry.node)))},
        {"wanted", Value::string(std::move(found.wanted))},
        {"effect", Value::string(std::move(found.effect))},
        {"correct",
         found.correct.empty() ? Value::absent() : Value::string(std::move(found.correct))},
        {"advice", Value::string(std::move(advice))},
        {"choices",
         found.choices.empty() ? Value::absent() : Value::string(std::move(found.choices))},
        {"outcome", Value::string(std::string(name_of(found.outcome)))},
    };
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
