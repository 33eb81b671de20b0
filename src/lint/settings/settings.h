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
#include "lint/settings/knowledge.h"
#include "lint/settings/origins.h"

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
  std::string profile;  ///< lies under `target`; empty: none
};

/// One settings file, everything it extends included. A key that is not written is empty and the
/// built-in value holds.
struct Settings {
  std::filesystem::path file;  ///< empty: no settings file
  std::optional<std::vector<std::string>> select;
  std::vector<std::string> extend_select;
  std::vector<std::string> ignore;
  std::optional<FailOn> fail_on;
  std::optional<Severity> min_severity;
  std::optional<Confidence> min_confidence;
  std::vector<PlacedGlob> exclude;
  std::vector<PerFileIgnores> per_file_ignores;
  std::map<std::string, Severity, std::less<>> severity;  ///< by code
  Target target;
  std::string profile;  ///< lies under `target`; empty: none
  std::vector<TargetFor> target_for;
  std::map<std::string, Target, std::less<>> profiles;  ///< by name
  std::vector<std::filesystem::path> rule_folders;
  rules::OptionValues options;  ///< by code
  std::vector<std::filesystem::path> gpu_files;
  std::vector<std::filesystem::path> model_files;
  Origins origins;  ///< of everything but the targets, which have their own

  FailOn effective_fail_on() const { return fail_on.value_or(FailOn::Warning); }
  /// The rules in force for a file.
  RuleSelection selection_for(const std::filesystem::path& file) const;
  /// [target] with the [[target-for]] tables that match the file; later tables beat earlier ones.
  Target target_for_file(const std::filesystem::path& file) const;
  /// Whether `exclude` leaves out a file or folder met in a walk.
  bool excludes(const std::filesystem::path& path, bool directory) const;
  /// Whether `exclude` leaves out the file itself or a folder above it.
  bool excludes_file(const std::filesystem::path& file) const;
  /// [profile.NAME]; the Error names those there are.
  Result<Target> profile_named(std::string_view name) const;
};

std::optional<Severity> severity_from(std::string_view word);      // "info" | "warning" | "error"
std::optional<Confidence> confidence_from(std::string_view word);  // "low" | "medium" | "high"

/// Reads one settings file: grpolint.toml, .grpolint.toml or pyproject.toml. The Error lists every
/// mistake as "file:line:col: message", one a line. The rules and facts it names are added to
/// `knowledge`, and selectors are checked against its rules.
Result<Settings> read_settings(const std::filesystem::path& file, Knowledge& knowledge);

/// `settings` with a text laid over them that reads like a settings file (--config 'fail-on =
/// "error"'). Its paths and globs are relative to the current folder; it cannot extend a file.
Result<Settings> lay_over(Settings settings, std::string_view text, Knowledge& knowledge);

}  // namespace grpolint::lint
