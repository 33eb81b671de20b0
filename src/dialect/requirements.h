#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fact/version.h"
#include "schema/schema.h"

namespace grpolint::dialect {

/// One line of a requirements, project or lock file about one library.
struct PackageRequirement {
  std::string library;    ///< normalised: lower case, '-' between words
  std::string specifier;  ///< "==0.24.0", ">=0.20,<0.25"; empty when any release will do
  std::string text;       ///< "trl>=0.20,<0.25", for "because"
  std::string file;       ///< name of the file, without its folder
};

/// What requirements*.txt, pyproject.toml and uv.lock beside or above `config` say about
/// `libraries`, at most one each: the nearest folder wins, and in it the lock file, then
/// requirements.txt, the other requirements files by name, and pyproject.toml. The search ends at
/// a folder with a .git entry, and after eight levels. Files that cannot be read say nothing.
std::vector<PackageRequirement> find_requirements(const std::filesystem::path& config,
                                                  std::span<const std::string_view> libraries);

/// One line of a requirements file; empty when it names no package ("-r more.txt", comments).
std::optional<PackageRequirement> parse_requirement(std::string_view line);

/// The release a specifier leads to, and whether a range still leaves the newest one open.
struct ChosenRelease {
  Version version;
  bool pinned = false;     ///< the specifier names exactly this one
  bool unbounded = false;  ///< a range without an upper end that any known release reaches
};

/// What else narrows the choice of a release; empty parts narrow nothing.
struct ReleaseLimit {
  std::string_view specifier;
  std::string_view date;  ///< ISO; later releases are not considered
};

/// A pin as it stands, else the newest known release that `specifier` and `limit` allow. Empty when
/// the specifier cannot be read or nothing known meets it.
std::optional<ChosenRelease> choose_release(std::string_view library, std::string_view specifier,
                                            const ReleaseLimit& limit = {});

}  // namespace grpolint::dialect
