#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "schema/embed_tool/schema_data.h"

namespace grpolint::schema::embed {
namespace {

std::vector<ReleaseData> read_releases(DataTable& root) {
  std::vector<ReleaseData> releases;
  std::optional<DataTable> table = root.table("releases");
  if (!table) return releases;
  for (const std::string& key : table->keys()) {
    std::optional<DataTable> entry = table->table(key);
    if (!entry) continue;
    ReleaseData release;
    const std::optional<Version> version = Version::parse(key);
    if (!version) table->error(entry->span(), fmt::format("'{}' is not a release number", key));
    release.version = version.value_or(Version{});
    release.date = date_of(*entry, "date");
    release.yanked = entry->optional_boolean("yanked").value_or(false);
    release.transformers = optional_version(*entry, "transformers");
    if (std::optional<DataTable> required = entry->table("requires")) {
      for (const std::string& library : required->keys()) {
        release.requirements.emplace_back(library, required->string(library));
      }
    }
    if (!releases.empty() && releases.back().version >= release.version) {
      table->error(entry->span(), "releases must be listed oldest first");
    }
    entry->finish();
    releases.push_back(std::move(release));
  }
  if (releases.empty()) root.error(root.span(), "no releases");
  return releases;
}

/// Defaults are compact one-line JSON without \u escapes: json_value.cpp relies on it.
std::string default_text(const DataFile& file, DataTable& period) {
  if (period.any("default") == nullptr) return {};
  const Span span = period.span_of("default");
  std::string text(file.source.text(span));
  if (text.find("\\u") != std::string::npos || text.find('\n') != std::string::npos) {
    period.error(span, "a default must be on one line and without \\u escapes");
  }
  return text;
}

void read_periods(const DataFile& file, DataTable& table, Version newest, ArgumentData& argument) {
  for (DataTable& entry : table.tables("periods")) {
    PeriodData period;
    period.from = version_of(entry, "since");
    argument.until = optional_version(entry, "until");
    period.to = argument.until.value_or(newest);
    period.type = entry.string("type");
    period.json = default_text(file, entry);
    const bool follows = argument.periods.empty() || argument.periods.back().to < period.from;
    if (!follows || period.to < period.from) {
      entry.error(entry.span(), "periods must follow each other, oldest first");
    }
    entry.finish();
    argument.periods.push_back(std::move(period));
  }
  if (argument.periods.empty()) table.error(table.span(), "an argument needs a period");
}

void read_choices(DataTable& table, ArgumentData& argument) {
  for (const std::string& value : table.strings("choices")) {
    argument.choices.push_back({value, argument.periods.front().from, argument.until});
  }
  for (DataTable& entry : table.tables("choice_periods")) {
    const std::string value = entry.string("value");
    const auto choice = std::ranges::find(argument.choices, value, &ChoiceData::value);
    if (choice == argument.choices.end()) {
      entry.error(entry.span_of("value"), fmt::format("'{}' is not among the choices", value));
    } else {
      if (const auto since = optional_version(entry, "since")) choice->since = *since;
      if (const auto until = optional_version(entry, "until")) choice->until = until;
    }
    entry.finish();
  }
}

}  // namespace

LibraryData read_library(DataFile& file) {
  LibraryData library;
  std::optional<DataTable> root = file.root();
  if (!root) return library;
  library.name = root->string("library");
  root->string("source");
  library.verified = date_of(*root, "verified");
  library.releases = read_releases(*root);
  if (library.releases.empty()) return library;
  for (DataTable& table : root->tables("arguments")) {
    ArgumentData argument;
    argument.name = table.string("name");
    argument.library = library.name;
    argument.owner = table.string("owner");
    argument.group = table.string("group");
    argument.note = table.optional_string("note").value_or("");
    read_periods(file, table, library.releases.back().version, argument);
    if (!argument.periods.empty()) read_choices(table, argument);
    table.finish();
    const auto key = [](const ArgumentData& a) { return std::tie(a.name, a.owner); };
    if (!library.arguments.empty() && key(library.arguments.back()) >= key(argument)) {
      table.error(table.span(), "arguments must be sorted by name, then owner, each once");
    }
    library.arguments.push_back(std::move(argument));
  }
  root->finish();
  return library;
}

}  // namespace grpolint::schema::embed
