#include <cmath>

#include "document_fixture.h"

using namespace grpolint;

namespace {

struct Json : ReadText {
  explicit Json(std::string bytes, const ReadLimits& limits = {})
      : ReadText(Format::Json, std::move(bytes), limits) {}
};

void check(const std::string& marked, const std::string& words) {
  check_refused(Format::Json, marked, words);
}

}  // namespace

TEST_CASE("JSON: keys and values have their exact bytes") {
  const Json file(
      "{\r\n"
      "  \"kl\xC3\xA9\" : \"v\\u00e9\\\"\" ,\n"
      "\t\"list\": [ 1, {\"x\":{}}, [] ],\n"
      "  \"deep\" : { \"b\" : -2.5e3 }\n"
      "}\n");
  REQUIRE(file.document.problems.empty());
  CHECK(file.text(file.member("kl\xC3\xA9").key_span) == "\"kl\xC3\xA9\"");
  CHECK(file.text_of("kl\xC3\xA9") == "\"v\\u00e9\\\"\"");
  CHECK(file.value("kl\xC3\xA9").text == "v\xC3\xA9\"");
  CHECK(file.text_of("list") == "[ 1, {\"x\":{}}, [] ]");
  CHECK(file.text(file.value("list").items[1].span) == "{\"x\":{}}");
  CHECK(file.text(file.value("list").items[2].span) == "[]");
  CHECK(file.text_of("deep") == "{ \"b\" : -2.5e3 }");
  CHECK(file.text(file.document.root()->span).back() == '}');
}

TEST_CASE("JSON: scalar kinds") {
  const Json file(
      "{\"t\": true, \"f\": false, \"n\": null, \"i\": -12, \"d\": 1e3, \"z\": -0,"
      " \"big\": 123456789012345678901234567890, \"huge\": 1e999}");
  REQUIRE(file.document.problems.empty());
  CHECK(file.value("t").boolean);
  CHECK(file.value("f").kind == NodeKind::Boolean);
  CHECK_FALSE(file.value("f").boolean);
  CHECK(file.value("n").kind == NodeKind::Null);
  CHECK(file.value("i").kind == NodeKind::Integer);
  CHECK(file.value("i").number == -12);
  CHECK(file.value("d").kind == NodeKind::Float);
  CHECK(file.value("d").number == 1000);
  CHECK_FALSE(std::signbit(file.value("z").number));
  CHECK(file.value("big").number == 123456789012345678901234567890.0);
  CHECK(file.value("big").text == "123456789012345678901234567890");
  CHECK(std::isinf(file.value("huge").number));
}

TEST_CASE("JSON: a scalar can be the whole file") {
  CHECK(Json("\"a\"").document.root()->text == "a");
  CHECK(Json(" 12 \n").document.root()->number == 12);
  CHECK(Json("null").document.root()->kind == NodeKind::Null);
}

TEST_CASE("JSON: duplicate keys are all kept") {
  const Json file(R"({"a": 1, "a": 2, "b": {"c": [1]}, "b": {"c": [1]}})");
  REQUIRE(file.document.problems.size() == 2);
  CHECK(file.document.problems[0].kind == Problem::Kind::DuplicateKey);
  CHECK(*file.document.problems[0].related == Span{1, 4});
  CHECK_FALSE(file.document.problems[0].values_equal);
  CHECK(file.document.problems[1].values_equal);
  CHECK(file.value("a").number == 2);
}

TEST_CASE("JSON refusals name what people write and the way out") {
  check("{\"a\": ⟦NaN⟧}", "NaN is not JSON");
  check("{\"a\": ⟦-Infinity⟧}", "Python's json module reads it");
  check("{\"a\": 1 ⟦//⟧ one\n}", "no comments");
  check("⟦/*⟧ x */ {}", "no comments");
  check("{⟦#⟧ x\n}", "no comments");
  check("[1, 2⟦,⟧ ]", "no comma after the last entry");
  check("{\"a\": 1⟦,⟧\n}", "no comma after the last entry");
  check("{\"a\": ⟦True⟧}", "JSON writes true");
  check("{\"a\": ⟦None⟧}", "JSON writes null");
  check("{⟦'⟧a': 1}", "double quotes");
  check("{\"a\": ⟦'⟧b'}", "double quotes");
  check("{⟦a⟧: 1}", "needs double quotes");
  check("{\"a\": ⟦text⟧}", "needs double quotes");
  check("{\"a\": ⟦012⟧}", "leading zero");
  check("{\"a\": ⟦.5⟧}", "not a JSON number");
  check("{\"a\": ⟦1.⟧}", "not a JSON number");
  check("{\"a\" ⟦=⟧ 1}", "':' between key and value");
  check("{\"a\": 1 ⟦\"⟧b\": 2}", "',' is missing");
  check("{\"a\": ⟦}⟧", "value is missing");
  check("[1, ⟦,⟧ 2]", "value is missing");
  check("{\"a\": ⟦[⟧1, 2", "never closed");
  check("{\"a\": [1⟦}⟧]", "'[' is open");
  check("{} ⟦{⟧}", "something follows");
  check("{\"a\": ⟦\"⟧b\n\"}", "not closed on its line");
  check("{\"a\": \"b⟦\t⟧c\"}", "written \\t");
  check("{\"a\": \"C:⟦\\⟧dir\"}", "twice");
  check("{\"a\": \"⟦\\ud800⟧\"}", "surrogate");
  check("{\"a\": ⟦{{⟧ x }}}", "template placeholder");
  check("⟦⟧", "empty");
  check("{\n⟦<<<<<<< HEAD⟧\n\"a\": 1\n}", "merge conflict");
}

TEST_CASE("JSON: a byte order mark is refused, and the rest read") {
  const Json file("\xEF\xBB\xBF{\"a\": 1}");
  CHECK(file.problem().message.find("byte order mark") != std::string::npos);
  CHECK(file.text(file.member("a").key_span) == "\"a\"");
}
