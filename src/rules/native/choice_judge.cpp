#include <fmt/format.h>
#include <fmt/ranges.h>

#include "rules/native/judgement.h"
#include "text/nearest.h"

namespace grpolint::rules::native {
namespace {

using dialect::Route;

/// The transformers release that went with the oldest TRL release a finding has to hold for when
/// nothing states the release.
constexpr Version kOldestJudged{4, 54, 0};
/// What the constructor of TrainingArguments converts to an enumeration, in its order.
constexpr std::array<std::string_view, 7> kEnumerations = {
    "eval_strategy", "logging_strategy",   "save_strategy", "hub_strategy", "lr_scheduler_type",
    "optim",         "evaluation_strategy"};
/// null counts as not written for these, whatever the annotation says.
constexpr std::array<std::string_view, 1> kNullIsUnset = {"evaluation_strategy"};
/// Looked up in a table when the trainer is built, and not before.
constexpr std::array<std::string_view, 2> kLogLevels = {"log_level", "log_level_replica"};

/// Short lists fit into the message; long ones are counted there and left to the help.
void list_choices(ValueFault& found, const std::vector<std::string_view>& choices) {
  constexpr std::size_t kShown = 12;
  found.choices = fmt::format("{}", fmt::join(choices, ", "));
  found.wanted = choices.size() <= kShown ? "one of " + found.choices
                                          : fmt::format("one of {} values", choices.size());
}

class ChoiceJudge : public Judgement {
 public:
  using Judgement::Judgement;

  std::optional<std::optional<ValueFault>> run() {
    if (argument_.library == "transformers" && is_among(kEnumerations, argument_.name)) {
      return enumeration();
    }
    if (is_among(kLogLevels, argument_.name)) return log_level();
    if (argument_.name == "debug" && node_.kind == NodeKind::String) return debug_options();
    return std::nullopt;
  }

 private:
  std::optional<ValueFault> enumeration() {
    if (node_.kind == NodeKind::Null && is_among(kNullIsUnset, argument_.name)) return std::nullopt;
    const auto choices = argument_.choices_in(release_);
    if (choices.empty()) return std::nullopt;
    if (node_.kind == NodeKind::String) {
      if (std::find(choices.begin(), choices.end(), node_.text) != choices.end()) {
        return std::nullopt;
      }
      return invalid_choice(choices);
    }
    const bool has_no = std::find(choices.begin(), choices.end(), "no") != choices.end();
    if (node_.kind == NodeKind::Boolean && !node_.boolean && has_no) {
      ValueFault found = refused(Fault::FalseIsNoChoice,
                                 "TrainingArguments raises ValueError for False", "\"no\"");
      list_choices(found, choices);
      return found;
    }
    return invalid_choice(choices);
  }

  std::optional<ValueFault> invalid_choice(const std::vector<std::string_view>& choices) {
    ValueFault found = refused(Fault::InvalidChoice, "TrainingArguments raises ValueError");
    list_choices(found, choices);
    if (node_.kind != NodeKind::String) return found;
    if (const auto near = nearest(node_.text, choices)) found.correct = std::string(*near);
    for (const schema::Choice& choice : argument_.choice_history) {
      if (choice.value != node_.text) continue;
      // Gone before the releases that stand for a guessed one, it is refused by all of them.
      found.version = !choice.until || *choice.until >= kOldestJudged;
      found.effect +=
          choice.since > release_
              ? fmt::format("; it came with {} {}", argument_.library, choice.since.to_string())
              : fmt::format("; {} {} had it last", argument_.library,
                            choice.until.value_or(release_).to_string());
    }
    // A release after the facts may have gained values.
    if (release_ > schema::newest(argument_.library)) found.outcome = Outcome::Harmless;
    return found;
  }

  /// Numbers, the levels of Python's logging, work for scripts that hand them on themselves.
  std::optional<ValueFault> log_level() {
    const auto choices = argument_.choices_in(release_);
    if (choices.empty() || std::find(choices.begin(), choices.end(), node_.text) != choices.end()) {
      return std::nullopt;
    }
    ValueFault found =
        passed_on(Fault::InvalidChoice, Outcome::Doubtful, "the trainer finds no such level");
    list_choices(found, choices);
    return found;
  }

  /// The parser makes one option of the whole string, the constructor one of each word.
  std::optional<ValueFault> debug_options() {
    const auto choices = argument_.choices_in(release_);
    if (choices.empty() || std::find(choices.begin(), choices.end(), node_.text) != choices.end()) {
      return std::nullopt;
    }
    if (route_ != Route::Trl) return std::nullopt;
    ValueFault found = refused(Fault::InvalidChoice, "argparse refuses it");
    list_choices(found, choices);
    return found;
  }
};

}  // namespace

std::optional<std::optional<ValueFault>> judge_choice(const RuleContext& context,
                                                      const dialect::Entry& entry) {
  return ChoiceJudge(context, entry).run();
}

}  // namespace grpolint::rules::native
