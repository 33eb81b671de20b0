#pragma once

#include <span>
#include <string>
#include <string_view>

#include "lint/linter.h"
#include "report/json_parts.h"
#include "report/run_context.h"

namespace grpolint::report {

/// What a column counts in our SARIF, and how SARIF calls it.
inline constexpr ColumnUnit kSarifColumns = ColumnUnit::CodePoints;
inline constexpr std::string_view kSarifColumnKind = "unicodeCodePoints";

/// SARIF's level: "error", "warning" or "note".
std::string_view sarif_level(Severity severity);

/// The rules of a run as reportingDescriptor objects sorted by id, those of `context` and every
/// other that a finding names. All of them whatever was found: what a service knows of a rule must
/// not depend on the files of one run.
Json sarif_rules(std::span<const lint::FileReport> reports, const RunContext& context);

/// A finding as a result object; `path` is that of its file in the project, `line_hash` the hash of
/// its first line.
Json sarif_result(const lint::FileReport& report, const Finding& finding, const std::string& path,
                  const std::string& line_hash);

/// A place in a file as a location object without id.
Json sarif_location(const Source& source, Span span, const std::string& uri);

/// Plain text as the text of a message, in which "[words](target)" would be a link.
std::string sarif_text(std::string_view text);

}  // namespace grpolint::report
