#include "lint/files/walk.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <system_error>

#include "document/document.h"
#include "lint/files/path_pattern.h"
#include "text/file.h"

namespace grpolint::lint {
namespace {

namespace fs = std::filesystem;

/// The .gitignore files that speak about the folder being walked, outermost first.
struct IgnoreScope {
  fs::path folder;  ///< absolute; patterns are relative to it
  IgnoreFile patterns;
};

void add_scope(const fs::path& folder, const fs::path& file, std::vector<IgnoreScope>& scopes) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return;
  // An unreadable .gitignore must not hide files from the check: it is as if it were not there.
  if (auto text = read_file(file)) scopes.push_back({folder, IgnoreFile::parse(*text)});
}

/// Scopes of the folders above `folder`, from the root of its repository down; none outside one.
std::vector<IgnoreScope> scopes_above(const fs::path& folder) {
  std::error_code error;
  fs::path root;
  for (fs::path at = folder; !at.empty(); at = at.parent_path()) {
    if (fs::exists(at / ".git", error)) {
      root = at;
      break;
    }
    if (at == at.parent_path()) break;
  }
  std::vector<IgnoreScope> scopes;
  if (root.empty()) return scopes;
  add_scope(root, root / ".git" / "info" / "exclude", scopes);
  const fs::path below = folder.lexically_relative(root);
  fs::path at = root;
  if (below == ".") return scopes;
  for (const fs::path& element : below) {
    add_scope(at, at / ".gitignore", scopes);
    at /= element;
  }
  return scopes;
}

bool ignored(const std::vector<IgnoreScope>& scopes, const fs::path& absolute, bool directory) {
  for (auto scope = scopes.rbegin(); scope != scopes.rend(); ++scope) {
    const std::string relative = absolute.lexically_relative(scope->folder).generic_string();
    if (const auto verdict = scope->patterns.verdict(relative, directory)) return *verdict;
  }
  return false;
}

bool skipped_folder(std::string_view name) {
  static constexpr std::array<std::string_view, 3> kNames = {"node_modules", "venv", "__pycache__"};
  return name.starts_with('.') || std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

class Walker {
 public:
  Walker(const Excluded& excluded, WalkResult& result) : excluded_(excluded), result_(result) {}

  void walk(const fs::path& shown, const fs::path& absolute, std::vector<IgnoreScope>& scopes) {
    std::error_code error;
    fs::directory_iterator entries(absolute, error);
    if (error) {
      result_.errors.push_back(
          {"cannot read the folder " + shown.generic_string() + ": " + error.message()});
      return;
    }
    const std::size_t outer_scopes = scopes.size();
    add_scope(absolute, absolute / ".gitignore", scopes);
    for (; entries != fs::directory_iterator(); entries.increment(error)) {
      if (error) break;
      visit(*entries, shown, scopes);
    }
    scopes.resize(outer_scopes, {});
  }

 private:
  void visit(const fs::directory_entry& entry, const fs::path& shown_folder,
             std::vector<IgnoreScope>& scopes) {
    std::error_code error;
    const fs::path name = entry.path().filename();
    const fs::path shown = shown_folder == "." ? name : shown_folder / name;
    if (entry.is_directory(error)) {
      if (entry.is_symlink(error) || skipped_folder(name.string())) return;
      if (ignored(scopes, entry.path(), true) || excluded_(shown, true)) return;
      walk(shown, entry.path(), scopes);
      return;
    }
    if (!entry.is_regular_file(error) || !format_of(name.string())) return;
    if (ignored(scopes, entry.path(), false) || excluded_(shown, false)) return;
    result_.files.push_back({shown.generic_string(), false});
  }

  const Excluded& excluded_;
  WalkResult& result_;
};

void add_argument(const std::string& argument, const Excluded& excluded, WalkResult& result) {
  std::error_code error;
  const fs::file_status status = fs::status(argument, error);
  if (status.type() == fs::file_type::not_found) {
    result.errors.push_back({argument + ": no such file or folder"});
    return;
  }
  if (status.type() == fs::file_type::none || status.type() == fs::file_type::unknown) {
    result.errors.push_back({"cannot read " + argument + ": " + error.message()});
    return;
  }
  const fs::path shown = fs::path(argument).lexically_normal();
  if (!fs::is_directory(status)) {
    result.files.push_back({shown.generic_string(), true});
    return;
  }
  const fs::path absolute = fs::weakly_canonical(argument, error);
  std::vector<IgnoreScope> scopes = scopes_above(absolute);
  fs::path folder = shown;
  if (!folder.has_filename()) folder = folder.parent_path();  // "configs/" is "configs"
  Walker(excluded, result).walk(folder, absolute, scopes);
}

/// The same file may be reached twice ("a.yaml" and "."); the spelling given by name stays.
void keep_each_once(std::vector<FoundFile>& files) {
  std::map<std::string, std::size_t> seen;
  std::vector<FoundFile> unique;
  for (FoundFile& file : files) {
    std::error_code error;
    const std::string identity = fs::weakly_canonical(file.name, error).generic_string();
    const auto [at, inserted] = seen.try_emplace(identity, unique.size());
    if (inserted) {
      unique.push_back(std::move(file));
    } else if (file.named && !unique[at->second].named) {
      unique[at->second] = std::move(file);
    }
  }
  files = std::move(unique);
}

}  // namespace

WalkResult find_files(const std::vector<std::string>& paths, const Excluded& excluded) {
  WalkResult result;
  for (const std::string& path : paths) add_argument(path, excluded, result);
  const auto by_name = [](const FoundFile& a, const FoundFile& b) { return a.name < b.name; };
  std::stable_sort(result.files.begin(), result.files.end(), by_name);
  keep_each_once(result.files);
  std::stable_sort(result.files.begin(), result.files.end(), by_name);
  return result;
}

}  // namespace grpolint::lint
