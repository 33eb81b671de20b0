#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grpolint::report {

/// What GitHub code scanning tells alerts apart by, `primaryLocationLineHash`, for every line of a
/// file; the first line is at index 0, and text behind the last line end counts as a line. The
/// action that uploads SARIF computes the same and warns about every difference, so this follows
/// its definition to the unit (github/codeql-action, src/fingerprints.ts, read 2026-11-30).
std::vector<std::string> line_hashes(std::string_view bytes);

}  // namespace grpolint::report
