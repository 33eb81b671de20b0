#include "lint/fix/replace_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "text/file.h"

namespace grpolint::lint {
namespace {

namespace fs = std::filesystem;

/// A new file beside the one to replace; removed unless it took the name over.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& beside)
      : name_((beside.parent_path() / ("." + beside.filename().string() + ".XXXXXX")).string()),
        descriptor_(mkstemp(name_.data())) {}
  ~TemporaryFile() {
    close();
    if (!moved_ && created_) ::unlink(name_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  /// False with errno set.
  bool fill(std::string_view text, const struct stat& like) {
    if (descriptor_ < 0) return false;
    created_ = true;
    // Only a privileged process can give files away; another keeps what it may.
    [[maybe_unused]] const int ignored = ::fchown(descriptor_, like.st_uid, like.st_gid);
    if (::fchmod(descriptor_, like.st_mode & 07777U) != 0) return false;
    while (!text.empty()) {
      const ssize_t count = ::write(descriptor_, text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return ::fsync(descriptor_) == 0 && close();
  }
  bool take_name(const fs::path& path) {
    moved_ = ::rename(name_.c_str(), path.c_str()) == 0;
    return moved_;
  }

 private:
  bool close() {
    const int descriptor = descriptor_;
    descriptor_ = -1;
    return descriptor < 0 || ::close(descriptor) == 0;
  }

  std::string name_;
  int descriptor_ = -1;
  bool created_ = false;
  bool moved_ = false;
};

/// Brings the new name to the disk; a file system that cannot do that has done what it can.
void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

Error cannot_write(const fs::path& path, const std::string& why) {
  return Error{fmt::format("cannot write {}: {}; it is left as it was", path.string(), why)};
}

}  // namespace

Result<bool> replace_file(const fs::path& path, std::string_view expected, std::string_view text) {
  std::error_code failure;
  const fs::path target = fs::canonical(path, failure);
  if (failure) return cannot_write(path, failure.message());
  const auto current = read_file(target);
  if (!current) return current.error();
  if (*current != expected) return cannot_write(path, "it was changed while it was checked");
  struct stat like {};
  errno = 0;
  if (::stat(target.c_str(), &like) != 0 || ::access(target.c_str(), W_OK) != 0) {
    return cannot_write(path, std::generic_category().message(errno));
  }
  TemporaryFile temporary(target);
  if (!temporary.fill(text, like) || !temporary.take_name(target)) {
    return cannot_write(path, std::generic_category().message(errno));
  }
  sync_folder(target.parent_path());
  return true;
}

}  // namespace grpolint::lint
