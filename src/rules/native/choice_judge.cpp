#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

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

/// What a name of other libraries, or of earlier releases, is called now.
struct OtherName {
  std::string_view name;
  std::string_view choice;
};
constexpr std::array<OtherName, 4> kOtherNames = {{
    {"adam", "adamw_torch"},
    {"adamw", "adamw_torch"},
    {"adamw_hf", "adamw_torch"},
    {"adam8bit", "adamw_8bit"},
}};

std::optional<std::string_view> meant_choice(std::string_view written,
                                             const std::vector<std::string_view>& choices) {
  for (const OtherName& other : kOtherNames) {
    const bool taken = std::find(choices.begin(), choices.end(), other.choice) != choices.end();
    if (other.name == written && taken) return other.choice;
  }
  return nearest(written, choices);
}

/// Short lists fit into the message and the help; of long ones the message has the number and the
/// help those that are nearest to what was written.
void list_choices(ValueFault& found, std::vector<std::string_view> choices,
                  std::string_view written) {
  constexpr std::size_t kShown = 12;
  constexpr std::size_t kNearest = 5;
  if (choices.size() <= kShown) {
    found.wanted = fmt::format("one of {}", fmt::join(choices, ", "));
    found.choices = fmt::format("the values are {}", fmt::join(choices, ", "));
    return;
  }
  found.wanted = fmt::format("one of {} values", choices.size());
  // adamw_hf is nearer to every adamw_ than its letters say.
  const auto distance = [&](std::string_view choice) {
    const auto [end, unused] =
        std::mismatch(choice.begin(), choice.end(), written.begin(), written.end());
    return std::pair(choice.begin() - end, edit_distance(written, choice));
  };
  std::stable_sort(choices.begin(), choices.end(), [&](std::string_view a, std::string_view b) {
    return distance(a) < distance(b);
  });
  const std::size_t count = choices.size();
  choices.resize(kNearest);
  found.choices =
      fmt::format("of the {} values the nearest are {}", count, fmt::join(choices, ", "));
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
      list_choices(found, choices, node_.text);
      return found;
    }
    return invalid_choice(choices);
  }

  std::optional<ValueFault> invalid_choice(const std::vector<std::string_view>& choices) {
    ValueFault found = refused(Fault::InvalidChoice, "TrainingArguments raises ValueError");
    list_choices(found, choices, node_.text);
    if (node_.kind != NodeKind::String) return found;
    if (const auto meant = meant_choice(node_.text, choices)) found.correct = std::string(*meant);
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
    list_choices(found, choices, node_.text);
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
    list_choices(found, choices, node_.text);
    return found;
  }
};

}  // namespace

std::optional<std::optional<ValueFault>> judge_choice(const RuleContext& context,
                                                      const dialect::Entry& entry) {
  return ChoiceJudge(context, entry).run();
}

}  // namespace grpolint::rules::native
