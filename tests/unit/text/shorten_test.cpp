#include "text/shorten.h"

#include <catch2/catch.hpp>

using grpolint::shortened;

TEST_CASE("a text is cut between characters and says so") {
  CHECK(shortened("abc", 3) == "abc");
  CHECK(shortened("abcd", 3) == "abc...");
  CHECK(shortened("\u00e4\u00f6\u00fcx", 3) == "\u00e4\u00f6\u00fc...");
  CHECK(shortened("\xff\xff", 1) == "\xff...");
  CHECK(shortened("") == "");
}
