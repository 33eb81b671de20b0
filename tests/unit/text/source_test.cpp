#include "grpolint/source.h"

#include <catch2/catch.hpp>

#include "text/utf8.h"
using grpolint::ColumnUnit;
using grpolint::Position;
using grpolint::Source;
using grpolint::Span;

namespace grpolint {
static std::ostream& operator<<(std::ostream& out, Position position) {
  return out << position.line << ':' << position.column;
}
}  // namespace grpolint

namespace {

/// Position of the character behind the `|` that is cut out of `marked`.
Position position_of_mark(std::string marked, ColumnUnit unit = ColumnUnit::CodePoints) {
  const std::size_t mark = marked.find('|');
  REQUIRE(mark != std::string::npos);
  marked.erase(mark, 1);
  return Source("file", marked).position(static_cast<std::uint32_t>(mark), unit);
}

}  // namespace

TEST_CASE("lines end at LF, CRLF and a lone CR, and at nothing else") {
  CHECK(position_of_mark("|a\nb") == Position{1, 1});
  CHECK(position_of_mark("a\n|b") == Position{2, 1});
  CHECK(position_of_mark("a\r\n|b") == Position{2, 1});
  CHECK(position_of_mark("a\r|b") == Position{2, 1});
  CHECK(position_of_mark("a\r\r\n\n|b") == Position{4, 1});
  CHECK(position_of_mark("a\xC2\x85\xE2\x80\xA8\xE2\x80\xA9|b") == Position{1, 5});
}

TEST_CASE("a place inside or behind a terminator is the end of its line") {
  CHECK(position_of_mark("ab|\r\nc") == Position{1, 3});
  CHECK(position_of_mark("ab\r|\nc") == Position{1, 3});
  CHECK(position_of_mark("ab\n|") == Position{1, 3});
}

TEST_CASE("columns count what the consumer counts") {
  const std::string text = "\xC3\xA9\xF0\x9F\x98\x80x|y";  // 2-byte and 4-byte characters
  CHECK(position_of_mark(text, ColumnUnit::CodePoints) == Position{1, 4});
  CHECK(position_of_mark(text, ColumnUnit::Utf16Units) == Position{1, 5});
  CHECK(position_of_mark(text, ColumnUnit::Bytes) == Position{1, 8});
}

TEST_CASE("malformed UTF-8 counts each bad byte as one character") {
  CHECK(position_of_mark("\xFF\xC3(\xED\xA0\x80|x") == Position{1, 7});
  CHECK(position_of_mark("\xF0\x9F|x", ColumnUnit::Utf16Units) == Position{1, 3});
}

TEST_CASE("a byte order mark is not counted") {
  const Source source("file", "\xEF\xBB\xBFkey: 1\nb");
  CHECK(source.has_byte_order_mark());
  CHECK(source.position(0) == Position{1, 1});
  CHECK(source.position(3) == Position{1, 1});
  CHECK(source.position(4) == Position{1, 2});
  CHECK(source.position(3, ColumnUnit::Bytes) == Position{1, 1});
  CHECK(source.text(source.line_span(1)) == "key: 1");
}

TEST_CASE("offsets past the end are the end") {
  CHECK(Source("file", "ab").position(99) == Position{1, 3});
  CHECK(Source("file", "").position(99) == Position{1, 1});
}

TEST_CASE("a final terminator does not start another line") {
  CHECK(Source("file", "").line_count() == 1);
  CHECK(Source("file", "a\n").line_count() == 1);
  CHECK(Source("file", "a\n\n").line_count() == 2);
  CHECK(Source("file", "a\r\nb").line_count() == 2);
}

TEST_CASE("line spans leave the terminator out") {
  const Source source("file", "one\r\n\ntwo");
  CHECK(source.text(source.line_span(1)) == "one");
  CHECK(source.line_span(2).empty());
  CHECK(source.text(source.line_span(3)) == "two");
}

TEST_CASE("columns of long lines are the same as counted one by one") {
  std::string line;
  for (int i = 0; i < 700; ++i) line += i % 7 == 0 ? "\U0001F600" : i % 5 == 0 ? "\u00e9" : "x";
  const grpolint::Source source("a", "short\n" + line + "\n" + line + "\nend\n");
  for (const std::uint32_t number : {2U, 3U}) {
    const grpolint::Span span = source.line_span(number);
    std::uint32_t points = 1;
    std::uint32_t units = 1;
    for (std::uint32_t at = span.begin; at < span.end;) {
      CHECK(source.position(at) == grpolint::Position{number, points});
      CHECK(source.position(at, grpolint::ColumnUnit::Utf16Units) ==
            grpolint::Position{number, units});
      CHECK(source.position(at, grpolint::ColumnUnit::Bytes) ==
            grpolint::Position{number, at - span.begin + 1});
      const auto point = grpolint::decode_utf8(source.bytes(), at);
      at += static_cast<std::uint32_t>(point.length);
      ++points;
      units += point.value >= 0x10000 ? 2 : 1;
    }
  }
  CHECK(source.position(static_cast<std::uint32_t>(source.bytes().size()) - 1) ==
        grpolint::Position{4, 4});
}
