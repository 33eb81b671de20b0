#include "rules/native/value_judge.h"

#include <fmt/format.h>

#include <cmath>

#include "dialect/coerce.h"
#include "rules/native/constructor_demands.h"
#include "rules/native/judgement.h"
#include "text/shorten.h"

namespace grpolint::rules::native {
namespace {

using dialect::Entry;
using schema::ArgumentKind;

/// null leaves the cut at top_k out; sapo-temperature knows which loss reads the temperatures.
constexpr std::array<std::string_view, 3> kNullJudgedElsewhere = {"top_k", "sapo_temperature_neg",
                                                                  "sapo_temperature_pos"};

/// From here on scale_rewards is a word, and a table turns what equals true or false into one.
constexpr Version kScaleRewardsIsAWord{0, 22, 0};

class Judge : public Judgement {
 public:
  using Judgement::Judgement;

  std::optional<ValueFault> run() {
    switch (node_.kind) {
      case NodeKind::String:
        return judge_string(context_, entry_);
      case NodeKind::Null:
        return null();
      case NodeKind::Boolean:
        return boolean();
      case NodeKind::Integer:
      case NodeKind::Float:
        return number();
      case NodeKind::Date:
        return date();
      case NodeKind::Sequence:
        return sequence();
      case NodeKind::Mapping:
        break;
    }
    return mapping();
  }

 private:
  std::optional<ValueFault> null() {
    if (!constructor_error(context_, entry_).empty()) {
      ValueFault found = passed_on(Fault::WrongType, Outcome::Doubtful, {});
      // Whatever the annotation says.
      schema::ValueType without_null = type_;
      without_null.nullable = false;
      found.wanted = dialect::wanted_text(without_null);
      return found;
    }
    if (type_.nullable || wants(ArgumentKind::Any)) return std::nullopt;
    if (!wants_number() || is_among(kNullJudgedElsewhere, argument_.name)) return std::nullopt;
    return passed_on(Fault::WrongType, Outcome::Doubtful, "it stays None");
  }

  std::optional<ValueFault> boolean() {
    if (wants(ArgumentKind::Boolean) || wants(ArgumentKind::Any)) return std::nullopt;
    if (argument_.name == "scale_rewards" ||
        is_among(dialect::kBooleanTakenAsString, argument_.name)) {
      return std::nullopt;
    }
    if (argument_.name == "num_generations" && trl_ >= Version{0, 18, 0}) {
      return refused(Fault::WrongType, "it counts as less than the two that GRPOConfig asks for");
    }
    if (argument_.name == "report_to") {
      return passed_on(Fault::WrongType, Outcome::Fails,
                       "the Trainer finds no tracker of that name and raises ValueError",
                       node_.boolean ? "all" : "none");
    }
    // False is as good as not written where a mapping or a file name is wanted.
    if (wants(ArgumentKind::Map)) return std::nullopt;
    return passed_on(Fault::WrongType, Outcome::Doubtful, "it stays a boolean");
  }

  std::optional<ValueFault> number() {
    if (wants(ArgumentKind::Float) || wants(ArgumentKind::Any)) return std::nullopt;
    const bool whole = node_.kind == NodeKind::Integer;
    if (wants(ArgumentKind::Integer)) {
      if (whole) return std::nullopt;
      if (argument_.name == "num_generations" && trl_ >= Version{0, 18, 0} &&
          std::floor(node_.number) != node_.number) {
        return refused(Fault::WrongType, "no batch is a multiple of it");
      }
      return passed_on(Fault::WrongType, Outcome::Doubtful, "it stays a float");
    }
    if (wants(ArgumentKind::Boolean)) {
      const bool truth = whole && (node_.number == 0 || node_.number == 1);
      if (truth) return std::nullopt;
      if (argument_.name == "scale_rewards" && trl_ >= kScaleRewardsIsAWord) {
        return number_for_scale_rewards();
      }
      return passed_on(Fault::WrongType, Outcome::Doubtful, "it stays a number");
    }
    if (wants(ArgumentKind::List)) {
      const bool weights = type_.element == ArgumentKind::Float;
      return passed_on(
          Fault::WrongType,
          weights || is_among(kWalkedLists, argument_.name) ? Outcome::Fails : Outcome::Doubtful,
          "it stays a number", fmt::format("[{}]", node_.text));
    }
    if (wants(ArgumentKind::String)) {
      return passed_on(Fault::WrongType, Outcome::Harmless, "it stays a number",
                       fmt::format("\"{}\"", context_.source.text(entry_.site.value)));
    }
    return passed_on(Fault::WrongType, Outcome::Doubtful, "it stays a number");
  }

  /// No aggregation but the sum looks at it; before 0.27.0 there is no other.
  std::optional<ValueFault> number_for_scale_rewards() {
    const Value& aggregation = context_.facts.value("run.multi_objective_aggregation");
    if (!aggregation.is_absent() && aggregation != Value::string("sum_then_normalize")) {
      return std::nullopt;
    }
    return passed_on(Fault::WrongType, Outcome::Fails,
                     "the trainer raises ValueError when it scales the first rewards");
  }

  std::optional<ValueFault> date() {
    if (wants(ArgumentKind::Any)) return std::nullopt;
    const Outcome outcome = wants_number() ? Outcome::Fails : Outcome::Doubtful;
    return passed_on(Fault::WrongType, outcome, "it is a date object",
                     fmt::format("\"{}\"", context_.source.text(entry_.site.value)));
  }

  std::optional<ValueFault> sequence() {
    if (wants(ArgumentKind::Any) || is_among(dialect::kListTakenAsWords, argument_.name)) {
      return std::nullopt;
    }
    if (wants(ArgumentKind::List)) return items();
    return passed_on(Fault::WrongType, wants_number() ? Outcome::Fails : Outcome::Doubtful,
                     "it stays a list");
  }

  /// Words in a list of numbers: no parser looks into lists.
  std::optional<ValueFault> items() {
    if (type_.element != ArgumentKind::Float && type_.element != ArgumentKind::Integer) {
      return std::nullopt;
    }
    for (const Use& item : node_.items) {
      const Node& node = context_.document.node(item.node);
      if (node.kind != NodeKind::String || dialect::is_placeholder(context_.source, node)) continue;
      const bool numeric = looks_like_number(node.text);
      return passed_on(numeric ? Fault::NumberIsString : Fault::WrongType, Outcome::Fails,
                       fmt::format("its item '{}' stays a string", shortened(node.text)));
    }
    return std::nullopt;
  }

  std::optional<ValueFault> mapping() {
    if (wants(ArgumentKind::Map) || wants(ArgumentKind::Any)) return std::nullopt;
    return passed_on(Fault::WrongType, wants_number() ? Outcome::Fails : Outcome::Doubtful,
                     "it stays a mapping");
  }
};

}  // namespace

std::optional<ValueFault> judge_value(const RuleContext& context, const Entry& entry) {
  if (const auto choice = judge_choice(context, entry)) return *choice;
  return Judge(context, entry).run();
}

}  // namespace grpolint::rules::native
