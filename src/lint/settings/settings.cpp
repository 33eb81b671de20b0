#include "lint/settings/settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "lint/target_fields.h"
#include "text/nearest.h"

namespace grpolint::lint {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<std::string_view, FailOn>, 4> kFailOn = {{
    {"info", FailOn::Info},
    {"warning", FailOn::Warning},
    {"error", FailOn::Error},
    {"never", FailOn::Never},
}};

/// Path of `file` as the globs of `folder` see it; absolute when it lies elsewhere.
std::string relative_to(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  const fs::path absolute = fs::absolute(file, error).lexically_normal();
  const fs::path relative = absolute.lexically_relative(folder);
  const bool outside = relative.empty() || *relative.begin() == "..";
  return (outside ? absolute : relative).generic_string();
}

}  // namespace

bool PlacedGlob::covers(const fs::path& file) const {
  return PathPattern(text).covers(relative_to(folder, file));
}

bool PlacedGlob::matches(const fs::path& path, bool directory) const {
  return PathPattern(text).matches(relative_to(folder, path), directory);
}

std::optional<FailOn> fail_on_from(std::string_view word) {
  for (const auto& [text, value] : kFailOn) {
    if (text == word) return value;
  }
  return std::nullopt;
}

std::string_view to_string(FailOn fail_on) {
  return kFailOn[static_cast<std::size_t>(fail_on)].first;
}

std::optional<Severity> severity_from(std::string_view word) {
  for (const Severity severity : {Severity::Info, Severity::Warning, Severity::Error}) {
    if (to_string(severity) == word) return severity;
  }
  return std::nullopt;
}

std::optional<Confidence> confidence_from(std::string_view word) {
  for (const Confidence confidence : {Confidence::Low, Confidence::Medium, Confidence::High}) {
    if (to_string(confidence) == word) return confidence;
  }
  return std::nullopt;
}

RuleSelection Settings::selection_for(const fs::path& path) const {
  RuleSelection selection;
  if (select) selection.select = *select;
  selection.select.insert(selection.select.end(), extend_select.begin(), extend_select.end());
  selection.ignore = ignore;
  selection.severity = severity;
  selection.options = options;
  selection.least = min_severity.value_or(Severity::Info);
  selection.least_confidence = min_confidence.value_or(Confidence::Low);
  for (const PerFileIgnores& entry : per_file_ignores) {
    if (!entry.glob.covers(path)) continue;
    selection.ignore_here.insert(selection.ignore_here.end(), entry.selectors.begin(),
                                 entry.selectors.end());
  }
  return selection;
}

Target Settings::target_for_file(const fs::path& path) const {
  // A profile that is named was found to exist when the settings were read.
  const auto with_profile = [&](const Target& own, const std::string& name) {
    return name.empty() ? own : overlay(own, profiles.at(name));
  };
  Target result = with_profile(target, profile);
  for (const TargetFor& entry : target_for) {
    const bool matches = std::any_of(entry.globs.begin(), entry.globs.end(),
                                     [&](const PlacedGlob& glob) { return glob.covers(path); });
    if (matches) result = overlay(with_profile(entry.target, entry.profile), result);
  }
  return result;
}

bool Settings::excludes(const fs::path& path, bool directory) const {
  return std::any_of(exclude.begin(), exclude.end(),
                     [&](const PlacedGlob& glob) { return glob.matches(path, directory); });
}

bool Settings::excludes_file(const fs::path& path) const {
  return std::any_of(exclude.begin(), exclude.end(),
                     [&](const PlacedGlob& glob) { return glob.covers(path); });
}

Result<Target> Settings::profile_named(std::string_view name) const {
  if (const auto found = profiles.find(name); found != profiles.end()) return found->second;
  std::vector<std::string_view> names;
  for (const auto& [known, profile_target] : profiles) names.push_back(known);
  const auto meant = nearest(name, names);
  const std::string hint = meant            ? fmt::format("; did you mean '{}'?", *meant)
                           : !names.empty() ? fmt::format("; there are {}", fmt::join(names, ", "))
                                            : "";
  if (file.empty() && names.empty()) {
    return Error{fmt::format("no settings are in force, so there is no [profile.{}]", name)};
  }
  return Error{fmt::format("{} has no [profile.{}]{}",
                           file.empty() ? "--config" : file.generic_string(), name, hint)};
}

}  // namespace grpolint::lint
