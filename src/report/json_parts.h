#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "grpolint/source.h"

namespace grpolint::report {

/// Keys keep the order they are written in, so that reports read well and never change by chance.
using Json = nlohmann::ordered_json;

/// {"start": {"line", "column", "offset"}, "end": {...}}: lines and columns from 1, columns in
/// code points, offsets in bytes, the end exclusive.
Json json_range(const Source& source, Span span);

/// {"name": "grpolint", "version": "0.1.0"}
Json json_tool();

/// Indented text with a final line end. Bytes that are not UTF-8 become U+FFFD: JSON must be valid
/// whatever the file under check holds.
std::string json_text(const Json& value);

}  // namespace grpolint::report
