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
  std::string name;               ///< as messages speak of it: "grpolint.toml"
  std::filesystem::path folder;   ///< absolute; what its paths and globs are relative to
  const Source* lines = nullptr;  ///< where its values stand; null: in a text of one line

  /// "near/grpolint.toml:3", "--config"
  std::string place(Span span) const;
  /// The same with the bare name of the file: for reports, which hold no folders of a machine.
  std::string short_place(Span span) const;
};

/// Lays the tables of one file over `settings`. Mistakes are left in the table's errors, so that
/// one run shows all; those in files it names in `mistakes_elsewhere`.
void read_tables(DataTable& root, const SettingsOrigin& origin, Knowledge& knowledge,
                 Settings& settings, std::vector<std::string>& mistakes_elsewhere);

}  // namespace grpolint::lint
