#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "grpolint/result.h"

namespace grpolint {

/// Whole contents of a regular file. Errors: missing, unreadable, not a regular file, larger than
/// `limit` bytes; each names the path and the reason.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t limit = 4u << 20);

}  // namespace grpolint
