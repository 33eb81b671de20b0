#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "grpolint/source.h"
#include "lint/linter.h"

namespace grpolint::report {

/// Keys keep the order they are written in, so that reports read well and never change by chance.
using Json = nlohmann::ordered_json;

/// {"start": {"line", "column", "offset"}, "end": {...}}: lines and columns from 1, columns in
/// code points, offsets in bytes, the end exclusive.
Json json_range(const Source& source, Span span);

/// Where the project lives.
inline constexpr std::string_view kHomepage = "https://github.com/grpolint/grpolint";

/// {"name": "grpolint", "version": "0.1.0"}
Json json_tool();

/// A finding as json and jsonl write it; docs/output-formats.md describes it. `path` is that of
/// the file in the project, for the fingerprint.
Json json_finding(const lint::FileReport& report, const Finding& finding, const std::string& path);

/// The value on one line, with its line end. Bytes that are not UTF-8 as in json_text().
std::string json_line(const Json& value);

/// Indented text with a final line end. Bytes that are not UTF-8 become U+FFFD: JSON must be valid
/// whatever the file under check holds.
std::string json_text(const Json& value);

}  // namespace grpolint::report
