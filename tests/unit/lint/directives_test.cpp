#include "lint/suppression/directives.h"

#include <catch2/catch.hpp>
#include <string>

namespace lint = grpolint::lint;
using grpolint::Format;
using grpolint::Source;

namespace {

struct Read {
  Source source;
  lint::Directives directives;

  std::string scope(std::size_t index = 0) const {
    const auto span = directives.suppressions.at(index).scope;
    return std::string(source.text(span));
  }
  std::string problem() const {
    return directives.malformed.size() == 1 ? directives.malformed[0].problem : "not one problem";
  }
  std::string problem_text() const {
    return std::string(source.text(directives.malformed.at(0).span));
  }
};

Read read(std::string text, Format format = Format::Yaml) {
  Read read{Source("a", std::move(text)), {}};
  read.directives =
      lint::read_directives(read.source, grpolint::read_document(read.source, format));
  return read;
}

}  // namespace

TEST_CASE("a trailing comment speaks of its line") {
  const Read one =
      read("a: 1\nb: 2  # grpolint: ignore[MEM001, few-generations] -- was measured\nc: 3\n");
  REQUIRE(one.directives.suppressions.size() == 1);
  const lint::Suppression& suppression = one.directives.suppressions[0];
  CHECK(suppression.reason == "was measured");
  REQUIRE(suppression.rules.size() == 2);
  CHECK(suppression.rules[0].selector == "MEM001");
  CHECK(suppression.rules[1].selector == "few-generations");
  CHECK(one.source.text(suppression.rules[1].span) == "few-generations");
  CHECK_THAT(one.scope(), Catch::StartsWith("b: 2") && Catch::EndsWith("measured\n"));
}

TEST_CASE("a comment on its own line speaks of the next node with all of its value") {
  const Read one =
      read("a: 1\n# grpolint: ignore[MEM]\nlora:\n  r: 8\n  targets:\n    - q\n    - k\nc: 3\n");
  CHECK(one.scope() == "lora:\n  r: 8\n  targets:\n    - q\n    - k");
}

TEST_CASE("a comment inside a mapping speaks of one key") {
  CHECK(read("lora:\n  # grpolint: ignore[MEM]\n  r: 8\n  alpha: 16\n").scope() == "r: 8");
}

TEST_CASE("a comment above a list item speaks of the whole item") {
  CHECK(read("l:\n  # grpolint: ignore[MEM]\n  - a: 1\n    b: 2\n  - c: 3\n").scope() ==
        "a: 1\n    b: 2");
}

TEST_CASE("a comment above a TOML table speaks of the keys in it") {
  const Read one = read("# grpolint: ignore[MEM]\n[grpo]\nbeta = 0\nlr = 1\n[model]\nname = 'x'\n",
                        Format::Toml);
  CHECK_THAT(one.scope(), Catch::Contains("lr = 1") && !Catch::Contains("name"));
}

TEST_CASE("file-ignore speaks of everything, wherever it stands") {
  const Read one = read("a: 1\nb: 2\n# grpolint: file-ignore[SYN002] -- generated file\n");
  REQUIRE(one.directives.suppressions.size() == 1);
  CHECK(one.directives.suppressions[0].scope.contains(0));
  CHECK(one.directives.suppressions[0].scope.contains(8));
}

TEST_CASE("prose after the name is no instruction") {
  for (const char* text :
       {"a: 1  # grpolint: see the docs\n", "a: 1  # grpolint ignore[MEM001]\n",
        "a: 1  # about grpolint: ignore[MEM001]\n", "a: 1  # grpolint:\n",
        "a: 1  # grpolint: ignore this one\n", "a: 1  # grpolint: gpu memory is tight\n",
        "a: 1  # grpolint: note: x\n", "a: \"# grpolint: ignore[MEM001]\"\n"}) {
    const Read one = read(text);
    CHECK(one.directives.suppressions.empty());
    CHECK(one.directives.malformed.empty());
  }
}

TEST_CASE("instructions that cannot be understood say what is wrong with them") {
  struct Case {
    const char* comment;
    const char* problem;
    const char* place;
  };
  const Case cases[] = {
      {"ignore", "name the rules", "ignore"},
      {"ignore -- everything", "name the rules", "ignore"},
      {"ignroe[MEM001]", "did you mean 'ignore'?", "ignroe"},
      {"forbid[MEM001]", "unknown instruction 'forbid'", "forbid"},
      {"enable[MEM001]", "no disable[...] with the same list", "enable"},
      {"ignore[MEM001", "not closed", "[MEM001"},
      {"ignore[]", "empty", ""},
      {"ignore[MEM001,,KEY001]", "separated by commas", "MEM001,,KEY001"},
      {"ignore[MEM 001]", "separated by commas", "MEM 001"},
      {"ignore[MEM001] because", "after ' -- '", "because"},
      {"gpuu=4090", "did you mean 'gpu'?", "gpuu"},
      {"gpu=4090 fast", "expected key=value", "fast"},
      {"gpu=\"RTX 4090", "not closed", "\"RTX 4090"},
      {"nodes=two", "whole number", "two"},
      {"trl=new", "release number", "new"},
      {"route=there", "trl, python or unknown", "there"},
      {"model_config=/etc/passwd", "command line", "model_config"},
      {"gpu = 4090", "no blanks: gpu=4090", "gpu"},
      {"gpu: 4090", "no blanks: gpu=4090", "gpu"},
      {"gpu =4090 nodes=2", "no blanks: gpu=4090", "gpu"},
      {"gpu= \"RTX 4090\"", "no blanks: gpu=\"RTX 4090\"", "gpu"},
      {"gpu =", "gpu needs a value", "gpu"},
      {"nodes=2 gpu = 4090", "no blanks: gpu=4090", "gpu"},
      {"nodes=2 gpu:", "gpu needs a value", "gpu"},
      {"gpu=4090 gpu=h100", "stated already by the pragma on line 1; the first holds", "gpu"},
      {"gpu=4090 gpu=4090", "stated already by the pragma on line 1; one is enough", "gpu"},
      {"ignore SYN002", "right behind ignore: ignore[SYN002]", "ignore"},
      {"ignore: SYN002, few-generations", "ignore[SYN002, few-generations]", "ignore"},
      {"ignore=SYN002", "ignore[SYN002]", "ignore"},
      {"file-ignore [SYN]", "file-ignore[SYN]", "file-ignore"},
      {"disable : all of it!", "disable[all]", "disable"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.comment);
    const Read result = read(std::string("a: 1  # grpolint: ") + one.comment + "\n");
    CHECK(result.directives.suppressions.empty());
    CHECK_THAT(result.problem(), Catch::Contains(one.problem));
    CHECK(result.problem_text() == one.place);
  }
}

TEST_CASE("instructions in another form have a fix that makes them read") {
  const auto fixed = [](const std::string& comment) {
    const std::string text = "a: 1  # grpolint: " + comment + "\n";
    const Read one = read(text);
    REQUIRE(one.directives.malformed.size() == 1);
    const auto& fix = one.directives.malformed[0].fix;
    REQUIRE(fix);
    REQUIRE(fix->edits.size() == 1);
    std::string changed = text;
    const grpolint::Edit& edit = fix->edits[0];
    changed.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
    return changed.substr(18, changed.size() - 19);
  };
  CHECK(fixed("gpu = 4090") == "gpu=4090");
  CHECK(fixed("gpu: 4090 nodes=2") == "gpu=4090 nodes=2");
  CHECK(fixed("nodes=2 gpu = 4090") == "nodes=2 gpu=4090");
  CHECK(fixed("gpu=4090 nodes=2  gpu=4090 trl=0.24.0") == "gpu=4090 nodes=2 trl=0.24.0");
  CHECK(fixed("gpu=4090 gpu=\"4090\" -- why") == "gpu=4090 -- why");
  CHECK(fixed("ignore SYN002 -- why") == "ignore[SYN002] -- why");
  CHECK(fixed("ignore: SYN002,KEY001") == "ignore[SYN002,KEY001]");
  CHECK(fixed("ignore [SYN002, MEM] -- why") == "ignore[SYN002, MEM] -- why");
}

TEST_CASE("what two comments state differently is reported, and the first holds") {
  const Read one = read("# grpolint: gpu=4090\na: 1  # grpolint: gpu=h100 nodes=2\n");
  CHECK_THAT(one.problem(), Catch::Contains("gpu is stated already by the pragma on line 1"));
  CHECK_FALSE(one.directives.malformed[0].fix);
  CHECK(one.directives.target.gpu->value == "4090");
  CHECK(one.directives.target.nodes->value == 2);
  const Read same = read("# grpolint: nodes=2\n# grpolint: nodes=2\na: 1\n");
  REQUIRE(same.directives.malformed.size() == 1);
  REQUIRE(same.directives.malformed[0].fix);
  CHECK(same.directives.malformed[0].fix->safe);
}

TEST_CASE("a list under a // is not read, and says so") {
  const Read one =
      read("{\"//\": [\"grpolint: ignore[SYN002]\"], \"a\": 1, \"a\": 2}", Format::Json);
  CHECK(one.directives.suppressions.empty());
  CHECK_THAT(one.problem(), Catch::Contains("one text, not in a list"));
  const auto& fix = one.directives.malformed.at(0).fix;
  REQUIRE(fix);
  REQUIRE(fix->edits.size() == 1);
  CHECK(one.source.text(fix->edits[0].span) == "[\"grpolint: ignore[SYN002]\"]");
  CHECK(fix->edits[0].text == "\"grpolint: ignore[SYN002]\"");

  const Read prose = read("{\"//\": [\"of the lab\", 1, \"grpolint: gpu=h100\"]}", Format::Json);
  CHECK(prose.problem_text() == "\"grpolint: gpu=h100\"");
  CHECK_FALSE(prose.directives.malformed[0].fix);
  CHECK(read("{\"//\": [\"grpolint is a linter\", \"\"]}", Format::Json)
            .directives.malformed.empty());
}

TEST_CASE("pragmas state the run") {
  const Read one =
      read("# grpolint: nodes=2 trl=0.24.0 route=\"python\" prompt-tokens=300 -- cluster\na: 1\n");
  CHECK(one.directives.malformed.empty());
  REQUIRE(one.directives.target.nodes);
  CHECK(one.directives.target.nodes->value == 2);
  CHECK(one.directives.target.nodes->by == "pragma on line 1");
  REQUIRE(one.directives.target.trl_version);
  CHECK(one.directives.target.trl_version->value == "0.24.0");
  REQUIRE(one.directives.target.route);
  CHECK(one.directives.target.route->value == "python");
  REQUIRE(one.directives.target.prompt_tokens);
  CHECK(one.directives.target.prompt_tokens->value == 300);
}
