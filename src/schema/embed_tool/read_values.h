#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "document/data_file.h"
#include "fact/version.h"

namespace grpolint::schema::embed {

/// Stem of the file name: "trl" for ".../trl.json".
std::string stem_of(std::string_view path);

/// Required and optional versions of a table; what is no version is recorded as an error.
Version version_of(DataTable& table, std::string_view key);
std::optional<Version> optional_version(DataTable& table, std::string_view key);
/// An ISO date, "2026-11-30".
std::string date_of(DataTable& table, std::string_view key);

}  // namespace grpolint::schema::embed
