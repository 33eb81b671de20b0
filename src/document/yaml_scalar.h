#pragma once

#include <string>
#include <string_view>

#include "document/document.h"

namespace grpolint {

/// The types of YAML 1.1 that a plain scalar can turn out to be, as PyYAML's implicit resolvers
/// tell them apart. Patterns: PyYAML 6.0, lib/yaml/resolver.py,
/// https://github.com/yaml/pyyaml/blob/6.0/lib/yaml/resolver.py
enum class YamlType { Null, Boolean, Integer, Float, Timestamp, String, Merge, Value };

/// The type of a plain scalar without a tag.
YamlType resolve_plain_scalar(std::string_view text);

/// Fills kind, number and boolean of `node` from its text taken as `type`. Returns why PyYAML's
/// constructor raises an exception instead, or an empty string.
/// Precondition: node.text holds the scalar. Merge and Value have no constructor.
std::string construct_scalar(YamlType type, Node& node);

/// How Python's str() prints the scalar: "None", "True", "8" for 010, "1e-06". Dates as written.
std::string python_text(const Node& scalar);

}  // namespace grpolint
