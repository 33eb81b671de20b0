#include "document/data_table.h"

#include <catch2/catch.hpp>

using namespace grpolint;

namespace {

struct Loaded {
  explicit Loaded(std::string text)
      : source("data.toml", std::move(text)), document(read_document(source, Format::Toml)) {
    REQUIRE(document.root() != nullptr);
  }
  DataTable root() { return DataTable(document, *document.root_id, errors); }

  Source source;
  Document document;
  std::vector<DataError> errors;
};

}  // namespace

TEST_CASE("a data table gives typed values") {
  Loaded file(R"(
name = "L4"
capacity = 22.5
count = 8
exact = true
aliases = ["l4", "nvidia l4"]
alone = "one"
[source]
url = "https://example.org"
[[class]]
id = 1
[[class]]
id = 2
)");
  DataTable root = file.root();
  CHECK(root.string("name") == "L4");
  CHECK(root.number("capacity") == 22.5);
  CHECK(root.number("count") == 8);
  CHECK(root.optional_boolean("exact") == true);
  CHECK(root.optional_string("absent") == std::nullopt);
  CHECK(root.strings("aliases") == std::vector<std::string>{"l4", "nvidia l4"});
  CHECK(root.strings("alone") == std::vector<std::string>{"one"});
  CHECK(root.table("source")->string("url") == "https://example.org");
  std::vector<DataTable> classes = root.tables("class");
  REQUIRE(classes.size() == 2);
  CHECK(classes[1].number("id") == 2);
  CHECK(root.keys() == std::vector<std::string>{"name", "capacity", "count", "exact", "aliases",
                                                "alone", "source", "class"});
  root.finish();
  CHECK(file.errors.empty());
}

TEST_CASE("every mistake in a data file is reported with its place") {
  Loaded file("count = \"eight\"\nnmae = \"x\"\nlist = [1]\n");
  DataTable root = file.root();
  CHECK(root.number("count") == 0);
  CHECK(root.string("name").empty());
  CHECK(root.strings("list").empty());
  root.finish();
  REQUIRE(file.errors.size() == 4);
  CHECK(file.errors[0].message == "'count' must be a number, not a string");
  CHECK(file.source.text(file.errors[0].span) == "\"eight\"");
  CHECK(file.errors[1].message == "missing key 'name'");
  CHECK(file.errors[2].message == "'list' must hold strings, not an integer");
  CHECK(file.source.text(file.errors[2].span) == "1");
  CHECK(file.errors[3].message == "unknown key 'nmae'; did you mean 'name'?");
  CHECK(file.source.text(file.errors[3].span) == "nmae");
}
