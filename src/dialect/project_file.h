#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dialect/requirements.h"

namespace grpolint::dialect {

/// The dependencies of a pyproject.toml: of the project, its extras and groups, and Poetry's.
std::vector<PackageRequirement> read_pyproject(const std::string& bytes);

/// The locked releases of `libraries` in a uv.lock. Reads only the tables of those packages, since
/// lock files of machine-learning projects run to megabytes.
std::vector<PackageRequirement> read_uv_lock(const std::string& bytes,
                                             std::span<const std::string_view> libraries);

/// Poetry's shorthand as comparisons: "^0.24" -> ">=0.24,<0.25", "~1.2" -> ">=1.2,<1.3",
/// "0.24.0" -> "==0.24.0", "*" -> "".
std::string poetry_specifier(std::string_view constraint);

}  // namespace grpolint::dialect
