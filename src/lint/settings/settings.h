#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialect/target.h"
#include "grpolint/finding.h"
#include "grpolint/result.h"
#include "lint/files/path_pattern.h"
#include "lint/selection.h"

namespace grpolint::lint {

/// Findings at or above it make the run fail; Never: none does.
enum class FailOn { Info, Warning, Error, Never };
std::optional<FailOn> fail_on_from(
    std::string_view word);  // "info" | "warning" | "error" | "never"
std::string_view to_string(FailOn fail_on);

/// A glob of a settings file, written as in .gitignore and relative to the folder of that file.
struct PlacedGlob {
  std::string text;
  std::filesystem::path folder;  ///< absolute

  /// The file itself or a folder above it.
  bool covers(const std::filesystem::path& file) const;
  bool matches(const std::filesystem::path& path, bool directory) const;
};

/// Selectors for the files that a glob matches.
struct PerFileIgnores {
  PlacedGlob glob;
  std::vector<std::string> selectors;
};

/// What a run is like for the files that one of the globs matches.
struct TargetFor {
  std::vector<PlacedGlob> globs;
  Target target;
};

/// One settings file, everything it extends included. A key that is not written is empty and the
/// built-in value holds.
struct Settings {
  std::filesystem::path file;  ///< empty: no settings file
  std::optional<std::vector<std::string>> select;
  std::vector<std::string> extend_select;
  std::vector<std::string> ignore;
  std::optional<FailOn> fail_on;
  std::vector<PlacedGlob> exclude;
  std::vector<PerFileIgnores> per_file_ignores;
  std::map<std::string, Severity, std::less<>> severity;
  Target target;
  std::vector<TargetFor> target_for;

  FailOn effective_fail_on() const { return fail_on.value_or(FailOn::Warning); }
  /// The rules in force for a file.
  RuleSelection selection_for(const std::filesystem::path& file) const;
  /// [target] with the [[target-for]] tables that match the file; later tables beat earlier ones.
  Target target_for_file(const std::filesystem::path& file) const;
  /// Whether `exclude` leaves out a file or folder met in a walk.
  bool excludes(const std::filesystem::path& path, bool directory) const;
};

/// Reads one settings file: grpolint.toml, .grpolint.toml or pyproject.toml. The Error lists every
/// mistake as "file:line:col: message", one a line. Selectors are checked against `rules`.
Result<Settings> read_settings(const std::filesystem::path& file, const rules::RuleSet& rules);

}  // namespace grpolint::lint
