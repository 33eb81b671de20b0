#include <cmath>

#include "document_fixture.h"

using namespace grpolint;

namespace {
struct Yaml : ReadText {
  explicit Yaml(std::string bytes, const ReadLimits& limits = {})
      : ReadText(Format::Yaml, std::move(bytes), limits) {}
};
}  // namespace

TEST_CASE("YAML: keys and values have their exact bytes") {
  const Yaml file(
      "# \xC3\xA9\xF0\x9F\x98\x80\n"
      "\"kl\xC3\xA9\": 'v\xC3\xA9'  # note\r\n"
      "list:\r\n"
      "- one\n"
      "-  two: 2\n"
      "   three: [a, {b: c}]\n"
      "tagged: !!str &name 12\n"
      "block: |\n"
      "  text # content\n"
      "\n"
      "# after\n"
      "multi: first\n"
      "  second\n"
      "last: *name\n");
  REQUIRE(file.document.problems.empty());
  CHECK(file.text(file.member("kl\xC3\xA9").key_span) == "\"kl\xC3\xA9\"");
  CHECK(file.text_of("kl\xC3\xA9") == "'v\xC3\xA9'");
  CHECK_FALSE(file.value("kl\xC3\xA9").plain);
  CHECK(file.text_of("list") == "- one\n-  two: 2\n   three: [a, {b: c}]");
  const Node& second = file.document.node(file.value("list").items[1].node);
  CHECK(file.text(second.span) == "two: 2\n   three: [a, {b: c}]");
  CHECK(file.text(second.members[1].value.span) == "[a, {b: c}]");
  CHECK(file.text_of("tagged") == "!!str &name 12");
  CHECK(file.value("tagged").tag == "!!str");
  CHECK(file.value("tagged").kind == NodeKind::String);
  CHECK(file.text_of("block") == "|\n  text # content");
  CHECK(file.value("block").text == "text # content\n");
  CHECK(file.text_of("multi") == "first\n  second");
  CHECK(file.value("multi").text == "first second");
  CHECK(file.text_of("last") == "*name");
  CHECK(file.member("last").value.alias);
  CHECK(file.member("last").value.node == file.member("tagged").value.node);
}

TEST_CASE("YAML: comments are found between the scalars, with or without code before them") {
  const Yaml file(
      "\xEF\xBB\xBF# top\n"
      "a: b#c # one\n"
      "url: 'x # y' #two\n"
      "block: | # three\n"
      "  # content\n"
      "  # own\n"
      "# four\r\n"
      "p: &x # five\n"
      "  value\n"
      "c: [1, # six\n"
      "  2]\n");
  REQUIRE(file.document.problems.empty());
  std::vector<std::string> found;
  for (const Comment& comment : file.document.comments) {
    found.push_back((comment.own_line ? "own " : "") + file.text(comment.span));
  }
  CHECK(found == std::vector<std::string>{"own # top", "# one", "#two", "# three", "own # four",
                                          "# five", "# six"});
}

TEST_CASE("YAML: line breaks of every kind keep the spans right") {
  const std::string end = GENERATE(as<std::string>{}, "\n", "\r\n", "\r");
  const Yaml file(
      "\xEF\xBB\xBF"
      "a: \"\xE2\x80\xA8 x\xC2\x85 y\" # z" +
      end + "b: 1" + end);
  CHECK(file.text_of("b") == "1");
  CHECK(file.text(file.member("b").key_span) == "b");
}

TEST_CASE("YAML: an empty value has a place right behind its key") {
  const Yaml file("a:\nb: 1\n");
  CHECK(file.value("a").kind == NodeKind::Null);
  CHECK(file.member("a").value.span == Span{2, 2});
}

TEST_CASE("YAML: a file without a document is null") {
  for (const char* text : {"", "\n", "# only a comment\n"}) {
    const Yaml file(text);
    REQUIRE(file.document.root() != nullptr);
    CHECK(file.document.root()->kind == NodeKind::Null);
    CHECK(file.document.problems.empty());
  }
}

TEST_CASE("YAML: merge keys are a view") {
  const Yaml file(
      "one: &one {a: 1, b: 1}\n"
      "two: &two {b: 2, c: 2}\n"
      "list:\n  <<: [*one, *two]\n  d: 3\n"
      "own:\n  a: 0\n  <<: *one\n"
      "twice:\n  <<: *one\n  <<: *two\n"
      "nested: {<<: {<<: *one, b: 9}}\n");
  REQUIRE(file.document.problems.empty());
  const auto number = [&](std::string_view mapping, std::string_view key) {
    return file.document.node(file.member(file.member(mapping).value.node, key).value.node).number;
  };
  CHECK(number("list", "b") == 1);
  CHECK(number("list", "c") == 2);
  CHECK(number("list", "d") == 3);
  CHECK(number("own", "a") == 0);
  CHECK(number("own", "b") == 1);
  CHECK(number("twice", "b") == 2);  // a later `<<` wins, as in PyYAML
  CHECK(number("nested", "a") == 1);
  CHECK(number("nested", "b") == 9);
  CHECK(file.value("list").members.size() == 1);
  CHECK(file.document.effective_members(file.member("list").value.node).size() == 4);
  CHECK(file.document.find(file.root(), "<<") == nullptr);
}

TEST_CASE("YAML: duplicate keys are all kept, and the last counts") {
  const Yaml file("a: 1\nb: 2\n\"a\": 3\nb: 2\n");
  REQUIRE(file.document.problems.size() == 2);
  const Problem& first = file.document.problems[0];
  CHECK(first.kind == Problem::Kind::DuplicateKey);
  CHECK(file.text(first.span) == "\"a\"");
  REQUIRE(first.related.has_value());
  CHECK(*first.related == Span{0, 1});
  CHECK_FALSE(first.values_equal);
  CHECK(file.document.problems[1].values_equal);
  CHECK(file.document.root()->members.size() == 4);
  CHECK(file.value("a").number == 3);
  CHECK_FALSE(file.document.has_syntax_error());
}

TEST_CASE("YAML: keys that are not strings print as Python prints them") {
  const Yaml file("yes: 1\n010: 1\n1.0: 1\n~: 1\n1e-5: 1\n1.0e-05: 1\n2024-01-02: 1\n");
  std::vector<std::string> keys;
  for (const Member& member : file.document.root()->members) {
    keys.push_back((member.string_key ? "'" : "") + member.key);
  }
  CHECK(keys ==
        std::vector<std::string>{"True", "8", "1.0", "None", "'1e-5", "1e-05", "2024-01-02"});
  CHECK(file.document.find(file.root(), "True") == nullptr);
}

TEST_CASE("YAML: further documents are noted, the first is read") {
  const Yaml file("a: 1\n---\nb: 2\n--- # third\nc\n");
  REQUIRE(file.document.problems.empty());
  CHECK(file.value("a").number == 1);
  REQUIRE(file.document.further_documents.size() == 2);
  CHECK(file.text(file.document.further_documents[0]) == "---\nb: 2");
  CHECK(file.text(file.document.further_documents[1]) == "--- # third\nc");
}

TEST_CASE("YAML: an error in a later document leaves the first in place") {
  const Yaml file("a: 1\n---\nb: [\n");
  CHECK(file.document.has_syntax_error());
  CHECK(file.value("a").number == 1);
}

TEST_CASE("YAML: numbers beyond the exact range are kept as written") {
  const Yaml file("big: " + std::string(400, '9') + "\nid: 9007199254740993\n");
  CHECK(file.value("big").kind == NodeKind::Integer);
  CHECK(std::isinf(file.value("big").number));
  CHECK(file.value("id").text == "9007199254740993");
}

TEST_CASE("YAML: an OmegaConf placeholder is text") {
  const Yaml file("a: ${oc.env:X,1}\n");
  CHECK(file.value("a").kind == NodeKind::String);
  CHECK(file.text_of("a") == "${oc.env:X,1}");
}
