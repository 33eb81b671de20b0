#pragma once

#include <filesystem>

namespace grpolint::lint {

/// A path as short as it can be shown from the current folder.
std::filesystem::path shown(const std::filesystem::path& file);

}  // namespace grpolint::lint
