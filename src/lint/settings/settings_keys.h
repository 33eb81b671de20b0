#pragma once

#include <span>
#include <string_view>

namespace grpolint::lint {

/// What stands at a key of a settings file.
enum class SettingsKind {
  Text,
  Selectors,       ///< codes, prefixes, names of rules, or ALL
  Strings,         ///< globs
  FailOn,          ///< error, warning, info, never
  Severity,        ///< error, warning, info
  Confidence,      ///< high, medium, low
  PerFileIgnores,  ///< glob -> selectors
  Severities,      ///< rule -> severity
  Target,          ///< the target fields, and profile
  TargetsFor,      ///< tables of paths and target fields
  Profiles,        ///< name -> target fields
  Rules,           ///< folders, and tables of options by rule
  Facts,           ///< hardware, models
};

/// One key at the top level of a settings file. The loader reads by this table, and the JSON Schema
/// and the documentation are made from it or tested against it.
struct SettingsKey {
  std::string_view key;
  SettingsKind kind;
  std::string_view help;
};

/// In the order in which they are read: what later ones need comes first.
std::span<const SettingsKey> settings_keys();

}  // namespace grpolint::lint
