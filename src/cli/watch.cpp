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
#include <utility>

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

/// The file behind a path, whatever leads to it.
fs::path identity(const fs::path& file) {
  std::error_code error;
  fs::path folder = fs::weakly_canonical(fs::absolute(file, error).parent_path(), error);
  return folder / file.filename();
}

/// What the runs write: a change there is their own.
class OwnOutputs {
 public:
  explicit OwnOutputs(const CheckOptions& options) {
    for (const std::string& output : options.outputs) {
      const std::size_t colon = output.find(':');
      if (colon != std::string::npos) files_.insert(identity(output.substr(colon + 1)));
    }
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
      struct stat status {};
      if (fstat(stream, &status) == 0) streams_.emplace(status.st_dev, status.st_ino);
    }
  }

  bool contains(const fs::path& file) const { return files_.contains(file); }
  bool contains(const struct stat& status) const {
    return streams_.contains({status.st_dev, status.st_ino});
  }

 private:
  std::set<fs::path> files_;
  std::set<std::pair<dev_t, ino_t>> streams_;
};

void look_at(const fs::path& file, const OwnOutputs& own, Snapshot& snapshot) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  if (own.contains(status)) return;
  snapshot[file] = {status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

/// Configs, and what is read beside them: launch files, requirements, lock files, rules, facts.
bool may_matter(const fs::path& file) {
  static const std::set<std::string> kEndings = {".yaml", ".yml", ".toml",
                                                 ".json", ".txt", ".lock"};
  return kEndings.contains(file.extension().string());
}

void look_in(const fs::path& folder, const OwnOutputs& own, Snapshot& snapshot) {
  std::error_code error;
  const fs::path canonical = fs::weakly_canonical(folder, error);
  fs::directory_iterator entries(folder, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    const fs::path& file = entries->path();
    if (may_matter(file) && !own.contains(canonical / file.filename())) {
      look_at(file, own, snapshot);
    }
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

Snapshot look(const CheckOptions& options, const OwnOutputs& own) {
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
    look_in(folder, own, snapshot);
    for (fs::path at = folder; above.insert(at).second; at = at.parent_path()) {
      for (const char* name : {".grpolint.toml", "grpolint.toml", "pyproject.toml"}) {
        look_at(at / name, own, snapshot);
      }
    }
  }
  for (const std::string& file : named_files(options)) look_at(file, own, snapshot);
  return snapshot;
}

/// Waits until something differs from `before` and has then kept still for a moment, so that an
/// editor is done writing.
void wait_for_change(const CheckOptions& options, const OwnOutputs& own, const Snapshot& before) {
  Snapshot last = before;
  while (true) {
    const auto begun = Clock::now();
    Snapshot now = look(options, own);
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
  const OwnOutputs own(options);
  while (true) {
    const Snapshot before = look(options, own);
    if (console.interactive()) console.print("\x1b[2J\x1b[3J\x1b[H");
    if (!run_once(console, check)) return kExitFailure;
    console.status("watching for changes; Ctrl-C ends");
    wait_for_change(options, own, before);
  }
}

}  // namespace grpolint::cli
