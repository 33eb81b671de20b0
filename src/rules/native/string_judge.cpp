#include <fmt/format.h>
#include <re2/re2.h>

#include "dialect/coerce.h"
#include "dialect/python_values.h"
#include "document/json_validator.h"
#include "rules/native/judgement.h"
#include "rules/native/value_judge.h"

namespace grpolint::rules::native {
namespace {

using dialect::Route;
using schema::ArgumentKind;

/// From here on the words none and null of a nullable argument that is no string mean None.
constexpr Version kReadsNoneWords{1, 6, 0};

class StringJudge : public Judgement {
 public:
  using Judgement::Judgement;

  std::optional<ValueFault> run() {
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

 private:
  /// Booleans and lists have converters of their own, which the words do not reach.
  bool is_none_word_read_as_null() const {
    const bool converted = !wants(ArgumentKind::Boolean) && !wants(ArgumentKind::List);
    return route_ == Route::Trl && type_.nullable && converted && trl_ >= kReadsNoneWords &&
           dialect::is_none_word(node_.text);
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
};

}  // namespace

std::optional<ValueFault> judge_string(const RuleContext& context, const dialect::Entry& entry) {
  return StringJudge(context, entry).run();
}

}  // namespace grpolint::rules::native
