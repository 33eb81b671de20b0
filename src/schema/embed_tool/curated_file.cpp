#include <fmt/format.h>

#include <algorithm>

#include "schema/embed_tool/schema_data.h"

namespace grpolint::schema::embed {
namespace {

ArgumentData* find_argument(std::vector<LibraryData>& libraries, std::string_view name,
                            std::string_view owner) {
  for (LibraryData& library : libraries) {
    for (ArgumentData& argument : library.arguments) {
      if (argument.name == name && argument.owner == owner) return &argument;
    }
  }
  return nullptr;
}

bool is_argument(const std::vector<LibraryData>& libraries, std::string_view name) {
  return std::ranges::any_of(libraries, [&](const LibraryData& library) {
    return std::ranges::find(library.arguments, name, &ArgumentData::name) !=
           library.arguments.end();
  });
}

void read_choices(DataTable& table, ArgumentData& argument) {
  for (DataTable& entry : table.tables("choices")) {
    ChoiceData choice;
    choice.value = entry.string("value");
    choice.since = optional_version(entry, "since").value_or(argument.periods.front().from);
    choice.until = optional_version(entry, "until");
    if (!choice.until) choice.until = argument.until;
    entry.finish();
    argument.choices.push_back(std::move(choice));
  }
}

}  // namespace

void apply_curation(DataFile& file, std::vector<LibraryData>& libraries) {
  std::optional<DataTable> root = file.root();
  if (!root) return;
  root->string("source");
  date_of(*root, "verified");
  for (DataTable& table : root->tables("arguments")) {
    const std::string name = table.string("name");
    const std::string owner = table.string("owner");
    ArgumentData* argument = find_argument(libraries, name, owner);
    if (argument == nullptr || argument->periods.empty()) {
      table.error(table.span(), fmt::format("{} has no argument '{}'", owner, name));
      continue;
    }
    argument->note = table.optional_string("note").value_or(argument->note);
    argument->renamed_to = table.optional_string("renamed_to").value_or("");
    if (!argument->renamed_to.empty() && !is_argument(libraries, argument->renamed_to)) {
      table.error(table.span_of("renamed_to"),
                  fmt::format("'{}' is not an argument", argument->renamed_to));
    }
    argument->deprecated_since = optional_version(table, "deprecated_since");
    argument->also_boolean = table.optional_boolean("also_boolean").value_or(false);
    table.optional_string("source");
    read_choices(table, *argument);
    table.finish();
  }
  root->finish();
}

}  // namespace grpolint::schema::embed
