#include "schema/embed_tool/lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace grpolint::schema::embed {
namespace {

/// The entries of a file with a source and a date, sorted by name and each once.
template <typename Entry, typename Read>
std::vector<Entry> read_list(DataFile& file, std::string_view list, std::string Entry::*name,
                             Read read) {
  std::vector<Entry> entries;
  std::optional<DataTable> root = file.root();
  if (!root) return entries;
  root->string("source");
  date_of(*root, "verified");
  for (DataTable& table : root->tables(list)) {
    Entry entry = read(table);
    if (!entries.empty() && entries.back().*name >= entry.*name) {
      table.error(table.span(), fmt::format("'{}' must come in order, once", entry.*name));
    }
    table.finish();
    entries.push_back(std::move(entry));
  }
  root->finish();
  return entries;
}

std::set<std::string, std::less<>> names_of(const std::vector<LibraryData>& libraries) {
  std::set<std::string, std::less<>> names;
  for (const LibraryData& library : libraries) {
    for (const ArgumentData& argument : library.arguments) names.insert(argument.name);
  }
  return names;
}

}  // namespace

std::vector<AliasData> read_aliases(DataFile& file, const std::vector<LibraryData>& libraries) {
  const auto names = names_of(libraries);
  return read_list<AliasData>(file, "aliases", &AliasData::alias, [&](DataTable& table) {
    AliasData alias{table.string("alias"), table.string("argument"),
                    table.optional_boolean("exact").value_or(false),
                    table.optional_string("note").value_or("")};
    if (!names.contains(alias.argument)) {
      table.error(table.span_of("argument"),
                  fmt::format("'{}' is not an argument", alias.argument));
    }
    return alias;
  });
}

std::vector<SpecialKeyData> read_special_keys(DataFile& file) {
  return read_list<SpecialKeyData>(file, "keys", &SpecialKeyData::name, [](DataTable& table) {
    return SpecialKeyData{table.string("name"), table.string("note"), version_of(table, "since"),
                          optional_version(table, "until")};
  });
}

std::vector<LaunchArgumentData> read_launch_arguments(DataFile& file) {
  return read_list<LaunchArgumentData>(
      file, "arguments", &LaunchArgumentData::name, [](DataTable& table) {
        return LaunchArgumentData{table.string("name"),
                                  table.optional_boolean("takes_value").value_or(true),
                                  table.strings("choices")};
      });
}

std::vector<ProfileKeyData> read_profiles(DataFile& file) {
  std::vector<ProfileKeyData> keys;
  std::optional<DataTable> root = file.root();
  if (!root) return keys;
  std::set<std::string> seen;
  for (DataTable& profile : root->tables("profiles")) {
    const std::string name = profile.string("name");
    profile.string("source");
    date_of(profile, "verified");
    if (std::optional<DataTable> table = profile.table("keys")) {
      for (const std::string& key : table->keys()) {
        if (seen.insert(key).second) keys.push_back({key, name, table->string(key)});
      }
    }
    profile.finish();
  }
  root->finish();
  std::ranges::sort(keys, {}, &ProfileKeyData::name);
  return keys;
}

}  // namespace grpolint::schema::embed
