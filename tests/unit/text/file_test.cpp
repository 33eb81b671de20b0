#include "text/file.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;
using grpolint::read_file;

namespace {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (fs::temp_directory_path() / "grpolint-file-test-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("read_file gives every byte") {
  const TemporaryFolder folder;
  const std::string contents("a\0b\r\n\xFF", 6);
  std::ofstream(folder.path() / "file", std::ios::binary) << contents;
  const auto read = read_file(folder.path() / "file");
  REQUIRE(read.ok());
  CHECK(*read == contents);
}

TEST_CASE("read_file says what it could not read and why") {
  using Catch::Matchers::Contains;
  const TemporaryFolder folder;
  const auto missing = read_file(folder.path() / "missing.yaml");
  REQUIRE_FALSE(missing.ok());
  CHECK_THAT(missing.error().message, Contains("missing.yaml") && Contains("no such file"));

  const auto directory = read_file(folder.path());
  REQUIRE_FALSE(directory.ok());
  CHECK_THAT(directory.error().message, Contains("not a regular file"));

  std::ofstream(folder.path() / "large") << "12345";
  CHECK(read_file(folder.path() / "large", 5).ok());
  const auto large = read_file(folder.path() / "large", 4);
  REQUIRE_FALSE(large.ok());
  CHECK_THAT(large.error().message, Contains("limit of 4 bytes"));
}
