#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "grpolint/result.h"
#include "lint/settings/settings.h"

namespace grpolint::lint {

/// Finds the settings of each file: the closest .grpolint.toml, grpolint.toml or pyproject.toml
/// with a [tool.grpolint] table, from the file's folder up to the root of the file system. Nothing
/// is merged between levels; `extend` does that when it is wanted. Answers are kept per folder.
class SettingsFinder {
 public:
  /// The set grows by the rules that settings name.
  explicit SettingsFinder(rules::RuleSet& rules) : knowledge_(rules) {}

  /// Lays a text over all settings (--config 'k = v'); the latest on top. To be called before the
  /// others.
  void lay_over(std::string text);
  /// Use this file for everything (--config FILE).
  Result<bool> use_file(const std::filesystem::path& file);
  /// Use no file (--isolated).
  Result<bool> use_none();

  const Knowledge& knowledge() const { return knowledge_; }

  /// Settings for a file in `folder`. The pointer lives as long as the finder.
  Result<const Settings*> for_folder(const std::filesystem::path& folder);

 private:
  Result<const Settings*> search(const std::filesystem::path& folder);
  Result<const Settings*> keep(Settings settings);

  Knowledge knowledge_;
  std::vector<std::string> texts_;
  const Settings* fixed_ = nullptr;
  std::map<std::filesystem::path, Result<const Settings*>> by_folder_;
  std::vector<std::unique_ptr<Settings>> kept_;
};

}  // namespace grpolint::lint
