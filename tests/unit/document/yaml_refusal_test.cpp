#include "document_fixture.h"

using namespace grpolint;

namespace {
void check(const std::string& marked, const std::string& words) {
  check_refused(Format::Yaml, marked, words);
}
}  // namespace

TEST_CASE("YAML refusals name the usual cause and the way out") {
  check("a: b⟦:⟧ c\n", "quote the value");
  check("a: 1\n  b⟦:⟧ 2\n", "line above it already has a value");
  check("a: 1\n⟦b⟧=2\nc: 3\n", "not '='");
  check("a: 1\n⟦b⟧:2\nc: 3\n", "space after the ':'");
  check("a: 1\n⟦n⟧o colon\nc: 3\n", "is not 'key: value'");
  check("a:\n    b: 1\n  ⟦c⟧: 2\n", "indentation of this line");
  check("a: \"b\" ⟦c⟧\n", "after the closing quote");
  check("a: ⟦@⟧home\n", "cannot start with '@'");
  check("a: ⟦`⟧cmd`\n", "cannot start with '`'");
  check("a:\n⟦\t⟧b: 1\n", "tab");
  check("a: ⟦\"⟧open\n", "never closed");
  check("a: ⟦[⟧1, 2\n", "a ']' is missing");
  check("a: ⟦{⟧b: 1\n", "a '}' is missing");
  check("a: {b: ⟦${c}⟧}\n", "'${...}' inside");
  check("files: ⟦*⟧.py\n", "an alias");
  check("a: \"C:⟦\\⟧dir\"\n", "unknown escape");
  check("a: ⟦-⟧ b\n", "a line of its own");
  check("a: ⟦!⟧x!y z\n", "prefix is not defined");
}

TEST_CASE("YAML: templates are named as such") {
  check("a: ⟦{{ lr }}⟧\n", "template placeholder");
  check("a: ⟦{{ name }}⟧/dir\n", "template");
  check("⟦{% if x %}⟧\na: 1\n", "template");
}

TEST_CASE("YAML: a tab that only libyaml takes is refused") {
  check("a: 1⟦\t⟧# note\n", "PyYAML refuses");
  check("a: x⟦\t⟧y\n", "PyYAML refuses");
  check("a:⟦\t⟧x\n", "PyYAML refuses");
  check("a: &b⟦\t⟧x\n", "PyYAML refuses");
  check("a: 1\n⟦\t⟧\nb: 2\n", "tab");
  const ReadText fine(Format::Yaml, "a: 'x\ty' # a\tb\nb: |\n  x\ty\n");
  CHECK(fine.document.problems.empty());
}

TEST_CASE("YAML: a merge conflict is named as such") {
  check("a: 1\n⟦<<<<<<< HEAD⟧\nb: 2\n=======\nb: 3\n>>>>>>> theirs\n", "merge conflict");
}

TEST_CASE("YAML: what PyYAML's constructors refuse") {
  check("a: ⟦=⟧\n", "quote it");
  check("a: ⟦<<⟧\n", "quote it");
  check("a: ⟦!include x.yaml⟧\n", "!include");
  check("a: ⟦!!python/object:os.system x⟧\n", "runs Python code");
  check("a: ⟦!!int x⟧\n", "not an integer");
  check("a: ⟦2024-02-30⟧\n", "not a date");
  check("a: ⟦0x_⟧\n", "not an integer");
  check("⟦[1, 2]⟧: a\n", "cannot be a key");
  check("a: ⟦*b⟧\n", "no anchor &b");
  check("a: &b [⟦*b⟧]\n", "inside the very value");
  check("a: &x 1\nb: ⟦&x 2⟧\n", "defined twice");
  check("a: {<<: ⟦1⟧}\n", "merges a mapping");
}

TEST_CASE("bytes that are not UTF-8 are explained in every format") {
  const Format format = GENERATE(Format::Yaml, Format::Toml, Format::Json);
  check_refused(format, "a = ⟦\x93⟧quoted\x94\n", "curly double quote");
  check_refused(format, "a = caf⟦\xE9⟧\n", "Windows-1252");
  check_refused(format, "a = ⟦\x81⟧\n", "not UTF-8");
  check_refused(format, "a = ⟦\xED⟧\xA0\x80\n", "not UTF-8");
  check_refused(format, "⟦\xFF\xFE⟧" + std::string("a\0:\0", 4), "UTF-16");
  check_refused(format, "⟦a⟧" + std::string("\0:\0 \0", 5), "zero bytes");
}

TEST_CASE("YAML: control characters are refused at their place") {
  check(std::string("a: 1\nb: x⟦") + '\0' + "⟧y\n", "U+0000");
  check(
      "\xEF\xBB\xBF"
      "a: \xC3\xA9⟦\x01⟧\n",
      "U+0001");
}
