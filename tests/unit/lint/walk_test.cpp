#include "lint/files/walk.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "temporary_folder.h"

namespace lint = grpolint::lint;
namespace fs = std::filesystem;

namespace {

const lint::Excluded kNothing = [](const fs::path&, bool) { return false; };

/// Names found below the folder, relative to it.
std::vector<std::string> walked(const TemporaryFolder& folder) {
  std::vector<std::string> names;
  for (const lint::FoundFile& file : lint::find_files({folder.path().string()}, kNothing).files) {
    names.push_back(fs::path(file.name).lexically_relative(folder.path()).generic_string());
  }
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a walk takes the four endings, sorted, and leaves out tools' folders") {
  const TemporaryFolder folder;
  for (const char* name : {"b.yaml", "a.yml", "x/c.toml", "x/d.json", "x/e.txt", ".hidden/f.yaml",
                           "node_modules/g.json", "x/.venv/h.yaml", "x/venv/i.yaml"}) {
    folder.write(name, "");
  }
  CHECK(walked(folder) == Names{"a.yml", "b.yaml", "x/c.toml", "x/d.json"});
}

TEST_CASE("ignore files are respected at every level and can be negated") {
  const TemporaryFolder folder;
  folder.write(".gitignore", "*.json\n/out/\n");
  folder.write("x/.gitignore", "!keep.json\nlocal.yaml\n");
  for (const char* name :
       {"a.json", "out/b.yaml", "x/keep.json", "x/local.yaml", "x/out/c.yaml", "y/local.yaml"}) {
    folder.write(name, "");
  }
  CHECK(walked(folder) == Names{"x/keep.json", "x/out/c.yaml", "y/local.yaml"});
}

TEST_CASE("ignore files above a walked folder count up to the root of the repository") {
  const TemporaryFolder folder;
  folder.write(".git/HEAD", "");
  folder.write(".gitignore", "secret.yaml\n/x/y/anchored.yaml\n");
  folder.write("x/y/secret.yaml", "");
  folder.write("x/y/anchored.yaml", "");
  folder.write("x/y/shown.yaml", "");
  const auto found = lint::find_files({(folder.path() / "x/y").string()}, kNothing).files;
  REQUIRE(found.size() == 1);
  CHECK(fs::path(found[0].name).filename() == "shown.yaml");
}

TEST_CASE("a file given by name is taken whatever the ignore files say") {
  const TemporaryFolder folder;
  folder.write(".gitignore", "*\n");
  const fs::path file = folder.write("run.conf", "");
  const auto found = lint::find_files({file.string()}, kNothing).files;
  REQUIRE(found.size() == 1);
  CHECK(found[0].named);
}

TEST_CASE("a file reached twice is checked once, under the name the user gave") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("a.yaml", "");
  const auto found =
      lint::find_files({folder.path().string(), file.string(), file.string()}, kNothing).files;
  REQUIRE(found.size() == 1);
  CHECK(found[0].named);
}

TEST_CASE("a loop of links ends, a link to a file is followed") {
  const TemporaryFolder folder;
  folder.write("x/a.yaml", "");
  fs::create_directory_symlink(folder.path(), folder.path() / "x/loop");
  const TemporaryFolder elsewhere;
  fs::create_symlink(elsewhere.write("real.yaml", ""), folder.path() / "link.yaml");
  CHECK(walked(folder) == Names{"link.yaml", "x/a.yaml"});
}

TEST_CASE("what settings exclude is left out, folders as a whole") {
  const TemporaryFolder folder;
  folder.write("old/a.yaml", "");
  folder.write("new/a.yaml", "");
  const auto found = lint::find_files({folder.path().string()}, [](const fs::path& path, bool dir) {
                       return dir && path.filename() == "old";
                     }).files;
  REQUIRE(found.size() == 1);
  CHECK(found[0].name.ends_with("new/a.yaml"));
}

TEST_CASE("a path that does not exist is an error that names it") {
  const auto result = lint::find_files({"no/such/file.yaml"}, kNothing);
  REQUIRE(result.errors.size() == 1);
  CHECK_THAT(result.errors[0].message, Catch::Contains("no/such/file.yaml"));
}
