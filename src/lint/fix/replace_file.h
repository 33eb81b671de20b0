#pragma once

#include <filesystem>
#include <string_view>

#include "grpolint/result.h"

namespace grpolint::lint {

/// Replaces the contents of a file in one step: whoever reads it, or a crash, meets the old text or
/// the new one whole. The new text goes to a temporary file in the same folder, is brought to the
/// disk and takes the name over. A symbolic link is followed; mode, and owner where allowed, are
/// kept. Error, the file untouched: it cannot be written, or does not hold `expected` any more.
Result<bool> replace_file(const std::filesystem::path& path, std::string_view expected,
                          std::string_view text);

}  // namespace grpolint::lint
