#pragma once

#include <string>
#include <vector>

#include "cli/check_files.h"

namespace grpolint::cli {

/// What is in force for each file and where it was said. Pragmas are not in it: they are read with
/// the file itself.
std::string show_settings(const std::vector<CheckedFile>& files, const CheckOptions& options);

}  // namespace grpolint::cli
