#include "document/data_file.h"

#include <fmt/format.h>

#include <utility>

#include "text/file.h"

namespace grpolint {

std::optional<DataTable> DataFile::root() {
  const Node* node = document.root();
  if (node == nullptr || node->kind != NodeKind::Mapping) {
    if (errors.empty()) errors.push_back({{}, "the file must hold one table of keys and values"});
    return std::nullopt;
  }
  return DataTable(document, *document.root_id, errors);
}

std::vector<std::string> DataFile::mistakes() const {
  std::vector<std::string> lines;
  lines.reserve(errors.size());
  for (const DataError& error : errors) lines.push_back(placed(source, error));
  return lines;
}

std::string placed(const Source& source, const DataError& error) {
  const Position at = source.position(error.span.begin);
  return fmt::format("{}:{}:{}: {}", source.name(), at.line, at.column, error.message);
}

DataFile parse_data(Source source, Format format, const ReadLimits& limits) {
  DataFile file{std::move(source), {}, {}};
  file.document = read_document(file.source, format, limits);
  for (const Problem& problem : file.document.problems) {
    file.errors.push_back({problem.span, problem.message});
  }
  return file;
}

Result<DataFile> read_data_file(const std::string& path, Format format) {
  Result<std::string> bytes = read_file(path);
  if (!bytes) return bytes.error();
  return parse_data(Source(path, std::move(*bytes)), format);
}

}  // namespace grpolint
