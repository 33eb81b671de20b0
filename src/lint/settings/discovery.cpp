#include "lint/settings/discovery.h"

#include <array>
#include <string_view>
#include <utility>

#include "document/document.h"
#include "lint/settings/place.h"
#include "text/file.h"

namespace grpolint::lint {
namespace {

namespace fs = std::filesystem;

/// A pyproject.toml belongs to grpolint only with the table. One that cannot be parsed is somebody
/// else's problem unless it names the table: settings must not go missing in silence.
bool has_our_table(const fs::path& pyproject) {
  auto text = read_file(pyproject);
  if (!text || text->find("grpolint") == std::string::npos) return false;
  const bool text_names_table = text->find("[tool.grpolint") != std::string::npos;
  const Document document =
      read_document(Source(pyproject.generic_string(), std::move(*text)), Format::Toml);
  if (document.has_syntax_error()) return text_names_table;
  if (document.root() == nullptr || document.root()->kind != NodeKind::Mapping) return false;
  const Member* tool = document.find(*document.root_id, "tool");
  if (tool == nullptr || document.node(tool->value.node).kind != NodeKind::Mapping) return false;
  return document.find(tool->value.node, "grpolint") != nullptr;
}

std::optional<fs::path> settings_file_in(const fs::path& folder) {
  std::error_code error;
  for (const std::string_view name : {".grpolint.toml", "grpolint.toml"}) {
    if (fs::is_regular_file(folder / name, error)) return folder / name;
  }
  const fs::path pyproject = folder / "pyproject.toml";
  if (fs::is_regular_file(pyproject, error) && has_our_table(pyproject)) return pyproject;
  return std::nullopt;
}

}  // namespace

void SettingsFinder::lay_over(std::string text) { texts_.push_back(std::move(text)); }

Result<bool> SettingsFinder::use_file(const fs::path& file) {
  auto settings = read_settings(file, knowledge_);
  if (!settings) return settings.error();
  auto kept = keep(std::move(*settings));
  if (!kept) return kept.error();
  fixed_ = *kept;
  return true;
}

Result<bool> SettingsFinder::use_none() {
  auto kept = keep(Settings{});
  if (!kept) return kept.error();
  fixed_ = *kept;
  return true;
}

Result<const Settings*> SettingsFinder::keep(Settings settings) {
  for (const std::string& text : texts_) {
    auto laid = grpolint::lint::lay_over(std::move(settings), text, knowledge_);
    if (!laid) return laid.error();
    settings = std::move(*laid);
  }
  kept_.push_back(std::make_unique<Settings>(std::move(settings)));
  return kept_.back().get();
}

Result<const Settings*> SettingsFinder::for_folder(const fs::path& folder) {
  if (fixed_ != nullptr) return fixed_;
  std::error_code error;
  return search(fs::absolute(folder.empty() ? fs::path(".") : folder, error).lexically_normal());
}

Result<const Settings*> SettingsFinder::search(const fs::path& folder) {
  if (const auto known = by_folder_.find(folder); known != by_folder_.end()) return known->second;
  Result<const Settings*> found = [&]() -> Result<const Settings*> {
    if (const auto file = settings_file_in(folder)) {
      auto settings = read_settings(shown(*file), knowledge_);
      if (!settings) return settings.error();
      return keep(std::move(*settings));
    }
    const fs::path parent = folder.parent_path();
    if (parent == folder || parent.empty()) return keep(Settings{});
    return search(parent);
  }();
  by_folder_.emplace(folder, found);
  return found;
}

}  // namespace grpolint::lint
