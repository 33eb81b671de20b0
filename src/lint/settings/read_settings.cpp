#include <fmt/format.h>

#include <optional>
#include <utility>

#include "document/data_table.h"
#include "document/document.h"
#include "lint/settings/place.h"
#include "lint/settings/settings.h"
#include "lint/settings/settings_reader.h"
#include "text/file.h"

namespace grpolint::lint {
namespace {

namespace fs = std::filesystem;

constexpr int kLongestExtendChain = 16;

/// Every mistake, one a line; empty when there is none.
std::string listed(const Source& source, const std::vector<DataError>& errors,
                   const std::vector<std::string>& elsewhere) {
  std::vector<std::string> lines;
  lines.reserve(errors.size() + elsewhere.size());
  for (const DataError& error : errors) lines.push_back(placed(source, error));
  lines.insert(lines.end(), elsewhere.begin(), elsewhere.end());
  return fmt::format("{}", fmt::join(lines, "\n"));
}

/// The document when it parses, else its problems as an Error.
Result<Document> parsed(const Source& source) {
  Document document = read_document(source, Format::Toml);
  std::vector<DataError> errors;
  for (const Problem& problem : document.problems) {
    errors.push_back({problem.span, problem.message});
  }
  if (!errors.empty() || document.root() == nullptr) return Error{listed(source, errors, {})};
  return document;
}

/// Lays the tables over `settings`, or says what is wrong with them.
Result<Settings> with_tables(const Source& source, DataTable& table,
                             const std::vector<DataError>& errors, const SettingsOrigin& origin,
                             Settings settings, Knowledge& knowledge) {
  std::vector<std::string> elsewhere;
  read_tables(table, origin, knowledge, settings, elsewhere);
  if (!errors.empty() || !elsewhere.empty()) return Error{listed(source, errors, elsewhere)};
  return settings;
}

Result<Settings> read_chain(const fs::path& file, Knowledge& knowledge, int depth);

/// The settings that `extend` names, as the ground the file's own keys are laid on.
Result<Settings> read_base(const fs::path& file, const std::optional<std::string>& extend,
                           Knowledge& knowledge, int depth) {
  if (!extend) return Settings{};
  if (depth == kLongestExtendChain) {
    return Error{fmt::format("{}: extend leads through more than {} files; is it a circle?",
                             file.generic_string(), kLongestExtendChain)};
  }
  return read_chain(file.parent_path() / *extend, knowledge, depth + 1);
}

Result<Settings> read_chain(const fs::path& file, Knowledge& knowledge, int depth) {
  auto text = read_file(file);
  if (!text) return text.error();
  const Source source(file.generic_string(), std::move(*text));
  const auto document = parsed(source);
  if (!document) return document.error();
  std::vector<DataError> errors;
  std::optional<DataTable> table = DataTable(*document, *document->root_id, errors);
  if (file.filename() == "pyproject.toml") {
    table = table->table("tool");
    if (table) table = table->table("grpolint");
  }
  if (!table) return Error{fmt::format("{}: no [tool.grpolint] table", file.generic_string())};
  auto settings = read_base(file, table->optional_string("extend"), knowledge, depth);
  if (!settings) return settings;
  settings->file = file;
  const SettingsOrigin origin = {file.filename().generic_string(),
                                 fs::absolute(file).lexically_normal().parent_path()};
  return with_tables(source, *table, errors, origin, std::move(*settings), knowledge);
}

}  // namespace

Result<Settings> read_settings(const fs::path& file, Knowledge& knowledge) {
  return read_chain(file, knowledge, 0);
}

Result<Settings> lay_over(Settings settings, std::string_view text, Knowledge& knowledge) {
  const Source source("--config", std::string(text));
  const auto document = parsed(source);
  if (!document) return document.error();
  std::vector<DataError> errors;
  DataTable table(*document, *document->root_id, errors);
  if (table.any("extend") != nullptr) {
    table.error(table.span_of("extend"), "only a settings file can extend another");
  }
  return with_tables(source, table, errors, {"--config", fs::current_path()}, std::move(settings),
                     knowledge);
}

}  // namespace grpolint::lint
