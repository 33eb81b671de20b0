#include "cli/settings_schema.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>

#include "lint/settings/settings_keys.h"
#include "lint/target_fields.h"

namespace grpolint::cli {
namespace {

using Json = nlohmann::ordered_json;
using lint::SettingsKind;

Json text(std::string_view description) {
  return {{"type", "string"}, {"description", description}};
}

Json choice(const std::vector<std::string_view>& words) {
  return {{"type", "string"}, {"enum", words}};
}

/// A lone string counts as a list of one.
Json strings() {
  return {{"anyOf", {{{"type", "string"}}, {{"type", "array"}, {"items", {{"type", "string"}}}}}}};
}

Json table_of(const Json& properties) {
  return {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
}

Json field_schema(const lint::TargetField& field) {
  Json schema;
  switch (field.member.index()) {
    case 0:
      schema = field.check == lint::TargetField::Check::Route ? choice({"trl", "python", "unknown"})
                                                              : Json{{"type", "string"}};
      break;
    case 1:
      schema = {{"type", "integer"}, {"minimum", 1}};
      break;
    default:
      schema = {{"type", "number"}, {"exclusiveMinimum", 0}};
  }
  if (field.most > 0) schema["maximum"] = field.most;
  schema["description"] = field.help;
  return schema;
}

Json target_fields() {
  Json properties = Json::object();
  for (const lint::TargetField& field : lint::target_fields()) {
    properties[std::string(field.key)] = field_schema(field);
  }
  return properties;
}

Json target_with_profile() {
  Json properties = target_fields();
  properties["profile"] = text("name of a [profile.NAME] that lies under these values");
  return properties;
}

Json targets_for() {
  Json properties = Json::object();
  properties["paths"] = strings();
  properties["paths"]["description"] = "globs of the files that are meant";
  properties.update(target_with_profile());
  Json table = table_of(properties);
  table["required"] = {"paths"};
  return {{"type", "array"}, {"items", table}};
}

/// [rules]: folders, and the options of each rule by its code.
Json rules() {
  const Json options = {{"type", "object"}, {"additionalProperties", {{"type", "number"}}}};
  return {{"type", "object"},
          {"properties", {{"folders", strings()}}},
          {"additionalProperties", options}};
}

Json value_schema(SettingsKind kind) {
  const std::vector<std::string_view> severities = {"error", "warning", "info"};
  switch (kind) {
    case SettingsKind::Text:
      return {{"type", "string"}};
    case SettingsKind::Selectors:
    case SettingsKind::Strings:
      return strings();
    case SettingsKind::FailOn:
      return choice({"error", "warning", "info", "never"});
    case SettingsKind::Severity:
      return choice(severities);
    case SettingsKind::Confidence:
      return choice({"high", "medium", "low"});
    case SettingsKind::PerFileIgnores:
      return {{"type", "object"}, {"additionalProperties", strings()}};
    case SettingsKind::Severities:
      return {{"type", "object"}, {"additionalProperties", choice(severities)}};
    case SettingsKind::Target:
      return table_of(target_with_profile());
    case SettingsKind::TargetsFor:
      return targets_for();
    case SettingsKind::Profiles:
      return {{"type", "object"}, {"additionalProperties", table_of(target_fields())}};
    case SettingsKind::Rules:
      return rules();
    case SettingsKind::Facts:
      return table_of({{"hardware", strings()}, {"models", strings()}});
  }
  return {};
}

}  // namespace

std::string settings_schema() {
  Json properties = Json::object();
  for (const lint::SettingsKey& key : lint::settings_keys()) {
    Json schema = value_schema(key.kind);
    schema["description"] = key.help;
    properties[std::string(key.key)] = std::move(schema);
  }
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "grpolint settings"},
                 {"description", "grpolint.toml, or [tool.grpolint] in pyproject.toml"}};
  schema.update(table_of(properties));
  return schema.dump(2) + "\n";
}

}  // namespace grpolint::cli
