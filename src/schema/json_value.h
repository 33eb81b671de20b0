#pragma once

#include <string_view>

#include "fact/value.h"

namespace grpolint::schema {

/// The value of a JSON text of a schema file: null is Absent, an object an opaque Map.
/// Precondition: `json` is valid JSON (embed_tool checked it).
Value value_of_json(std::string_view json);

}  // namespace grpolint::schema
