#include "rules/native/value_judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "dialect/coerce.h"
#include "dialect/python_values.h"
#include "document/json_validator.h"
#include "rules/native/constructor_demands.h"
#include "schema/schema.h"
#include "text/nearest.h"

namespace grpolint::rules::native {
namespace {

using dialect::Entry;
using dialect::Route;
using schema::ArgumentKind;

/// From here on the words none and null of a nullable argument that is no string mean None.
constexpr Version kReadsNoneWords{1, 6, 0};
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
/// Typed as strings, but a boolean does as well: Trainer.train() takes both.
constexpr std::array<std::string_view, 1> kBooleanTakenAsString = {"resume_from_checkpoint"};
/// Lists that the training script walks through item by item, so that one string becomes letters.
constexpr std::array<std::string_view, 1> kWalkedLists = {"reward_funcs"};

template <std::size_t Size>
bool is_among(const std::array<std::string_view, Size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// A decimal number as Python's float() takes it (words such as "inf" aside).
bool looks_like_number(const std::string& text) {
  static const RE2 pattern(R"(\s*[-+]?(\d[\d_]*\.?[\d_]*|\.\d[\d_]*)([eE][-+]?\d+)?\s*)");
  return text.size() < 64 && RE2::FullMatch(text, pattern);
}

/// Short lists fit into the message; long ones are counted there and left to the help.
void list_choices(ValueFault& found, const std::vector<std::string_view>& choices) {
  constexpr std::size_t kShown = 12;
  found.choices = fmt::format("{}", fmt::join(choices, ", "));
  found.wanted = choices.size() <= kShown ? "one of " + found.choices
                                          : fmt::format("one of {} values", choices.size());
}

class Judge {
 public:
  Judge(const RuleContext& context, const Entry& entry)
      : context_(context),
        entry_(entry),
        node_(context.document.node(entry.node)),
        argument_(*entry.schema),
        release_(context.run->releases.for_library(argument_.library)),
        type_(argument_.type_in(release_)),
        route_(context.run->route),
        trl_(context.run->releases.trl) {}

  std::optional<ValueFault> run() {
    if (is_enumeration()) return enumeration();
    if (is_among(kLogLevels, argument_.name)) return log_level();
    if (argument_.name == "debug" && node_.kind == NodeKind::String) return debug_options();
    switch (node_.kind) {
      case NodeKind::String:
        return string();
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
  bool wants(ArgumentKind kind) const { return type_.accepts(kind); }
  bool wants_number() const { return wants(ArgumentKind::Integer) || wants(ArgumentKind::Float); }

  /// The parser or a constructor refuses it: certain, unless a loader of its own comes first.
  ValueFault refused(Fault fault, std::string effect, std::string correct = {}) const {
    const bool certain = route_ != Route::Unknown;
    return make(fault, certain ? Outcome::Refused : Outcome::Doubtful, std::move(effect),
                std::move(correct));
  }

  /// The parser passes it on; what the constructors say decides first.
  ValueFault passed_on(Fault fault, Outcome outcome, std::string effect,
                       std::string correct = {}) const {
    std::string error = constructor_error(context_, entry_);
    if (!error.empty()) return refused(fault, std::move(error), std::move(correct));
    if (route_ == Route::Unknown && outcome == Outcome::Fails) outcome = Outcome::Doubtful;
    return make(fault, outcome, std::move(effect), std::move(correct));
  }

  ValueFault make(Fault fault, Outcome outcome, std::string effect, std::string correct) const {
    ValueFault found;
    found.entry = &entry_;
    found.fault = fault;
    found.outcome = outcome;
    found.wanted = dialect::wanted_text(type_);
    found.effect = std::move(effect);
    found.correct = std::move(correct);
    return found;
  }

  bool is_enumeration() const {
    return argument_.library == "transformers" && is_among(kEnumerations, argument_.name);
  }

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

  /// Booleans and lists have converters of their own, which the words do not reach.
  bool is_none_word_read_as_null() const {
    const bool converted = !wants(ArgumentKind::Boolean) && !wants(ArgumentKind::List);
    return route_ == Route::Trl && type_.nullable && converted && trl_ >= kReadsNoneWords &&
           dialect::is_none_word(node_.text);
  }

  std::optional<ValueFault> string() {
    // Without null among them, the parser drops the string from "mapping or string".
    const bool only_mapping =
        wants(ArgumentKind::Map) && (!wants(ArgumentKind::String) || !type_.nullable);
    if (only_mapping) return string_for_mapping();
    if (wants(ArgumentKind::Map)) return json_text();
    if (argument_.name == "pad_to_multiple_of") return padding_word();
    if (wants(ArgumentKind::String) || wants(ArgumentKind::Any) || wants(ArgumentKind::Enum)) {
      return std::nullopt;
    }
    if (is_none_word_read_as_null()) return std::nullopt;
    if (wants(ArgumentKind::List)) return string_for_list();
    if (wants(ArgumentKind::Boolean)) return string_for_boolean();
    if (wants_number()) return string_for_number();
    return std::nullopt;
  }

  /// From 1.16.0 GRPOConfig converts the word itself, before that it is an integer for argparse.
  std::optional<ValueFault> padding_word() {
    if (!wants(ArgumentKind::String)) {
      return is_none_word_read_as_null() ? std::nullopt : string_for_number();
    }
    if (node_.text == "auto" || dialect::is_none_word(node_.text) ||
        dialect::python_int(node_.text)) {
      return std::nullopt;
    }
    return refused(Fault::WrongType, "GRPOConfig makes an int of it and raises ValueError");
  }

  /// "mapping or string": TrainingArguments parses what begins like a JSON object.
  std::optional<ValueFault> json_text() {
    if (!node_.text.starts_with('{') || !find_json_problem(node_.text, {})) return std::nullopt;
    return refused(Fault::JsonInString, "TrainingArguments parses it and raises JSONDecodeError");
  }

  std::optional<ValueFault> string_for_mapping() {
    const bool json = node_.text.find_first_not_of(" \t\n") != std::string::npos &&
                      node_.text[node_.text.find_first_not_of(" \t\n")] == '{';
    if (route_ != Route::Trl) {
      if (wants(ArgumentKind::String)) return json_text();
      return passed_on(json ? Fault::JsonInString : Fault::WrongType, Outcome::Fails,
                       "it stays a string");
    }
    if (node_.text.empty() || is_none_word_read_as_null()) return std::nullopt;  // dict("") is {}
    if (json) return refused(Fault::JsonInString, "argparse refuses it: invalid dict value");
    const bool none = dialect::is_none_word(node_.text);
    return refused(none ? Fault::NoneWord : Fault::WrongType,
                   "argparse refuses it: invalid dict value", none ? "null" : "");
  }

  std::optional<ValueFault> string_for_list() {
    const bool numbers =
        type_.element == ArgumentKind::Float || type_.element == ArgumentKind::Integer;
    if (numbers && route_ == Route::Trl) {
      const bool converts = type_.element == ArgumentKind::Float
                                ? dialect::python_float(node_.text).has_value()
                                : dialect::python_int(node_.text).has_value();
      if (!converts) {
        const bool none = dialect::is_none_word(node_.text);
        return refused(none ? Fault::NoneWord : Fault::WrongType, "argparse refuses it",
                       none ? "null" : "");
      }
      return passed_on(Fault::ListIsString, Outcome::Fails, "it becomes one number",
                       fmt::format("[{}]", node_.text));
    }
    return one_string(numbers);
  }

  std::optional<ValueFault> one_string(bool numbers) {
    const std::string correct = list_spelling();
    // A name or an expression to PEFT; target-modules-in-one-string knows more about it.
    if (argument_.name == "lora_target_modules") return std::nullopt;
    if (is_among(kWalkedLists, argument_.name) && route_ == Route::Trl) {
      return passed_on(Fault::ListIsString, Outcome::Fails, "it is walked through letter by letter",
                       correct);
    }
    return passed_on(Fault::ListIsString, numbers ? Outcome::Fails : Outcome::Doubtful,
                     "it stays one string", correct);
  }

  /// "a, b" -> "[a, b]".
  std::string list_spelling() const {
    std::string items;
    std::string_view rest = node_.text;
    while (!rest.empty()) {
      const std::size_t end = rest.find_first_of(", ");
      const std::string_view word = rest.substr(0, end);
      if (!word.empty()) items += fmt::format("{}{}", items.empty() ? "" : ", ", word);
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return fmt::format("[{}]", items);
  }

  std::optional<ValueFault> string_for_boolean() {
    const auto value = dialect::argparse_boolean(node_.text);
    if (route_ == Route::Trl) {
      if (value) return std::nullopt;
      if (dialect::is_none_word(node_.text)) {
        return refused(Fault::NoneWord, "argparse refuses it: truthy value expected", "null");
      }
      return refused(Fault::WordIsNoBoolean, "argparse refuses it: truthy value expected",
                     boolean_meant());
    }
    const bool falsy = boolean_meant() == "false";
    return passed_on(Fault::WordIsNoBoolean,
                     falsy && route_ == Route::Python ? Outcome::Fails : Outcome::Doubtful,
                     falsy ? "as a string it counts as true" : "it stays a string",
                     boolean_meant());
  }

  std::string boolean_meant() const {
    if (const auto value = dialect::argparse_boolean(node_.text)) return *value ? "true" : "false";
    static const RE2 on("(?i)on|enabled?|ja|oui|always");
    static const RE2 off("(?i)off|disabled?|never|none|null|");
    if (RE2::FullMatch(node_.text, on)) return "true";
    if (RE2::FullMatch(node_.text, off)) return "false";
    return {};
  }

  std::optional<ValueFault> string_for_number() {
    const bool integer = !wants(ArgumentKind::Float);
    const bool numeric = looks_like_number(node_.text);
    const std::string correct = numeric ? number_spelling(node_.text, integer) : std::string();
    const Fault fault = numeric ? Fault::NumberIsString : Fault::WrongType;
    if (route_ == Route::Trl) {
      const bool converts = integer ? dialect::python_int(node_.text).has_value()
                                    : dialect::python_float(node_.text).has_value();
      if (converts) return std::nullopt;
      if (dialect::is_none_word(node_.text)) {
        return refused(Fault::NoneWord, "argparse refuses it", type_.nullable ? "null" : "");
      }
      return refused(
          fault, fmt::format("argparse refuses it: invalid {} value", integer ? "int" : "float"),
          correct);
    }
    if (dialect::is_none_word(node_.text)) {
      return passed_on(Fault::NoneWord, Outcome::Fails, "it stays a string",
                       type_.nullable ? "null" : "");
    }
    return passed_on(fault, Outcome::Fails, "it stays a string", correct);
  }

  std::optional<ValueFault> null() {
    if (!constructor_error(context_, entry_).empty()) {
      return passed_on(Fault::WrongType, Outcome::Doubtful, {});
    }
    if (type_.nullable || wants(ArgumentKind::Any)) return std::nullopt;
    if (!wants_number() || argument_.name == "top_k") return std::nullopt;
    return passed_on(Fault::WrongType, Outcome::Doubtful, "it stays None");
  }

  std::optional<ValueFault> boolean() {
    if (wants(ArgumentKind::Boolean) || wants(ArgumentKind::Any)) return std::nullopt;
    if (argument_.name == "scale_rewards" || is_among(kBooleanTakenAsString, argument_.name)) {
      return std::nullopt;
    }
    if (argument_.name == "num_generations" && trl_ >= Version{0, 18, 0}) {
      return refused(Fault::WrongType, "it counts as less than the two that GRPOConfig asks for");
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

  std::optional<ValueFault> date() {
    if (wants(ArgumentKind::Any)) return std::nullopt;
    const Outcome outcome = wants_number() ? Outcome::Fails : Outcome::Doubtful;
    return passed_on(Fault::WrongType, outcome, "it is a date object",
                     fmt::format("\"{}\"", context_.source.text(entry_.site.value)));
  }

  std::optional<ValueFault> sequence() {
    if (wants(ArgumentKind::Any)) return std::nullopt;
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
                       fmt::format("its item '{}' stays a string", node.text));
    }
    return std::nullopt;
  }

  std::optional<ValueFault> mapping() {
    if (wants(ArgumentKind::Map) || wants(ArgumentKind::Any)) return std::nullopt;
    return passed_on(Fault::WrongType, wants_number() ? Outcome::Fails : Outcome::Doubtful,
                     "it stays a mapping");
  }

  const RuleContext& context_;
  const Entry& entry_;
  const Node& node_;
  const schema::Argument& argument_;
  Version release_;
  const schema::ValueType& type_;
  Route route_;
  Version trl_;
};

}  // namespace

std::string number_spelling(std::string text, bool integer) {
  std::erase(text, '_');
  std::erase(text, ' ');
  const double value = std::strtod(text.c_str(), nullptr);
  if (integer && std::floor(value) == value && std::fabs(value) < 1e15) {
    return fmt::format("{:.0f}", value);
  }
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent == std::string::npos) return fmt::format("{}", value);
  std::string mantissa = text.substr(0, exponent);
  std::string power = text.substr(exponent + 1);
  if (mantissa.find('.') == std::string::npos) mantissa += ".0";
  if (power.front() != '-' && power.front() != '+') power.insert(power.begin(), '+');
  return fmt::format("{}e{}", mantissa, power);
}

std::optional<ValueFault> judge_value(const RuleContext& context, const Entry& entry) {
  return Judge(context, entry).run();
}

}  // namespace grpolint::rules::native
