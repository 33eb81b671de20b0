#include "report/project_path.h"

#include <fmt/format.h>

#include <system_error>

namespace grpolint::report {
namespace {

namespace fs = std::filesystem;

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

fs::path resolved(const fs::path& file) {
  std::error_code unresolvable;
  fs::path absolute = fs::absolute(file, unresolvable);
  if (unresolvable) return file;
  fs::path canonical = fs::weakly_canonical(absolute, unresolvable);
  return unresolvable ? absolute.lexically_normal() : canonical;
}

}  // namespace

std::string project_path(const std::string& file, const fs::path& root) {
  if (root.empty()) return fs::path(file).lexically_normal().generic_string();
  const fs::path absolute = resolved(file);
  const fs::path relative = absolute.lexically_relative(root);
  const bool outside = relative.empty() || *relative.begin() == "..";
  return (outside ? absolute : relative).generic_string();
}

std::string path_uri(std::string_view path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    if (is_unreserved(c) || c == '/') {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

}  // namespace grpolint::report
