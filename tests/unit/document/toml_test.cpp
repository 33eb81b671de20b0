#include <cmath>

#include "document_fixture.h"

using namespace grpolint;
using Catch::Matchers::Contains;

namespace {
struct Toml : ReadText {
  explicit Toml(std::string bytes, const ReadLimits& limits = {})
      : ReadText(Format::Toml, std::move(bytes), limits) {}
};
}  // namespace

TEST_CASE("TOML: keys and values have their exact bytes") {
  const Toml file(
      "# \xC3\xA9\xF0\x9F\x98\x80\r\n"
      "\"kl\xC3\xA9\" = 'v\xC3\xA9'  # note\r\n"
      "a.b = [ 1, 2.5 ]\r\n"
      "t = { x = true }\r\n"
      "when = 2024-01-02T03:04:05Z\r\n");
  REQUIRE(file.document.problems.empty());
  CHECK(file.text(file.member("kl\xC3\xA9").key_span) == "\"kl\xC3\xA9\"");
  CHECK(file.text(file.member("kl\xC3\xA9").value.span) == "'v\xC3\xA9'");
  CHECK(file.value("kl\xC3\xA9").text == "v\xC3\xA9");
  CHECK_FALSE(file.value("kl\xC3\xA9").plain);
  const Member& inner = file.member(file.member("a").value.node, "b");
  CHECK(file.text(inner.key_span) == "b");
  CHECK(file.text(inner.value.span) == "[ 1, 2.5 ]");
  CHECK(file.text(file.member("t").value.span) == "{ x = true }");
  CHECK(file.value("when").kind == NodeKind::Date);
  CHECK(file.value("when").text == "2024-01-02T03:04:05Z");
  REQUIRE(file.document.comments.size() == 2);
  CHECK(file.text(file.document.comments[0].span) == "# \xC3\xA9\xF0\x9F\x98\x80");
  CHECK(file.document.comments[0].own_line);
  CHECK(file.text(file.document.comments[1].span) == "# note");
  CHECK_FALSE(file.document.comments[1].own_line);
}

TEST_CASE("TOML: members come in source order, headers have the header's span") {
  const Toml file("z = 1\na = 2\n[t]\nx = 1\n[b.c]\ny = 1\n[[l]]\nn = 1\n[[l]]\nn = 2\n");
  std::vector<std::string> keys;
  for (const Member& member : file.document.root()->members) keys.push_back(member.key);
  CHECK(keys == std::vector<std::string>{"z", "a", "t", "b", "l"});
  CHECK(file.text(file.member("t").value.span) == "[t]");
  CHECK(file.text(file.member("b").key_span) == "b");
  CHECK(file.text(file.member("l").value.span) == "[[l]]");
  CHECK(file.value("l").items.size() == 2);
}

TEST_CASE("TOML: scalar kinds") {
  const Toml file("i = 1_000\nh = 0xFF\nf = 1e-6\nn = -inf\nb = false\ns = \"\"\"a#b\"\"\"\"\n");
  REQUIRE(file.document.problems.empty());
  CHECK(file.value("i").kind == NodeKind::Integer);
  CHECK(file.value("i").number == 1000);
  CHECK(file.value("i").text == "1_000");
  CHECK(file.value("h").number == 255);
  CHECK(file.value("f").kind == NodeKind::Float);
  CHECK(file.value("f").number == 1e-6);
  CHECK(std::isinf(file.value("n").number));
  CHECK(file.value("b").kind == NodeKind::Boolean);
  CHECK(file.value("s").text == "a#b\"");
  CHECK(file.document.comments.empty());
}

TEST_CASE("TOML: an empty file is an empty table") {
  const Toml file("");
  REQUIRE(file.document.root() != nullptr);
  CHECK(file.document.root()->members.empty());
  CHECK(file.document.problems.empty());
}

TEST_CASE("TOML: nesting by brackets, headers or dots stops at the limit") {
  const std::string deep = GENERATE(as<std::string>{}, "brackets", "header", "dots", "mixed");
  std::string text;
  if (deep == "brackets") text = "a = " + std::string(1'000'000, '[');
  if (deep == "header") {
    text = "[a";
    for (int i = 0; i < 1'000'000; ++i) text += ".a";
    text += "]\n";
  }
  if (deep == "dots") {
    for (int i = 0; i < 1'000'000; ++i) text += "a.";
    text += "a = 1\n";
  }
  if (deep == "mixed") {
    for (int i = 0; i < 200; ++i) text += "a.a.a.a = {";
    text += "a = 1" + std::string(200, '}') + "\n";
  }
  const Toml file(text);
  REQUIRE(file.document.problems.size() == 1);
  CHECK(file.document.problems[0].kind == Problem::Kind::Limit);
  CHECK_THAT(file.document.problems[0].message, Contains("nested"));
  CHECK(file.document.root() == nullptr);
}

TEST_CASE("TOML refusals name the usual cause and the way out") {
  const auto check = [](const std::string& marked, const std::string& words) {
    check_refused(Format::Toml, marked, words);
  };
  check("a⟦:⟧ 1\n", "TOML writes '='");
  check("a ⟦b⟧ = 1\n", "needs quotes");
  check("a = ⟦h⟧ello\n", "text needs quotes");
  check("a = ⟦T⟧rue\n", "TOML writes true");
  check("a = ⟦N⟧one\n", "no null");
  check("a = ⟦$⟧{x}\n", "placeholder needs quotes");
  check("a = ⟦{{ x }}⟧\n", "template placeholder");
  check("a = 'x⟦⟧\n", "not closed on its line");
  check("a = \"C:\\⟦d⟧ir\"\n", "unknown escape");
  check("a = [1, 2\n⟦⟧", "closing quote or bracket");
  check("a = {b = 1⟦⟧\n}\n", "one line");
  check("a = {b = 1,⟦}⟧\n", "no comma after");
  check("a = 1 ⟦/⟧/ x\n", "starts with '#'");
  check("a = 1 ⟦b⟧ = 2\n", "one key to a line");
  check("a = ⟦⟧\n", "value is missing");
  check("a = [⟦}⟧\n", "");
  check("a ⟦\u00DA⟧ = 1\n", "expected '='");
  check("ab = 1\n⟦ab⟧ = 2\n", "each key once");
  check("[t]\n[⟦t⟧]\n", "each key once");
  check("⟦<<<<<<< HEAD⟧\na = 1\n", "merge conflict");
}
