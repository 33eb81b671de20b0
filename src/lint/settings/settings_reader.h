#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "document/data_table.h"
#include "lint/settings/knowledge.h"
#include "lint/settings/settings.h"

namespace grpolint::lint {

/// Where settings come from.
struct SettingsOrigin {
  std::string name;              ///< as --show-settings speaks of it: "grpolint.toml"
  std::filesystem::path folder;  ///< absolute; what its paths and globs are relative to
};

/// Lays the tables of one file over `settings`. Mistakes are left in the table's errors, so that
/// one run shows all; those in files it names in `mistakes_elsewhere`.
void read_tables(DataTable& root, const SettingsOrigin& origin, Knowledge& knowledge,
                 Settings& settings, std::vector<std::string>& mistakes_elsewhere);

}  // namespace grpolint::lint
