#include "lint/settings/place.h"

#include <system_error>

namespace grpolint::lint {

std::filesystem::path shown(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path relative =
      file.lexically_relative(std::filesystem::current_path(error));
  return relative.empty() || *relative.begin() == ".." ? file : relative;
}

}  // namespace grpolint::lint
