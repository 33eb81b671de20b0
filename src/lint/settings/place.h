#pragma once

#include <filesystem>
#include <string>

#include "document/data_table.h"
#include "grpolint/source.h"

namespace grpolint::lint {

/// "file:line:col: message"
std::string placed(const Source& source, const DataError& error);

/// A path as short as it can be shown from the current folder.
std::filesystem::path shown(const std::filesystem::path& file);

}  // namespace grpolint::lint
