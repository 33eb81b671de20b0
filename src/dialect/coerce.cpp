#include "dialect/coerce.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "dialect/python_values.h"

namespace grpolint::dialect {
namespace {

/// Arguments typed as lists of strings for which a lone string is as good: PEFT reads it as a name
/// or an expression ("all-linear").
constexpr std::array<std::string_view, 1> kStringTakenAsList = {"lora_target_modules"};

/// Asked for its truth before anything else, so that false is as good as not written:
/// transformers/training_args.py, 4.51.0-5.24.0.
constexpr std::array<std::string_view, 1> kFalseIsUnset = {"deepspeed"};

/// TRL 1.6.0 and later read the words none and null of a nullable argument that is no string,
/// boolean or list as None: trl/scripts/_hf_argparser.py, _accept_none.
constexpr Version kReadsNoneWords{1, 6, 0};

using schema::ArgumentKind;

struct Context {
  const schema::Argument& argument;
  const schema::ValueType& type;
  Route route;
  Version trl;
};

template <std::size_t Size>
bool is_among(const std::array<std::string_view, Size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Coercion fine(Value value) { return {std::move(value), std::nullopt}; }

Coercion problem(const Context& context, const Node& node, Value value, bool rejected,
                 std::string converted = {}) {
  ValueProblem found;
  found.wanted = wanted_text(context.type);
  found.seen = describe(node);
  found.rejected = rejected;
  found.converted = std::move(converted);
  return {std::move(value), std::move(found)};
}

Coercion unusable(const Context& context, const Node& node, bool rejected) {
  return problem(context, node, Value::unknown(), rejected);
}

/// What argparse's `type` makes of a string; empty where it raises.
std::optional<Value> converted_string(const Context& context, std::string_view text) {
  const schema::ValueType& type = context.type;
  // Booleans have a converter of their own, which the words do not reach.
  if (type.accepts(ArgumentKind::Boolean)) {
    if (const auto value = argparse_boolean(text)) return Value::boolean(*value);
    return std::nullopt;
  }
  if (type.nullable && is_none_word(text) && context.trl >= kReadsNoneWords) return Value::absent();
  if (type.accepts(ArgumentKind::Float)) {
    if (const auto value = python_float(text)) return Value::number(*value);
    return std::nullopt;
  }
  if (type.accepts(ArgumentKind::Integer)) {
    if (const auto value = python_int(text)) return Value::number(*value);
  }
  return std::nullopt;
}

Coercion coerce_string(const Context& context, const Node& node) {
  const schema::ValueType& type = context.type;
  if (type.accepts(ArgumentKind::String) || type.accepts(ArgumentKind::Enum) ||
      type.accepts(ArgumentKind::Any)) {
    return fine(Value::string(node.text));
  }
  if (type.accepts(ArgumentKind::List)) {
    if (is_among(kStringTakenAsList, context.argument.name)) {
      return fine(Value::string(node.text));
    }
    // argparse makes one number of it, or leaves the one string; neither is a list.
    const bool numbers = type.element == ArgumentKind::Float;
    const bool raises = numbers && !python_float(node.text);
    return unusable(context, node, context.route == Route::Trl && raises);
  }
  std::optional<Value> converted = converted_string(context, node.text);
  switch (context.route) {
    case Route::Trl: {
      if (!converted) return unusable(context, node, true);
      std::string text = converted->to_text();
      return problem(context, node, *std::move(converted), false, std::move(text));
    }
    case Route::Python:
      return unusable(context, node, false);
    case Route::Unknown:
      if (!converted) return unusable(context, node, false);
      return problem(context, node, *std::move(converted), false);
  }
  return unusable(context, node, false);
}

/// Enumerations of transformers refuse anything but their strings when the config is built.
bool refused_by_enumeration(const Context& context) {
  return context.type.accepts(ArgumentKind::Enum) && context.argument.library == "transformers" &&
         context.route != Route::Unknown;
}

Coercion coerce_boolean(const Context& context, const Node& node) {
  const schema::ValueType& type = context.type;
  // From 0.22.0 the booleans of earlier releases are mapped by GRPOConfig itself.
  if (context.argument.name == "scale_rewards" && type.kind != ArgumentKind::Boolean) {
    return fine(Value::string(node.boolean ? "group" : "none"));
  }
  if (type.accepts(ArgumentKind::Boolean) || type.accepts(ArgumentKind::Any) ||
      is_among(kBooleanTakenAsString, context.argument.name)) {
    return fine(Value::boolean(node.boolean));
  }
  if (!node.boolean && is_among(kFalseIsUnset, context.argument.name)) {
    return fine(Value::boolean(false));
  }
  return unusable(context, node, refused_by_enumeration(context));
}

/// Beyond 2^53 a double loses digits, which messages would then not show as they stand in the file.
Value number_of(const Node& node) {
  constexpr double kExactIntegers = 9007199254740992.0;
  const bool exact = node.kind != NodeKind::Integer || std::fabs(node.number) < kExactIntegers;
  return exact ? Value::number(node.number) : Value::number(node.number, node.text);
}

Coercion coerce_number(const Context& context, const Node& node) {
  const schema::ValueType& type = context.type;
  if (type.accepts(ArgumentKind::Any) || type.accepts(ArgumentKind::Float)) {
    return fine(number_of(node));
  }
  if (type.accepts(ArgumentKind::Integer)) {
    if (node.kind == NodeKind::Integer) return fine(number_of(node));
    const bool whole = std::isfinite(node.number) && std::floor(node.number) == node.number;
    return problem(context, node, whole ? Value::number(node.number) : Value::unknown(), false);
  }
  if (type.accepts(ArgumentKind::Boolean)) {
    return problem(context, node, Value::boolean(node.number != 0), false);
  }
  if (type.accepts(ArgumentKind::String))
    return problem(context, node, Value::string(node.text), false);
  return unusable(context, node, refused_by_enumeration(context));
}

Coercion coerce_node(const Context& context, const Source& source, const Document& document,
                     const Use& use) {
  const Node& node = document.node(use.node);
  const schema::ValueType& type = context.type;
  switch (node.kind) {
    case NodeKind::Null:
      if (type.nullable || type.accepts(ArgumentKind::Any)) return fine(Value::absent());
      return problem(context, node, Value::absent(), refused_by_enumeration(context));
    case NodeKind::Boolean:
      return coerce_boolean(context, node);
    case NodeKind::Integer:
    case NodeKind::Float:
      return coerce_number(context, node);
    case NodeKind::String:
      return coerce_string(context, node);
    case NodeKind::Date:
      if (type.accepts(ArgumentKind::Any)) return fine(Value::string(node.text));
      return unusable(context, node, refused_by_enumeration(context));
    case NodeKind::Sequence:
      if (type.accepts(ArgumentKind::List) || type.accepts(ArgumentKind::Any) ||
          is_among(kListTakenAsWords, context.argument.name)) {
        return fine(plain_value(source, document, use));
      }
      return unusable(context, node, refused_by_enumeration(context));
    case NodeKind::Mapping:
      if (type.accepts(ArgumentKind::Map) || type.accepts(ArgumentKind::Any)) {
        return fine(Value::map());
      }
      return unusable(context, node, refused_by_enumeration(context));
  }
  return fine(Value::unknown());
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace

bool is_placeholder(const Source& source, const Node& node) {
  if (node.kind == NodeKind::Mapping) {
    // An unquoted {{ name }} parses as a mapping inside a mapping.
    return source.text(node.span).substr(0, 2) == "{{";
  }
  if (node.kind != NodeKind::String) return false;
  const std::string_view text = node.text;
  if (text == "???") return true;
  if (contains(text, "${") || (contains(text, "{{") && contains(text, "}}")) ||
      (contains(text, "{%") && contains(text, "%}"))) {
    return true;
  }
  if (text.size() > 1 && text.front() == '$') {
    return text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", 1) ==
           std::string_view::npos;
  }
  return text.size() > 2 && text.front() == '<' && text.back() == '>' &&
         text.find_first_of("<>", 1) == text.size() - 1;
}

std::string wanted_text(const schema::ValueType& type) {
  std::vector<std::string_view> words;
  if (type.accepts(ArgumentKind::Boolean)) words.emplace_back("a boolean");
  if (type.accepts(ArgumentKind::Float)) {
    words.emplace_back("a number");
  } else if (type.accepts(ArgumentKind::Integer)) {
    words.emplace_back("an integer");
  }
  if (type.accepts(ArgumentKind::String) || type.accepts(ArgumentKind::Enum)) {
    words.emplace_back("a string");
  }
  if (type.accepts(ArgumentKind::List)) {
    words.emplace_back(type.element == ArgumentKind::Float ? "a list of numbers" : "a list");
  }
  if (type.accepts(ArgumentKind::Map)) words.emplace_back("a mapping");
  if (type.nullable) words.emplace_back("null");
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string describe(const Node& node) {
  constexpr std::size_t kShown = 40;
  switch (node.kind) {
    case NodeKind::Null:
      return "null";
    case NodeKind::Boolean:
      return fmt::format("the boolean {}", node.boolean);
    case NodeKind::Integer:
      return fmt::format("the integer {}", node.text);
    case NodeKind::Float:
      return fmt::format("the number {}", node.text);
    case NodeKind::Date:
      return fmt::format("the date {}", node.text);
    case NodeKind::Sequence:
      return "a list";
    case NodeKind::Mapping:
      return "a mapping";
    case NodeKind::String:
      break;
  }
  if (node.text.size() <= kShown) return fmt::format("the string '{}'", node.text);
  std::size_t cut = kShown;
  while (cut > 0 && (static_cast<unsigned char>(node.text[cut]) & 0xC0U) == 0x80U) --cut;
  return fmt::format("the string '{}...'", node.text.substr(0, cut));
}

Value plain_value(const Source& source, const Document& document, const Use& use) {
  const Node& node = document.node(use.node);
  if (is_placeholder(source, node)) return Value::unknown();
  switch (node.kind) {
    case NodeKind::Null:
      return Value::absent();
    case NodeKind::Boolean:
      return Value::boolean(node.boolean);
    case NodeKind::Integer:
    case NodeKind::Float:
      return number_of(node);
    case NodeKind::String:
    case NodeKind::Date:
      return Value::string(node.text);
    case NodeKind::Mapping:
      return Value::map();
    case NodeKind::Sequence:
      break;
  }
  std::vector<Value> items;
  items.reserve(node.items.size());
  for (const Use& item : node.items) {
    // Lists inside lists mean nothing to any argument; not following them keeps this linear.
    const bool nested = document.node(item.node).kind == NodeKind::Sequence;
    items.push_back(nested ? Value::unknown() : plain_value(source, document, item));
  }
  return Value::list(std::move(items));
}

Coercion coerce(const Source& source, const Document& document, const Use& use,
                const schema::Argument& argument, Route route, const schema::Releases& releases) {
  if (is_placeholder(source, document.node(use.node))) return fine(Value::unknown());
  const schema::Argument& judge = schema::judged_by(argument, releases);
  const schema::ValueType& type = judge.type_in(releases.for_library(judge.library));
  const Context context{judge, type, route, releases.trl};
  return coerce_node(context, source, document, use);
}

}  // namespace grpolint::dialect
