#include "schema/embed_tool/input_file.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "text/file.h"

namespace grpolint::schema::embed {

std::optional<DataTable> InputFile::root() {
  const Node* node = document.root();
  if (node == nullptr || node->kind != NodeKind::Mapping) {
    errors.push_back({{}, "the file must hold one object"});
    return std::nullopt;
  }
  return DataTable(document, *document.root_id, errors);
}

bool InputFile::report() const {
  for (const DataError& error : errors) {
    const Position at = source.position(error.span.begin);
    fmt::print(stderr, "{}:{}:{}: error: {}\n", source.name(), at.line, at.column, error.message);
  }
  return errors.empty();
}

std::string stem_of(std::string_view path) { return std::filesystem::path(path).stem().string(); }

std::optional<InputFile> read_input(const std::string& path) {
  Result<std::string> bytes = read_file(path);
  if (!bytes) {
    fmt::print(stderr, "{}\n", bytes.error().message);
    return std::nullopt;
  }
  InputFile file{Source(path, std::move(*bytes)), {}, {}};
  file.document = read_document(file.source, Format::Json);
  for (const Problem& problem : file.document.problems) {
    file.errors.push_back({problem.span, problem.message});
  }
  return file;
}

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
