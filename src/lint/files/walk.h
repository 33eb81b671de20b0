#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "grpolint/result.h"

namespace grpolint::lint {

/// One file to check.
struct FoundFile {
  std::string name;    ///< as reported: the argument as given, '/' separators, no leading "./"
  bool named = false;  ///< given by name on the command line rather than met in a folder
};

struct WalkResult {
  std::vector<FoundFile> files;  ///< sorted by name, each file once
  std::vector<Error> errors;     ///< arguments that do not exist, folders that cannot be read
};

/// Whether the user's settings leave a file or folder met in a walk out.
using Excluded = std::function<bool(const std::filesystem::path& path, bool directory)>;

/// Expands files and folders. Files given by name are always taken. Folders are walked: only
/// *.yaml, *.yml, *.toml and *.json; hidden folders, node_modules and virtual environments are left
/// out, .gitignore files (those above the folder too, up to the root of the repository) are
/// respected, and links to folders are not followed, so a loop of links ends.
WalkResult find_files(const std::vector<std::string>& paths, const Excluded& excluded);

}  // namespace grpolint::lint
