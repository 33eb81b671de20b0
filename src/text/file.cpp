#include "text/file.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

namespace grpolint {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

Error cannot_read(const std::filesystem::path& path, const std::string& reason) {
  return {fmt::format("cannot read {}: {}", path.string(), reason)};
}

std::string reason_of(int error_number) {
  return std::error_code(error_number, std::generic_category()).message();
}

Error too_large(const std::filesystem::path& path, std::size_t limit) {
  return cannot_read(path, fmt::format("larger than the limit of {} bytes", limit));
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path, std::size_t limit) {
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::status(path, failure);
  if (!std::filesystem::exists(status)) {
    const bool missing = !failure || failure == std::errc::no_such_file_or_directory;
    return cannot_read(path, missing ? "no such file" : failure.message());
  }
  // Also keeps pipes and devices, which may never end, from being opened.
  if (!std::filesystem::is_regular_file(status)) return cannot_read(path, "not a regular file");
  const std::uintmax_t size = std::filesystem::file_size(path, failure);
  if (!failure && size > limit) return too_large(path, limit);

  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (!file) return cannot_read(path, reason_of(errno));
  std::string contents;
  std::array<char, std::size_t{1} << 16U> block{};
  while (const std::size_t got = std::fread(block.data(), 1, block.size(), file.get())) {
    contents.append(block.data(), got);
    // The file may have grown since it was measured.
    if (contents.size() > limit) return too_large(path, limit);
  }
  if (std::ferror(file.get()) != 0) return cannot_read(path, reason_of(errno));
  return contents;
}

}  // namespace grpolint
