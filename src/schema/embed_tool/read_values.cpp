#include "schema/embed_tool/read_values.h"

#include <fmt/format.h>

#include <cctype>
#include <filesystem>

namespace grpolint::schema::embed {

std::string stem_of(std::string_view path) { return std::filesystem::path(path).stem().string(); }

Version version_of(DataTable& table, std::string_view key) {
  const std::string text = table.string(key);
  const std::optional<Version> version = Version::parse(text);
  if (!version && !text.empty()) {
    table.error(table.span_of(key), fmt::format("'{}' is not a release number", text));
  }
  return version.value_or(Version{});
}

std::optional<Version> optional_version(DataTable& table, std::string_view key) {
  if (table.any(key) == nullptr) return std::nullopt;
  return version_of(table, key);
}

std::string date_of(DataTable& table, std::string_view key) {
  std::string text = table.string(key);
  bool valid = text.size() == 10;
  for (std::size_t i = 0; valid && i < text.size(); ++i) {
    const bool dash = i == 4 || i == 7;
    valid = dash ? text[i] == '-' : std::isdigit(static_cast<unsigned char>(text[i])) != 0;
  }
  if (!valid) table.error(table.span_of(key), "a date must look like 2026-11-30");
  return text;
}

}  // namespace grpolint::schema::embed
