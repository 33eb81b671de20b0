#include <fmt/format.h>

#include <optional>
#include <utility>

#include "document/data_file.h"
#include "lint/settings/settings.h"
#include "lint/settings/settings_reader.h"

namespace grpolint::lint {
namespace {

namespace fs = std::filesystem;

constexpr int kLongestExtendChain = 16;

Error refusal(const DataFile& file, const std::vector<std::string>& elsewhere = {}) {
  std::vector<std::string> lines = file.mistakes();
  lines.insert(lines.end(), elsewhere.begin(), elsewhere.end());
  return Error{fmt::format("{}", fmt::join(lines, "\n"))};
}

/// Lays the tables over `settings`, or says what is wrong with them.
Result<Settings> with_tables(const DataFile& file, DataTable& table, const SettingsOrigin& origin,
                             Settings settings, Knowledge& knowledge) {
  std::vector<std::string> elsewhere;
  read_tables(table, origin, knowledge, settings, elsewhere);
  if (!file.errors.empty() || !elsewhere.empty()) return refusal(file, elsewhere);
  return settings;
}

Result<Settings> read_chain(const fs::path& file, DataFile data, Knowledge& knowledge, int depth);

/// The settings that `extend` names, as the ground the file's own keys are laid on.
Result<Settings> read_base(const fs::path& file, const DataFile& data, DataTable& table,
                           Knowledge& knowledge, int depth) {
  const std::optional<std::string> extend = table.optional_string("extend");
  if (!extend) return Settings{};
  const auto refused = [&](const std::string& why) {
    return Error{placed(
        data.source, {table.span_of("extend"), fmt::format("extend = \"{}\": {}", *extend, why)})};
  };
  if (depth == kLongestExtendChain) {
    return refused(
        fmt::format("leads through more than {} files; is it a circle?", kLongestExtendChain));
  }
  const fs::path base = (file.parent_path() / *extend).lexically_normal();
  auto read = read_data_file(base.generic_string(), Format::Toml);
  if (!read) return refused(read.error().message + "; it is looked for from this file's folder");
  return read_chain(base, std::move(*read), knowledge, depth + 1);
}

Result<Settings> read_chain(const fs::path& file, DataFile data, Knowledge& knowledge, int depth) {
  if (!data.errors.empty()) return refusal(data);
  std::optional<DataTable> table = data.root();
  if (table && file.filename() == "pyproject.toml") {
    table = table->table("tool");
    if (table) table = table->table("grpolint");
  }
  if (!table) return Error{placed(data.source, {{}, "there is no [tool.grpolint] table"})};
  auto settings = read_base(file, data, *table, knowledge, depth);
  if (!settings) return settings;
  settings->file = file;
  const SettingsOrigin origin = {file.filename().generic_string(),
                                 fs::absolute(file).lexically_normal().parent_path(), &data.source};
  return with_tables(data, *table, origin, std::move(*settings), knowledge);
}

}  // namespace

Result<Settings> read_settings(const fs::path& file, Knowledge& knowledge) {
  auto data = read_data_file(file.generic_string(), Format::Toml);
  if (!data) return data.error();
  return read_chain(file, std::move(*data), knowledge, 0);
}

Result<Settings> lay_over(Settings settings, std::string_view text, Knowledge& knowledge) {
  DataFile data = parse_data(Source("--config", std::string(text)), Format::Toml);
  if (!data.errors.empty()) return refusal(data);
  DataTable table(data.document, *data.document.root_id, data.errors);
  if (table.any("extend") != nullptr) {
    table.error(table.span_of("extend"), "only a settings file can extend another");
  }
  return with_tables(data, table, {"--config", fs::current_path(), nullptr}, std::move(settings),
                     knowledge);
}

}  // namespace grpolint::lint
