#include "fact/version.h"

#include <catch2/catch.hpp>

using grpolint::Version;

TEST_CASE("a release number is parsed whatever its suffix") {
  CHECK(Version::parse("0.24.0") == Version{0, 24, 0});
  CHECK(Version::parse("1") == Version{1, 0, 0});
  CHECK(Version::parse("1.9") == Version{1, 9, 0});
  CHECK(Version::parse("v0.19.1") == Version{0, 19, 1});
  CHECK(Version::parse("1.10.0.dev0") == Version{1, 10, 0});
  CHECK(Version::parse("0.24.0rc1") == Version{0, 24, 0});
  CHECK(Version::parse("0.24.0-rc.1") == Version{0, 24, 0});
  CHECK(Version::parse("2.3.0+cu121") == Version{2, 3, 0});
  CHECK(Version::parse("2.3.0.post1+cu121") == Version{2, 3, 0});
  CHECK(Version::parse("2025.11.1") == Version{2025, 11, 1});
  CHECK(Version::parse("1.2.3.4") == Version{1, 2, 3});
}

TEST_CASE("what is not a release number is refused") {
  for (const char* text : {"", "v", "main", "0.24.", "0..1", "0.24.0 ", "0.24.x", ">=0.24",
                           "1.2foo", "2.3.0+", "99999999999.0"}) {
    CAPTURE(text);
    CHECK_FALSE(Version::parse(text).has_value());
  }
}

TEST_CASE("releases are ordered by number, not by text") {
  CHECK(Version{0, 9, 0} < Version{0, 10, 0});
  CHECK(Version{0, 29, 1} < Version{1, 0, 0});
  CHECK(Version{1, 9, 0}.to_string() == "1.9.0");
}
