#include "report/text.h"

#include <catch2/catch.hpp>

#include "report/paint.h"
#include "report/table.h"

namespace report = grpolint::report;

TEST_CASE("nothing in a text can break the line it stands on") {
  CHECK(report::escape_line("a\nb\r\tc") == "a\\nb\\r\\tc");
  CHECK(report::escape_line("\x1b[31mred") == "\\x1b[31mred");
  CHECK(report::escape_line("a\u202Eb\u2066c") == "a\\u202eb\\u2066c");
  CHECK(report::escape_line("a\u0085b\u2028c") == "a\\x85b\\u2028c");
  CHECK(report::escape_line("bad \xFF byte") == "bad \\xff byte");
  CHECK(report::escape_line("größe 日本 🙂") == "größe 日本 🙂");
}

TEST_CASE("a path cannot pass for a command of a log reader") {
  CHECK(report::escape_path("::error::x.yaml") == "./::error::x.yaml");
  CHECK(report::escape_path("a::b.yaml") == "a::b.yaml");
}

TEST_CASE("widths are those of a terminal") {
  CHECK(report::display_width("abc") == 3);
  CHECK(report::display_width("日本") == 4);
  CHECK(report::display_width("e\u0301") == 1);
  CHECK(report::display_width("🙂") == 2);
  CHECK(report::display_width("ｆ") == 2);
  CHECK(report::display_width("ö█▓") == 3);
}

TEST_CASE("text is wrapped at blanks, and words stay whole") {
  CHECK(report::wrap("one two three", 7, 0) == "one two\nthree");
  CHECK(report::wrap("one two three", 9, 2) == "one two\n  three");
  CHECK(report::wrap("averyverylongword b", 5, 1) == "averyverylongword\n b");
  CHECK(report::wrap("", 10, 2).empty());
}

TEST_CASE("colours and links appear only when the style has them") {
  CHECK(report::paint("x", report::Role::Error, {}) == "x");
  CHECK(report::paint("x", report::Role::Error, {.color = true}) == "\x1b[1;31mx\x1b[0m");
  CHECK(report::link("x", "https://a", {}) == "x");
  CHECK(report::link("x", "https://a", {.hyperlinks = true}) ==
        "\x1b]8;;https://a\x1b\\x\x1b]8;;\x1b\\");
}

TEST_CASE("a table is as wide as its widest cells and has no blanks at line ends") {
  report::Table table;
  table.row({{"name"}, {"size", true}});
  table.row({{"日本"}, {"1", true}});
  table.row({{"a long one"}, {"22", true}, {"more"}});
  table.row({{"x"}});
  CHECK(table.to_text({}) ==
        "name        size\n"
        "日本           1\n"
        "a long one    22  more\n"
        "x\n");
}
