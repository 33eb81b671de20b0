#include "lint/settings/place.h"

#include <fmt/format.h>

#include <system_error>

namespace grpolint::lint {

std::string placed(const Source& source, const DataError& error) {
  const Position at = source.position(error.span.begin);
  return fmt::format("{}:{}:{}: {}", source.name(), at.line, at.column, error.message);
}

std::filesystem::path shown(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path relative =
      file.lexically_relative(std::filesystem::current_path(error));
  return relative.empty() || *relative.begin() == ".." ? file : relative;
}

}  // namespace grpolint::lint
