#include <filesystem>
#include <map>

#include "document_fixture.h"
#include "text/file.h"

using namespace grpolint;

TEST_CASE("every malformed fixture is refused where its fault is") {
  const std::map<std::string, std::string> refused = {
      {"unquoted-colon.yaml", ":"},
      {"tab.yaml", "\t"},
      {"merge-conflict.yaml", "<<<<<<< HEAD"},
      {"template.yaml", "{{ out }}"},
      {"windows-1252.yaml", "\x93"},
      {"comment.json", "//"},
      {"python-literal.json", "True"},
      {"colon.toml", ":"},
  };
  const std::filesystem::path folder = std::filesystem::path(GRPOLINT_FIXTURES) / "malformed";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    INFO(name);
    const auto expected = refused.find(name);
    REQUIRE(expected != refused.end());
    auto bytes = read_file(entry.path());
    REQUIRE(bytes.ok());
    const ReadText read(*format_of(name), std::move(*bytes));
    CHECK(read.problem().kind == Problem::Kind::Syntax);
    CHECK(read.text(read.problem().span) == expected->second);
    ++files;
  }
  CHECK(files == refused.size());
}
