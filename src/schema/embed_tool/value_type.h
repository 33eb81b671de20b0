#pragma once

#include <string_view>

#include "schema/schema.h"

namespace grpolint::schema::embed {

/// What a normalised annotation ("list[str] | str | None") accepts. An argument with a closed set
/// of values is an Enum, and so is a class of the library's own among its alternatives.
ValueType parse_value_type(std::string_view annotation, bool has_choices);

}  // namespace grpolint::schema::embed
