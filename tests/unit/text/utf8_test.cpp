#include "text/utf8.h"

#include <catch2/catch.hpp>

using grpolint::append_utf8;
using grpolint::CodePointMap;
using grpolint::decode_utf8;
using grpolint::find_invalid_utf8;

TEST_CASE("well-formed characters round-trip") {
  for (const char32_t value : {U'a', U'\u007F', U'\u0080', U'\u07FF', U'\u0800', U'\uFFFD',
                               U'\U00010000', U'\U0010FFFF'}) {
    std::string text;
    append_utf8(text, value);
    const auto point = decode_utf8(text, 0);
    CHECK(point.valid);
    CHECK(point.value == value);
    CHECK(point.length == text.size());
  }
}

TEST_CASE("surrogates and values out of range become the replacement character") {
  for (const char32_t value : {char32_t{0xD800}, char32_t{0xDFFF}, char32_t{0x110000}}) {
    std::string text;
    append_utf8(text, value);
    CHECK(text == "\xEF\xBF\xBD");
  }
}

TEST_CASE("what is not well-formed is found") {
  CHECK(find_invalid_utf8("plain \xC3\xA9 \xF0\x9F\x98\x80") == std::string_view::npos);
  CHECK(find_invalid_utf8("ab\xE9") == 2);            // Latin-1
  CHECK(find_invalid_utf8("\xC0\x80") == 0);          // overlong
  CHECK(find_invalid_utf8("\xE0\x80\x80") == 0);      // overlong
  CHECK(find_invalid_utf8("x\xED\xA0\x80") == 1);     // surrogate
  CHECK(find_invalid_utf8("\xF4\x90\x80\x80") == 0);  // above U+10FFFF
  CHECK(find_invalid_utf8("\xF0\x9F\x98") == 0);      // cut short
}

TEST_CASE("code point indices map to byte offsets across blocks") {
  std::string text = "\xEF\xBB\xBF";
  std::vector<std::size_t> offsets;
  for (int i = 0; i < 300; ++i) {
    offsets.push_back(text.size());
    text += i % 3 == 0 ? "\xE2\x82\xAC" : i % 3 == 1 ? "\xC3\xA9" : "x";
  }
  const CodePointMap map(text, 3);
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    REQUIRE(map.byte_offset(i) == offsets[i]);
  }
  CHECK(map.byte_offset(300) == text.size());
  CHECK(map.byte_offset(100000) == text.size());
}
