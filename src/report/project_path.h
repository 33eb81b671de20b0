#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace grpolint::report {

/// A file as a service names it that knows the repository alone: relative to `root`, '/' between
/// elements, no leading "./", links resolved. A file outside of `root` keeps its absolute path.
/// With an empty `root` the path is only tidied.
std::string project_path(const std::string& file, const std::filesystem::path& root);

/// A path as a URI reference (RFC 3986): all but unreserved characters and '/' percent-encoded byte
/// by byte, absolute paths with the scheme "file".
std::string path_uri(std::string_view path);

}  // namespace grpolint::report
