#include "lint/files/path_pattern.h"

#include <catch2/catch.hpp>
#include <string>

using grpolint::lint::IgnoreFile;
using grpolint::lint::PathPattern;

namespace {

bool file(const char* pattern, const char* path) {
  return PathPattern(pattern).matches(path, false);
}
bool folder(const char* pattern, const char* path) {
  return PathPattern(pattern).matches(path, true);
}

}  // namespace

TEST_CASE("a pattern without a slash matches at every depth") {
  CHECK(file("a.yaml", "a.yaml"));
  CHECK(file("a.yaml", "x/y/a.yaml"));
  CHECK(file("*.yaml", "x/a.yaml"));
  CHECK_FALSE(file("*.yaml", "x/a.yml"));
  CHECK_FALSE(file("a.yaml", "ba.yaml"));
}

TEST_CASE("a pattern with a slash is anchored to its folder") {
  CHECK(file("/a.yaml", "a.yaml"));
  CHECK_FALSE(file("/a.yaml", "x/a.yaml"));
  CHECK(file("x/a.yaml", "x/a.yaml"));
  CHECK_FALSE(file("x/a.yaml", "y/x/a.yaml"));
}

TEST_CASE("a trailing slash matches folders alone") {
  CHECK(folder("out/", "out"));
  CHECK(folder("out/", "x/out"));
  CHECK_FALSE(file("out/", "out"));
}

TEST_CASE("stars stay within one element, double stars do not") {
  CHECK_FALSE(file("x/*.yaml", "x/y/a.yaml"));
  CHECK(file("x/**/a.yaml", "x/a.yaml"));
  CHECK(file("x/**/a.yaml", "x/y/z/a.yaml"));
  CHECK(file("**/a.yaml", "a.yaml"));
  CHECK(file("x/**", "x/y/z"));
  CHECK_FALSE(folder("x/**", "x"));
}

TEST_CASE("sets, question marks and escapes") {
  CHECK(file("run[0-9].yaml", "run7.yaml"));
  CHECK_FALSE(file("run[0-9].yaml", "runx.yaml"));
  CHECK(file("run[!0-9].yaml", "runx.yaml"));
  CHECK(file("ru?.yaml", "run.yaml"));
  CHECK(file("\\*.yaml", "*.yaml"));
  CHECK_FALSE(file("\\*.yaml", "a.yaml"));
  CHECK(file("a[b", "a[b"));
  CHECK(file("[]]x", "]x"));
}

TEST_CASE("a pattern of nothing matches nothing") {
  for (const char* pattern : {"", "/", "!", "!/"}) {
    CHECK_FALSE(file(pattern, "a"));
    CHECK_FALSE(folder(pattern, "a"));
  }
}

TEST_CASE("a pattern covers files below a folder it matches") {
  CHECK(PathPattern("configs/h100").covers("configs/h100/a/b.yaml"));
  CHECK(PathPattern("h100/").covers("configs/h100/b.yaml"));
  CHECK_FALSE(PathPattern("h100/").covers("configs/h100"));
}

TEST_CASE("hostile patterns are matched in reasonable time") {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  CHECK_FALSE(file(pattern.c_str(), std::string(5000, 'a').append("b").c_str()));
  std::string stars;
  for (int i = 0; i < 200; ++i) stars += "**/";
  std::string deep;
  for (int i = 0; i < 200; ++i) deep += "a/";
  CHECK_FALSE(file((stars + "x").c_str(), (deep + "b").c_str()));
}

TEST_CASE("the last matching line of an ignore file decides") {
  const IgnoreFile rules = IgnoreFile::parse("# comment\n\n*.yaml\r\n!keep.yaml\n/out/\n\\#odd\n");
  CHECK(rules.verdict("a.yaml", false) == true);
  CHECK(rules.verdict("x/keep.yaml", false) == false);
  CHECK(rules.verdict("out", true) == true);
  CHECK(rules.verdict("#odd", false) == true);
  CHECK_FALSE(rules.verdict("a.toml", false).has_value());
}
