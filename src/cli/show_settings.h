#pragma once

#include <string>
#include <vector>

#include "cli/check_files.h"

namespace grpolint::cli {

/// What is in force for each file, and who says so: a line of a settings file, an option, a
/// variable, a comment of the file, a companion file, or the built-in default. Errors: as those of
/// reading and analysing the files.
Result<std::string> show_settings(const std::vector<CheckedFile>& files,
                                  const CheckOptions& options);

}  // namespace grpolint::cli
