#include <chrono>

#include "document_fixture.h"

using namespace grpolint;

namespace {

// An eighth of the size limit keeps the debug build's tests short; what grows with the square of
// the size still takes minutes here.
constexpr std::size_t kLarge = 512U << 10U;

/// Repeats `part` up to kLarge bytes.
std::string filled(const std::string& head, const std::string& part, const std::string& tail = "") {
  std::string text = head;
  text.reserve(kLarge);
  while (text.size() + part.size() + tail.size() <= kLarge) text += part;
  return text + tail;
}

/// Calls `part(i)` for i = 0, 1, ... up to kLarge bytes.
template <typename Part>
std::string counted(const std::string& head, Part part) {
  std::string text = head;
  for (int i = 0;; ++i) {
    const std::string next = part(i);
    if (text.size() + next.size() > kLarge) return text;
    text += next;
  }
}

/// The limit is far above what a healthy reader takes, and far below what a quadratic one takes.
ReadText read_in_time(Format format, std::string text) {
  const auto start = std::chrono::steady_clock::now();
  ReadText read(format, std::move(text));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  CHECK(took.count() < 10.0);
  return read;
}

bool has_limit(const ReadText& read) {
  for (const Problem& problem : read.document.problems) {
    if (problem.kind == Problem::Kind::Limit) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a file above the size limit is refused unread") {
  ReadLimits limits;
  limits.bytes = 10;
  const Format format = GENERATE(Format::Yaml, Format::Toml, Format::Json);
  const ReadText read(format, "[1, 2, 3, 4]", limits);
  CHECK(read.problem().kind == Problem::Kind::Limit);
  CHECK(read.document.root() == nullptr);
}

TEST_CASE("too many values are refused") {
  ReadLimits limits;
  limits.nodes = 5;
  CHECK(has_limit(ReadText(Format::Yaml, "[1, 2, 3, 4, 5]", limits)));
  CHECK(has_limit(ReadText(Format::Json, "[1, 2, 3, 4, 5]", limits)));
  CHECK(has_limit(ReadText(Format::Toml, "a = [1, 2, 3, 4, 5]", limits)));
  CHECK_FALSE(has_limit(ReadText(Format::Json, "[1, 2, 3, 4]", limits)));
}

TEST_CASE("countless open brackets are refused at the depth limit") {
  for (const char* bracket : {"[", "{\"a\":", "[{\"a\":", "- ", "? "}) {
    const std::string text = filled("", bracket);
    CHECK(has_limit(read_in_time(Format::Yaml, text)));
    if (bracket[0] == '[' || bracket[0] == '{') {
      CHECK(has_limit(read_in_time(Format::Json, text)));
    }
  }
}

TEST_CASE("exactly the depth limit is read") {
  const std::string text = std::string(256, '[') + std::string(256, ']');
  CHECK(ReadText(Format::Yaml, text).document.problems.empty());
  CHECK(ReadText(Format::Json, text).document.problems.empty());
  const std::string deeper = "[" + text + "]";
  CHECK(has_limit(ReadText(Format::Yaml, deeper)));
  CHECK(has_limit(ReadText(Format::Json, deeper)));
}

TEST_CASE("a billion laughs stay a small graph") {
  std::string text = "a0: &a0 [lol]\n";
  for (int i = 1; i <= 60; ++i) {
    const std::string last = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 9; ++j) text += last + ", ";
    text += last + "]\n";
  }
  const ReadText read(Format::Yaml, text);
  CHECK(read.document.problems.empty());
  CHECK(read.document.nodes.size() < 250);
}

TEST_CASE("two billion laughs under one key are compared within bounds") {
  std::string text = "a0: &a0 [lol]\nb0: &b0 [lol]\n";
  for (int i = 1; i <= 60; ++i) {
    for (const std::string name : {"a", "b"}) {
      const std::string last = "*" + name + std::to_string(i - 1);
      text += name + std::to_string(i) + ": &" + name + std::to_string(i) + " [" + last + ", " +
              last + "]\n";
    }
  }
  text += "same: *a60\nsame: *b60\n";
  const ReadText read = read_in_time(Format::Yaml, text);
  CHECK(read.problem().kind == Problem::Kind::DuplicateKey);
}

TEST_CASE("merge laughs: look-ups stay bounded") {
  std::string text = "a0: &a0 {k: 1}\n";
  for (int i = 1; i <= 16; ++i) {
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + "\n  <<: [";
    for (int j = 0; j < 63; ++j) text += "*a" + std::to_string(i - 1) + ", ";
    text += "*a0]\n";
  }
  const ReadText read(Format::Yaml, text);
  CHECK(read.document.problems.empty());
  const NodeId last = read.member("a16").value.node;
  CHECK(read.document.find(last, "absent") == nullptr);
  CHECK(read.document.effective_members(last).size() == 1);
}

TEST_CASE("merges beyond the limits are said and left out") {
  std::string deep = "a0: &a0 {k: 1}\n";
  for (int i = 1; i <= 17; ++i) {
    deep += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " {<<: *a" +
            std::to_string(i - 1) + "}\n";
  }
  const ReadText nested(Format::Yaml, deep);
  CHECK(has_limit(nested));
  CHECK(nested.document.find(nested.member("a16").value.node, "k") != nullptr);
  CHECK(nested.document.find(nested.member("a17").value.node, "k") == nullptr);

  std::string wide = "a: &a {k: 1}\nb:\n  <<: [";
  for (int i = 0; i < 65; ++i) wide += "*a, ";
  CHECK(has_limit(ReadText(Format::Yaml, wide + "]\n")));
}

TEST_CASE("a map that merges itself is refused, not followed") {
  const ReadText read(Format::Yaml, "a: &a\n  <<: *a\n  k: 1\n");
  CHECK(read.document.has_syntax_error());
  CHECK(read.document.find(read.member("a").value.node, "k") != nullptr);
}

TEST_CASE("a hostile file does not drown the reader in problems") {
  const ReadText aliases = read_in_time(Format::Yaml, filled("", "- *a\n"));
  CHECK(aliases.document.problems.size() < 300);
  const ReadText keys = read_in_time(Format::Json, filled("{\"a\":1", ",\"a\":1", "}"));
  CHECK(keys.document.problems.size() < 300);
  CHECK(has_limit(keys));
}

TEST_CASE("large files of every bad shape are read in time") {
  const auto yaml = [](std::string text) { read_in_time(Format::Yaml, std::move(text)); };
  const auto json = [](std::string text) { read_in_time(Format::Json, std::move(text)); };
  const auto toml = [](std::string text) { read_in_time(Format::Toml, std::move(text)); };
  const auto name = [](int i) { return std::to_string(i); };
  SECTION("anchors") {
    yaml(counted("", [&](int i) { return "- &a" + name(i) + " 1\n"; }));
  }
  SECTION("one anchor, many aliases") { yaml(filled("- &a [1]\n", "- *a\n")); }
  SECTION("one mapping") {
    yaml(counted("", [&](int i) { return "k" + name(i) + ": 1\n"; }));
  }
  SECTION("flow keys") { yaml(filled("[", "a: b, ", "]")); }
  SECTION("one line plain") { yaml(filled("a: ", "b ")); }
  SECTION("one long plain line break") { yaml(filled("a: ", "b\n ")); }
  SECTION("spaces") { yaml(filled("a: b", " ", "c")); }
  SECTION("question marks") { yaml(filled("", "? a\n")); }
  SECTION("commas") { yaml(filled("[", ",")); }
  SECTION("colons") { yaml(filled("{", ":,", "}")); }
  SECTION("tag directives") {
    yaml(counted("", [&](int i) { return "%TAG !" + name(i) + "! x\n"; }));
  }
  SECTION("documents") { yaml(filled("", "---\n")); }
  SECTION("quotes") { yaml(filled("a: \"", "\\x41\\\n", "\"\n")); }
  SECTION("comments") { yaml(filled("", "#\n")); }
  SECTION("blank block scalar") { yaml(filled("a: |\n", " \n")); }
  SECTION("unterminated quote") { yaml(filled("a: '", "x\n")); }
  SECTION("non-ASCII on one line") { yaml(filled("[", "\xF0\x9F\x98\x80, ", "]")); }
  SECTION("number") { yaml(filled("a: ", "9")); }
  SECTION("base 60") { yaml(filled("a: 1", ":59")); }
  SECTION("JSON list") { json(filled("[1", ",1", "]")); }
  SECTION("JSON objects") { json(filled("[{}", ",{\"a\":{}}", "]")); }
  SECTION("JSON string") { json(filled("\"", "\\n", "\"")); }
  SECTION("JSON number") { json(filled("1", "9")); }
  SECTION("JSON spaces") { json(filled("[", " ", "1]")); }
  SECTION("TOML keys") {
    toml(counted("", [&](int i) { return "k" + name(i) + " = 1\n"; }));
  }
  SECTION("TOML headers") {
    toml(counted("", [&](int i) { return "[t" + name(i) + "]\n"; }));
  }
  SECTION("TOML few headers") {
    std::string text;
    for (int i = 0; i < 19'000; ++i) text += "[[t" + name(i / 2) + ".u]]\n";
    toml(text);
  }
  SECTION("TOML dotted keys") {
    std::string text;
    for (int i = 0; i < 19'000; ++i) text += "t" + name(i / 2) + ".k" + name(i) + " = 1\n";
    toml(text);
  }
  SECTION("TOML one line") { toml(filled("a = [", "'\xC3\xA9', ", "]\n")); }
  SECTION("TOML string") { toml(filled("a = \"\"\"", "\\n\n", "\"\"\"\n")); }
  SECTION("TOML quotes") { toml(filled("", "\"")); }
}
