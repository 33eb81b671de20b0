#include "schema/json_schema.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

namespace grpolint::schema {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::string quoted_list(const std::vector<std::string_view>& values) {
  std::vector<std::string> parts;
  parts.reserve(values.size());
  for (const std::string_view value : values) parts.push_back(quoted(value));
  return "[" + joined(parts, ", ") + "]";
}

std::string_view display_name(std::string_view library) {
  if (library == "trl") return "TRL";
  return library == "unsloth" ? "Unsloth" : library;
}

std::string_view json_type(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::Boolean:
      return "boolean";
    case ArgumentKind::Integer:
      return "integer";
    case ArgumentKind::Float:
      return "number";
    case ArgumentKind::String:
    case ArgumentKind::Enum:
      return "string";
    case ArgumentKind::List:
      return "array";
    case ArgumentKind::Map:
      return "object";
    case ArgumentKind::Any:
      break;
  }
  return {};
}

std::string list_items(const ValueType& type, const std::vector<std::string_view>& choices) {
  if (type.element == ArgumentKind::Enum && !choices.empty()) {
    return fmt::format(R"(, "items": {{"enum": {}}})", quoted_list(choices));
  }
  const std::string_view element = json_type(type.element);
  return element.empty() ? "" : fmt::format(R"(, "items": {{"type": "{}"}})", element);
}

/// The keywords that say what a value must be: "type", "enum", "items", or "anyOf" of several.
std::string value_keywords(const ValueType& type, const std::vector<std::string_view>& choices) {
  constexpr std::array kKinds = {ArgumentKind::Boolean, ArgumentKind::Integer, ArgumentKind::Float,
                                 ArgumentKind::String,  ArgumentKind::Enum,    ArgumentKind::List,
                                 ArgumentKind::Map,     ArgumentKind::Any};
  std::vector<std::string> alternatives;
  for (const ArgumentKind kind : kKinds) {
    if (!type.accepts(kind)) continue;
    if (kind == ArgumentKind::Any) return {};
    if (kind == ArgumentKind::Enum && !choices.empty()) {
      alternatives.push_back("\"enum\": " + quoted_list(choices));
    } else {
      alternatives.push_back(
          fmt::format(R"("type": "{}"{})", json_type(kind),
                      kind == ArgumentKind::List ? list_items(type, choices) : std::string()));
    }
  }
  if (type.nullable) alternatives.emplace_back(R"("type": "null")");
  if (alternatives.size() == 1) return alternatives.front();
  return "\"anyOf\": [{" + joined(alternatives, "}, {") + "}]";
}

/// "TRL GRPOConfig, from 0.18.0 on, default 8." and what a user should know.
std::string description(const Argument& argument, const DefaultPeriod* period,
                        std::string_view note) {
  std::string text = fmt::format("{} {}, from {} on", display_name(argument.library),
                                 argument.owner, argument.since.to_string());
  if (period != nullptr && !period->json.empty()) text += fmt::format(", default {}", period->json);
  text += '.';
  if (!note.empty()) text += fmt::format(" {}", note);
  return text;
}

/// Why an argument should not be written any more; empty when it may be.
std::string deprecation(const Argument& argument, Version version) {
  std::string text;
  if (!argument.known_in(version)) {
    text = fmt::format("Gone from {}: {} was the last release with it.",
                       display_name(argument.library), argument.until->to_string());
  } else if (argument.deprecated_since && *argument.deprecated_since <= version) {
    text = fmt::format("Deprecated since {} {}.", display_name(argument.library),
                       argument.deprecated_since->to_string());
  }
  if (!text.empty() && !argument.renamed_to.empty()) {
    text += fmt::format(" Use {}.", argument.renamed_to);
  }
  return text;
}

std::string property(const Argument& argument, const Releases& releases) {
  const DefaultPeriod* period = argument.period_in(releases.for_library(argument.library));
  const Argument& judge = judged_by(argument, releases);
  const Version version = releases.for_library(judge.library);
  std::vector<std::string> keywords;
  ValueType type = judge.type_in(version);
  // A null that only the rewritten default has replaces what the class beneath would have.
  if (period != nullptr && period->json == "null") type.nullable = true;
  const std::string value = value_keywords(type, judge.choices_in(version));
  if (!value.empty()) keywords.push_back(value);
  if (period != nullptr && !period->json.empty()) {
    keywords.push_back(fmt::format("\"default\": {}", period->json));
  }
  const std::string_view note = argument.note.empty() ? judge.note : argument.note;
  keywords.push_back("\"description\": " + quoted(description(argument, period, note)));
  if (const std::string message = deprecation(judge, version); !message.empty()) {
    keywords.push_back(
        fmt::format(R"("deprecated": true, "deprecationMessage": {})", quoted(message)));
    if (period == nullptr) keywords.emplace_back(R"("doNotSuggest": true)");
  }
  return fmt::format("{}: {{{}}}", quoted(argument.name), joined(keywords, ", "));
}

/// `datasets:`, whose items have keys of their own.
std::string datasets_property(const Argument& argument, const Releases& releases) {
  std::vector<std::string> items, required;
  for (const Argument& item : dataset_item_arguments()) {
    const DefaultPeriod* period = item.period_in(releases.for_library("trl"));
    if (period == nullptr) continue;
    items.push_back(property(item, releases));
    if (period->json.empty()) required.push_back(quoted(item.name));
  }
  return fmt::format(
      R"("datasets": {{"type": "array", "description": {}, "items": {{"type": "object", )"
      R"("required": [{}], "additionalProperties": false, "properties": {{{}}}}}}})",
      quoted(description(argument, nullptr, argument.note)), joined(required, ", "),
      joined(items, ", "));
}

void add_arguments(std::string_view dialect, const Releases& releases,
                   std::vector<std::string>& properties) {
  std::string_view previous;
  for (const Argument& candidate : arguments(dialect)) {
    if (candidate.name == previous) continue;
    previous = candidate.name;
    const Argument& argument = *find(dialect, candidate.name, releases);
    const Version version = releases.for_library(argument.library);
    if (version < argument.since) continue;
    const bool mixture = argument.name == "datasets" && argument.known_in(version);
    properties.push_back(mixture ? datasets_property(argument, releases)
                                 : property(argument, releases));
  }
}

/// Keys of TRL's parser, and what it hands on to accelerate.
void add_parser_keys(Version trl, std::vector<std::string>& properties) {
  constexpr Version kForwardsLaunchOptions{0, 29, 0};
  for (const SpecialKey& key : special_keys()) {
    if (key.name == "config" || trl < key.since || (key.until && *key.until < trl)) continue;
    properties.push_back(fmt::format(R"({}: {{"type": "{}", "description": {}}})", quoted(key.name),
                                     key.name == "env" ? "object" : "string", quoted(key.note)));
  }
  if (trl < kForwardsLaunchOptions) return;
  for (const LaunchArgument& option : launch_arguments()) {
    if (!option.takes_value || find("trl", option.name, {}) != nullptr ||
        find_special_key(option.name) != nullptr) {
      continue;
    }
    const std::vector<std::string_view> choices(option.choices.begin(), option.choices.end());
    const std::string value =
        choices.empty() ? "" : fmt::format(R"("enum": {}, )", quoted_list(choices));
    properties.push_back(fmt::format(
        R"({}: {{{}"description": "Option of accelerate launch, which the trl command hands on."}})",
        quoted(option.name), value));
  }
}

}  // namespace

std::string json_schema(std::string_view dialect, const Releases& releases) {
  std::vector<std::string> properties;
  add_arguments(dialect, releases, properties);
  add_parser_keys(releases.for_library("trl"), properties);
  std::string title = fmt::format("GRPO config for TRL {} and transformers {}",
                                  releases.for_library("trl").to_string(),
                                  releases.for_library("transformers").to_string());
  if (dialect == "unsloth") {
    title += fmt::format(" under Unsloth {}", releases.for_library("unsloth").to_string());
  }
  return fmt::format(
      "{{\n"
      " \"$schema\": \"http://json-schema.org/draft-07/schema#\",\n"
      " \"title\": {},\n"
      " \"type\": \"object\",\n"
      " \"properties\": {{\n  {}\n }},\n"
      " \"additionalProperties\": {{\"if\": {{\"type\": \"object\"}}, \"then\": {{\"$ref\": "
      "\"#\"}}}}\n"
      "}}\n",
      quoted(title), joined(properties, ",\n  "));
}

}  // namespace grpolint::schema
