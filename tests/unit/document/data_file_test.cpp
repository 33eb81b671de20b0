#include "document/data_file.h"

#include <catch2/catch.hpp>
#include <filesystem>

using namespace grpolint;

TEST_CASE("a data file begins with the mistakes of its reader") {
  DataFile file = parse_data(Source("gpus.toml", "a = 1\nb = = 2\n"), Format::Toml);
  REQUIRE(file.errors.size() == 1);
  const std::vector<std::string> mistakes = file.mistakes();
  REQUIRE(mistakes.size() == 1);
  CHECK(mistakes[0].starts_with("gpus.toml:2:5: "));
  CHECK_FALSE(file.root());
  CHECK(file.errors.size() == 1);  // that there is no table follows from the first
}

TEST_CASE("what a loader finds in a data file is placed like what its reader finds") {
  DataFile file = parse_data(Source("gpus.toml", "\n  name = 1\n"), Format::Toml);
  std::optional<DataTable> root = file.root();
  REQUIRE(root);
  CHECK(root->string("name").empty());
  CHECK(file.mistakes() ==
        std::vector<std::string>{"gpus.toml:2:10: 'name' must be a string, not an integer"});
}

TEST_CASE("a data file holds a table") {
  DataFile file = parse_data(Source("list.json", "[1, 2]"), Format::Json);
  CHECK_FALSE(file.root());
  CHECK(file.mistakes() ==
        std::vector<std::string>{"list.json:1:1: the file must hold one table of keys and values"});
}

TEST_CASE("a data file that cannot be read is an error that names it") {
  const auto missing = std::filesystem::temp_directory_path() / "grpolint-no-such-data-file.toml";
  const Result<DataFile> file = read_data_file(missing.generic_string(), Format::Toml);
  REQUIRE_FALSE(file);
  CHECK(file.error().message.find(missing.generic_string()) != std::string::npos);
}
