#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "document/data_table.h"
#include "fact/version.h"

namespace grpolint::schema::embed {

/// One JSON file of rules/schema and the mistakes found in it.
struct InputFile {
  Source source;
  Document document;
  std::vector<DataError> errors;

  /// The top-level object; empty, with an error recorded, when the file has none.
  std::optional<DataTable> root();
  /// Prints "file:line:column: message" for each mistake; true when there were none.
  bool report() const;
};

/// Stem of the file name: "trl" for ".../trl.json".
std::string stem_of(std::string_view path);
/// Prints why the file cannot be read and returns nothing in that case.
std::optional<InputFile> read_input(const std::string& path);

/// Required and optional versions of a table; what is no version is recorded as an error.
Version version_of(DataTable& table, std::string_view key);
std::optional<Version> optional_version(DataTable& table, std::string_view key);
/// An ISO date, "2026-11-30".
std::string date_of(DataTable& table, std::string_view key);

}  // namespace grpolint::schema::embed
