#include "report/line_hash.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

using grpolint::report::line_hashes;
using Hashes = std::vector<std::string>;

// The expected values are those of github/codeql-action, src/fingerprints.test.ts at 06fb4821.

TEST_CASE("line hash: the empty file") { CHECK(line_hashes("") == Hashes{"c129715d7a2bc9a3:1"}); }

TEST_CASE("line hash: blanks and tabs do not count") {
  CHECK(line_hashes(" a\nb\n  \t\tc\n d") == Hashes{"271789c17abda88f:1", "54703d4cd895b18:1",
                                                    "180aee12dab6264:1", "a23a3dc5e078b07b:1"});
  CHECK(line_hashes(" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End") ==
        Hashes{"8b7cf3e952e7aeb2:1", "b1ae1287ec4718d9:1", "bff680108adb0fcc:1",
               "c6805c5e1288b612:1", "b86d3392aea1be30:1", "e6ceba753e1a442:1"});
}

TEST_CASE("line hash: every kind of line end is the same") {
  const Hashes expected = {"e9496ae3ebfced30:1", "fb7c023a8b9ccb3f:1", "ce8ba1a563dcdaca:1",
                           "e20e36e16fcb0cc8:1", "b3edc88f2938467e:1", "c8e28b0b4002a3a0:1",
                           "c129715d7a2bc9a3:1"};
  CHECK(line_hashes(" hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n") == expected);
  CHECK(line_hashes(" hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r") == expected);
  CHECK(line_hashes(" hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n") == expected);
  CHECK(line_hashes(" hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n") == expected);
}

TEST_CASE("line hash: equal hashes are counted") {
  std::string text;
  for (int i = 0; i < 10; ++i) text += "Lorem ipsum dolor sit amet.\n";
  CHECK(line_hashes(text) ==
        Hashes{"a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3",
               "a7f2ff13bc495cf2:4", "a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6",
               "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1", "55ec222b86bcae53:1",
               "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1"});
}

TEST_CASE("line hash: a config, whatever its indentation and line ends") {
  const Hashes expected = {"20b652204c0253b9:1", "cafc9f506d945bcd:1", "c129715d7a2bc9a3:1"};
  CHECK(line_hashes("learning_rate: 1e-6\nnum_generations: 8\n") == expected);
  CHECK(line_hashes("  learning_rate:\t1e-6\r\n  num_generations:\t8\r\n") == expected);
}

TEST_CASE("line hash: bytes that are not UTF-8 count as a decoder replaces them") {
  // One U+FFFD for a sequence that breaks off, one for each byte that can start none.
  CHECK(line_hashes("a\xE2\x82z") == line_hashes("a\xEF\xBF\xBDz"));
  CHECK(line_hashes("a\xF0\x9F\x98z") == line_hashes("a\xEF\xBF\xBDz"));
  CHECK(line_hashes("a\xED\xA0\x80z") == line_hashes("a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz"));
  CHECK(line_hashes("a\xC0\xAFz") == line_hashes("a\xEF\xBF\xBD\xEF\xBF\xBDz"));
  CHECK(line_hashes("a\xE2") == line_hashes("a\xEF\xBF\xBD"));
}

TEST_CASE("line hash: characters outside the basic plane are two units") {
  // U+1F600 is the units D83D DE00: (0xD83D * 37 + 0xDE00) * 37^98 + 0xFFFF * 37^97 modulo 2^64.
  CHECK(line_hashes("\xF0\x9F\x98\x80") == Hashes{"56e41eb4cc943584:1"});
}
