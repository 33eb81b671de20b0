#include "schema/embed_tool/value_type.h"

#include <algorithm>
#include <array>
#include <vector>

namespace grpolint::schema::embed {
namespace {

constexpr std::uint8_t bit(ArgumentKind kind) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(kind));
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// Members of a union, split at the bars outside brackets.
std::vector<std::string_view> alternatives(std::string_view annotation) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t start = 0;
  for (std::size_t i = 0; i < annotation.size(); ++i) {
    depth += annotation[i] == '[' ? 1 : annotation[i] == ']' ? -1 : 0;
    if (annotation[i] == '|' && depth == 0) {
      parts.push_back(trimmed(annotation.substr(start, i - start)));
      start = i + 1;
    }
  }
  parts.push_back(trimmed(annotation.substr(start)));
  return parts;
}

ArgumentKind kind_of(std::string_view name, bool has_choices) {
  const std::string_view base = name.substr(0, name.find('['));
  if (base == "bool" || name == "Literal[False]") return ArgumentKind::Boolean;
  if (base == "int") return ArgumentKind::Integer;
  if (base == "float") return ArgumentKind::Float;
  if (base == "str") return ArgumentKind::String;
  if (base == "list" || base == "tuple") return ArgumentKind::List;
  if (base == "dict") return ArgumentKind::Map;
  return base == "Literal" || has_choices ? ArgumentKind::Enum : ArgumentKind::Any;
}

ArgumentKind element_of(std::string_view list, bool has_choices) {
  const std::size_t open = list.find('[');
  if (open == std::string_view::npos) return ArgumentKind::Any;
  std::string_view inner = list.substr(open + 1);
  inner.remove_suffix(1);
  if (inner.ends_with("Config")) return ArgumentKind::Map;  // list[DatasetConfig]
  const ArgumentKind kind = kind_of(inner, has_choices);
  return has_choices && kind == ArgumentKind::String ? ArgumentKind::Enum : kind;
}

}  // namespace

ValueType parse_value_type(std::string_view annotation, bool has_choices) {
  // The alternative that says most comes first: a list may also be written as one string.
  constexpr std::array kBySpecificity = {
      ArgumentKind::List,  ArgumentKind::Enum,   ArgumentKind::Map,     ArgumentKind::Integer,
      ArgumentKind::Float, ArgumentKind::String, ArgumentKind::Boolean, ArgumentKind::Any};
  ValueType type;
  std::uint8_t kinds = 0;
  for (const std::string_view part : alternatives(annotation)) {
    if (part == "None") {
      type.nullable = true;
      continue;
    }
    const ArgumentKind kind = kind_of(part, has_choices);
    kinds |= bit(kind);
    if (kind == ArgumentKind::List) type.element = element_of(part, has_choices);
  }
  const auto primary = std::ranges::find_if(
      kBySpecificity, [&](ArgumentKind kind) { return (kinds & bit(kind)) != 0; });
  type.kind = primary == kBySpecificity.end() ? ArgumentKind::Any : *primary;
  if (type.kind == ArgumentKind::String && has_choices) type.kind = ArgumentKind::Enum;
  type.also = kinds & static_cast<std::uint8_t>(~bit(type.kind));
  // "OptimizerNames | str": the string is how a member is written, not another kind of value.
  if (type.kind == ArgumentKind::Enum)
    type.also &= static_cast<std::uint8_t>(~bit(ArgumentKind::String));
  return type;
}

}  // namespace grpolint::schema::embed
