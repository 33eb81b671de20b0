#include "cli/check_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

#include "cli/inputs.h"
#include "cli/progress.h"
#include "lint/files/walk.h"
#include "lint/parallel.h"
#include "lint/target_fields.h"

namespace grpolint::cli {
namespace {

namespace fs = std::filesystem;

/// The file's settings with the command line laid over them. --select replaces what the settings
/// select and ignore; --extend-select and --ignore add to it.
lint::RuleSelection selection_for(const CheckOptions& options, const lint::Settings& settings,
                                  const fs::path& file) {
  lint::RuleSelection selection = settings.selection_for(file);
  if (!options.select.empty()) {
    selection.select = options.select;
    selection.ignore.clear();
  }
  selection.select.insert(selection.select.end(), options.extend_select.begin(),
                          options.extend_select.end());
  selection.ignore.insert(selection.ignore.end(), options.ignore.begin(), options.ignore.end());
  if (options.min_severity) selection.least = *options.min_severity;
  if (options.min_confidence) selection.least_confidence = *options.min_confidence;
  return selection;
}

/// The arguments must outlive the result.
Result<lint::LintOptions> lint_options_for(const CheckOptions& options,
                                           const lint::Settings& settings, const fs::path& file,
                                           bool meant) {
  lint::LintOptions lint_options;
  auto command_line = stated_on_command_line(options.target, options.settings, settings);
  if (!command_line) return command_line.error();
  lint_options.circumstances.command_line = std::move(*command_line);
  lint_options.circumstances.settings = settings.target_for_file(file);
  lint_options.circumstances.companions.config_path = file;
  lint_options.selection = selection_for(options, settings, file);
  lint_options.selection_of_companion = [&options, &settings](const fs::path& companion) {
    return selection_for(options, settings, companion);
  };
  lint_options.honour_ignores = !options.no_ignores;
  lint_options.named = meant;
  lint_options.circumstances.named = meant;
  return lint_options;
}

/// --exclude globs speak from the current folder, those of settings from the settings' folder.
lint::Excluded exclusion(const CheckOptions& options, lint::SettingsFinder& finder) {
  std::vector<lint::PlacedGlob> globs;
  for (const std::string& glob : options.exclude) globs.push_back({glob, fs::current_path()});
  return [globs = std::move(globs), &finder](const fs::path& path, bool directory) {
    const bool by_option =
        std::any_of(globs.begin(), globs.end(),
                    [&](const lint::PlacedGlob& glob) { return glob.matches(path, directory); });
    if (by_option) return true;
    // Broken settings are reported for the first file they hold for.
    const auto settings = finder.for_folder(path.parent_path());
    return settings.ok() && (*settings)->excludes(path, directory);
  };
}

/// Whether --force-exclude leaves out a file that was given by name: the file or a folder above it
/// is excluded.
bool forced_out(const CheckOptions& options, lint::SettingsFinder& finder, const fs::path& file) {
  if (!options.force_exclude) return false;
  for (const std::string& text : options.exclude) {
    if (lint::PlacedGlob{text, fs::current_path()}.covers(file)) return true;
  }
  const auto settings = finder.for_folder(file.parent_path());
  return settings.ok() && (*settings)->excludes_file(file);
}

/// A misspelt command is taken for a file, since `check` may be left out.
std::string with_command_hint(const std::string& message, const std::vector<std::string>& paths) {
  std::error_code unreadable;
  if (paths.empty() || fs::exists(paths.front(), unreadable) || unreadable) return message;
  const std::string meant = nearest_command(paths.front());
  if (meant.empty() || !message.starts_with(paths.front())) return message;
  return fmt::format("{}; did you mean the command '{}'?", message, meant);
}

/// Puts the reports on companions among the files, each file once.
void add_companions(std::vector<CheckedFile>& files) {
  std::map<fs::path, std::size_t> known;
  for (std::size_t i = 0; i < files.size(); ++i) known.emplace(resolved(files[i].name), i);
  const std::size_t checked = files.size();
  for (std::size_t i = 0; i < checked; ++i) {
    for (lint::FileReport& report : std::exchange(files[i].report.companions, {})) {
      if (files[i].settings->excludes_file(report.file)) continue;
      const auto [found, added] = known.emplace(resolved(report.file), files.size());
      if (!added) {
        lint::merge(std::move(report), files[found->second].report);
        continue;
      }
      CheckedFile file;
      file.name = report.file;
      file.settings = files[i].settings;
      file.lint_options = files[i].lint_options;
      file.lint_options.selection = files[i].lint_options.selection_for_companion(report.file);
      file.lint_options.circumstances.companions.config_path = report.file;
      file.report = std::move(report);
      files.push_back(std::move(file));
    }
  }
}

}  // namespace

std::vector<CheckedFile> collect(const CheckOptions& options, lint::SettingsFinder& finder,
                                 const Console& console, bool& failed) {
  std::vector<std::string> paths;
  std::vector<CheckedFile> files;
  const auto add = [&](const std::string& name, const fs::path& path, bool named) {
    if (named && forced_out(options, finder, path)) return std::optional<std::string>();
    auto settings = finder.for_folder(path.parent_path());
    if (!settings) {
      return std::optional<std::string>(settings.error().message);
    }
    // A hook or an editor names every file there is: that says no more of one than a walk.
    const bool meant = named && !options.force_exclude;
    auto lint_options = lint_options_for(options, **settings, path, meant);
    if (!lint_options) return std::optional<std::string>(lint_options.error().message);
    CheckedFile file;
    file.name = name;
    file.named = named;
    file.settings = *settings;
    file.lint_options = std::move(*lint_options);
    files.push_back(std::move(file));
    return std::optional<std::string>();
  };
  // Broken settings hold for many files, a broken file for many settings: say each mistake once.
  std::set<std::string> said;
  const auto add_or_say = [&](const std::string& name, const fs::path& path, bool named) {
    const auto problem = add(name, path, named);
    if (!problem) return;
    failed = true;
    std::istringstream mistakes(*problem);
    for (std::string mistake; std::getline(mistakes, mistake);) {
      if (said.insert(mistake).second) console.error(mistake);
    }
  };

  bool standard_input = false;
  for (const std::string& path : options.paths) {
    if (path == kStandardInput) {
      standard_input = true;
    } else {
      paths.push_back(path);
    }
  }
  const lint::WalkResult found = lint::find_files(paths, exclusion(options, finder));
  for (const Error& error : found.errors) {
    failed = true;
    console.error(with_command_hint(error.message, paths));
  }
  if (standard_input) add_or_say(std::string(kStandardInput), options.stdin_filename, true);
  for (const lint::FoundFile& file : found.files) add_or_say(file.name, file.name, file.named);
  // All settings are read now: a rule holds for the files whose settings name its folder.
  for (CheckedFile& file : files) {
    file.lint_options.selection.elsewhere =
        finder.knowledge().rules_from_elsewhere(file.settings->rule_folders);
  }
  return files;
}

namespace {

/// A data set beside the configs, or a file that went away since the folder was listed.
bool may_be_skipped(const std::string& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  return error ? error == std::errc::no_such_file_or_directory : size > kLargestInput;
}

void say_skipped(const std::vector<std::string>& skipped, const Console& console) {
  if (skipped.empty()) return;
  const std::string more =
      skipped.size() == 1 ? "is" : fmt::format("and {} more are", skipped.size() - 1);
  console.note(fmt::format("{} {} not checked: larger than {} MiB, or gone", skipped.front(), more,
                           kLargestInput >> 20));
}

}  // namespace

void check_all(std::vector<CheckedFile>& files, const CheckOptions& options,
               const rules::RuleSet& rules, const Console& console, bool& failed) {
  struct Outcome {
    std::string problem;
    bool skipped = false;
  };
  std::vector<Outcome> outcomes(files.size());
  Progress progress(files.size(), console.error_is_terminal() && !console.quiet());
  lint::for_each_parallel(files.size(), options.jobs, [&](std::size_t i) {
    CheckedFile& file = files[i];
    auto input = read_input(file.name, options.stdin_filename);
    if (!input) {
      // A hook gives every file there is, a walk meets it: neither says that it is meant.
      const bool met = !file.named || options.force_exclude;
      outcomes[i] = {input.error().message, met && may_be_skipped(file.name)};
    } else {
      auto report =
          lint::lint_file(std::move(input->source), input->format, rules, file.lint_options);
      if (report) {
        file.report = std::move(*report);
      } else {
        outcomes[i] = {fmt::format("{}: {}", file.name, report.error().message)};
      }
    }
    progress.step();
  });

  std::vector<CheckedFile> checked;
  std::vector<std::string> skipped;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (outcomes[i].problem.empty()) {
      checked.push_back(std::move(files[i]));
      continue;
    }
    if (outcomes[i].skipped) {
      skipped.push_back(files[i].name);
      continue;
    }
    console.error(outcomes[i].problem);
    failed = true;
  }
  if (!options.force_exclude || console.verbose()) say_skipped(skipped, console);
  files = std::move(checked);
  add_companions(files);
}

}  // namespace grpolint::cli
