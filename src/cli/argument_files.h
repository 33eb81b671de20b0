#pragma once

#include <string>
#include <vector>

#include "grpolint/result.h"

namespace grpolint::cli {

/// Puts the lines of FILE in the place of every argument @FILE: one argument a line, blanks around
/// it dropped, empty lines and lines that begin with '#' passed over. Files may name further files.
/// Arguments after "--" are left alone, so that a path may begin with '@'.
Result<std::vector<std::string>> expand_argument_files(const std::vector<std::string>& arguments);

}  // namespace grpolint::cli
