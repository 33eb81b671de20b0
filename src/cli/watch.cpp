#include "cli/watch.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <tuple>

#include "lint/files/walk.h"

namespace grpolint::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto kPause = std::chrono::milliseconds(200);
/// Looking takes at most this share of the time, however many files there are.
constexpr int kPauseShare = 5;

/// What tells one state of a file from another. A file that was replaced has another inode even
/// when size and time are the same.
using Stamp = std::tuple<ino_t, off_t, time_t, long>;
using Snapshot = std::map<fs::path, Stamp>;

void look_at(const fs::path& file, Snapshot& snapshot) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  snapshot[file] = {status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

/// Configs, and what is read beside them: launch files, requirements, lock files, rules, facts.
bool may_matter(const fs::path& file) {
  static const std::set<std::string> kEndings = {".yaml", ".yml", ".toml",
                                                 ".json", ".txt", ".lock"};
  return kEndings.contains(file.extension().string());
}

void look_in(const fs::path& folder, Snapshot& snapshot) {
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    if (may_matter(entries->path())) look_at(entries->path(), snapshot);
  }
}

/// Files that options name.
std::vector<std::string> named_files(const CheckOptions& options) {
  std::vector<std::string> files = options.settings.configs;
  files.push_back(options.changes.baseline);
  for (const auto& stated : {options.target.model_config, options.target.accelerate_config}) {
    if (stated) files.push_back(stated->value);
  }
  return files;
}

Snapshot look(const CheckOptions& options) {
  Snapshot snapshot;
  std::set<fs::path> folders(options.rules_folders.begin(), options.rules_folders.end());
  const lint::WalkResult found =
      lint::find_files(options.paths, [](const fs::path&, bool) { return false; });
  std::vector<std::string> files = options.paths;  // one may be gone at this moment
  for (const lint::FoundFile& file : found.files) files.push_back(file.name);
  std::error_code error;
  for (const std::string& file : files) {
    const fs::path path = fs::absolute(file, error).lexically_normal();
    folders.insert(fs::is_directory(path, error) ? path : path.parent_path());
  }
  std::set<fs::path> above;
  for (const fs::path& folder : folders) {
    look_in(folder, snapshot);
    for (fs::path at = folder; above.insert(at).second; at = at.parent_path()) {
      for (const char* name : {".grpolint.toml", "grpolint.toml", "pyproject.toml"}) {
        look_at(at / name, snapshot);
      }
    }
  }
  for (const std::string& file : named_files(options)) look_at(file, snapshot);
  return snapshot;
}

/// Waits until something differs from `before` and has then kept still for a moment, so that an
/// editor is done writing.
void wait_for_change(const CheckOptions& options, const Snapshot& before) {
  Snapshot last = before;
  while (true) {
    const auto begun = Clock::now();
    Snapshot now = look(options);
    if (now != before && now == last) return;
    last = std::move(now);
    std::this_thread::sleep_for(
        std::max<Clock::duration>(kPause, (Clock::now() - begun) * kPauseShare));
  }
}

/// False when the run could not be started.
bool run_once(Console& console, const std::function<int()>& check) {
  std::fflush(nullptr);  // what is buffered must not be written twice
  const pid_t child = fork();
  if (child < 0) {
    console.error(fmt::format("cannot start a run: {}", std::strerror(errno)));
    return false;
  }
  if (child == 0) {
    const int code = check();
    std::fflush(nullptr);
    _exit(code);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return true;
}

}  // namespace

int watch(const CheckOptions& options, Console& console, const std::function<int()>& check) {
  while (true) {
    const Snapshot before = look(options);
    if (console.interactive()) console.print("\x1b[2J\x1b[3J\x1b[H");
    if (!run_once(console, check)) return kExitFailure;
    console.status("watching for changes; Ctrl-C ends");
    wait_for_change(options, before);
  }
}

}  // namespace grpolint::cli
