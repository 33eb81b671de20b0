#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "rules/string_offset.h"
#include "sample_rules.h"

using namespace grpolint;
using namespace grpolint::rules;

namespace {

/// The only mistake of a sample file with this body; the mark shows where it must stand.
std::string mistake_at_mark(std::string body) {
  std::string file = sample_file(body);
  const std::size_t mark = file.find('^');
  REQUIRE(mark != std::string::npos);
  file.erase(mark, 1);
  const Position position = Source("", file).position(static_cast<std::uint32_t>(mark));
  const auto mistakes = mistakes_in(file);
  INFO(file);
  REQUIRE(mistakes.size() == 1);
  const std::string place = fmt::format("{}:{}: ", position.line, position.column);
  return mistakes[0].starts_with(place) ? mistakes[0].substr(place.size()) : mistakes[0];
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a rule file becomes a rule") {
  const auto loaded = sample_rule(R"toml(
dialects = ["trl"]
versions = { trl = ">=0.23, <1.10" }
when = "let.few && present(run.num_generations)"
at = ["run.num_generations", "run.per_device_train_batch_size"]
message = "only {run.num_generations}"
help = "more"
[let]
few = "run.num_generations < 8"
[[level]]
severity = "error"
when = "run.num_generations < 2"
message = "none"
[[level]]
severity = "info"
[[label]]
at = "run.optim"
text = "{run.optim}"
[fix]
safe = true
set = { num_generations = 8, optim = "adamw_8bit" }
remove = ["beta"]
)toml");
  const Rule& rule = loaded->rule;
  CHECK(rule.code == "TST001");
  CHECK(rule.family == "TST");
  CHECK(rule.stage == Stage::Advice);
  REQUIRE(rule.versions.size() == 1);
  CHECK(rule.versions[0].from == Version{0, 23, 0});
  CHECK(rule.versions[0].before == Version{1, 10, 0});
  REQUIRE(rule.lets.size() == 1);
  CHECK(rule.lets[0].name == "let.few");
  REQUIRE(rule.levels.size() == 2);
  CHECK(rule.levels[0].severity == Severity::Error);
  CHECK(rule.levels[0].when.text == "run.num_generations < 2");
  CHECK(rule.levels[1].when.empty());
  REQUIRE(rule.fixes.size() == 3);
  CHECK(rule.fixes[0].value == "8");
  CHECK_FALSE(rule.fixes[0].is_string);
  CHECK(rule.fixes[1].is_string);
  CHECK(rule.fixes[2].kind == FixSpec::Kind::Remove);
  CHECK(rule.examples.size() == 2);
  CHECK(rule.references[0].date == "2026-07-25");
}

TEST_CASE("mistakes in conditions are positioned in the rule file") {
  using Catch::Contains;
  const std::string body(kBody);
  CHECK_THAT(mistake_at_mark(replaced(body, "run.num_generations <", "^run.num_generation <")),
             Contains("did you mean 'run.num_generations'?"));
  CHECK_THAT(mistake_at_mark(replaced(body, "{run.num_generations}", "{^run.nothing_like}")),
             Contains("unknown name"));
  CHECK_THAT(mistake_at_mark(replaced(body, "{run.num_generations}", "^{run.num_generations")),
             Contains("'{' is not closed"));
  CHECK_THAT(mistake_at_mark(replaced(body, "severity", "help = \"a ^} b\"\nseverity")),
             Contains("write '}}'"));
  CHECK_THAT(mistake_at_mark(body + "[let]\nsmall = \"run.num_generations ^< 'a'\"\n"),
             Contains("expected a number"));
}

TEST_CASE("the parts of a rule are checked") {
  using Catch::Contains;
  const std::string body(kBody);
  CHECK_THAT(mistake_at_mark(replaced(body, "\"run.num_generations < 8\"", "^\"run.optim\"")),
             Contains("must be true or false"));
  CHECK_THAT(mistake_at_mark(replaced(body, "[\"run.num_generations\"]", "^[\"run.generations\"]")),
             Contains("unknown fact"));
  CHECK_THAT(mistake_at_mark(replaced(body, "\"warning\"", "^\"fatal\"")),
             Contains("severities are"));
  CHECK_THAT(mistake_at_mark("dialects = ^[\"tlr\"]" + body), Contains("did you mean 'trl'?"));
  CHECK_THAT(mistake_at_mark("versions = { trl = ^\"0.23\" }" + body), Contains(">=0.23, <1.10"));
  CHECK_THAT(mistake_at_mark("^wehn = \"true\"" + body), Contains("did you mean 'when'?"));
  CHECK_THAT(mistake_at_mark("native = ^\"unknown-kex\"" + body),
             Contains("did you mean 'unknown-key'?"));
  CHECK_THAT(mistakes_in(sample_file(body + "[fix]\nset = { num_generations = 8 }\n"))[0],
             Contains("whether it is safe"));
  CHECK_THAT(mistakes_in(sample_file(body + "[fix]\nsafe = true\nremove = ['nonsense']\n"))[0],
             Contains("'nonsense' is not an argument"));
  CHECK_THAT(mistakes_in(sample_file(body + "[fix]\nsafe = true\n"))[0], Contains("needs 'set'"));
  CHECK_THAT(mistakes_in(sample_file(body + "[[level]]\nseverity = \"info\"\n"))[0],
             Contains("either 'severity' or [[level]]"));
  CHECK_THAT(mistakes_in(sample_file(replaced(body, "severity = \"warning\"", "")))[0],
             Contains("at least one [[level]]"));
  CHECK_THAT(mistakes_in(sample_file(replaced(body, "at = [\"run.num_generations\"]", "")))[0],
             Contains("'at' must name"));
}

TEST_CASE("a level behind one that always holds is never reached") {
  const auto mistakes =
      mistakes_in(sample_file(replaced(std::string(kBody), "severity = \"warning\"", "") +
                              "[[level]]\nseverity = \"info\"\n[[level]]\nseverity = \"error\"\n"));
  REQUIRE(mistakes.size() == 1);
  CHECK_THAT(mistakes[0], Catch::Contains("never reached"));
}

TEST_CASE("documentation, sources and examples are required") {
  using Catch::Contains;
  const std::string file = sample_file(kBody);
  const auto only = [&](std::string_view from, std::string_view to) {
    const auto mistakes = mistakes_in(replaced(file, from, to));
    REQUIRE(mistakes.size() == 1);
    return mistakes[0];
  };
  CHECK(mistakes_in(file).empty());
  CHECK_THAT(only("2026-07-25", "last summer"), Contains("date"));
  CHECK_THAT(only("https://example.org/", "a paper"), Contains("URL"));
  CHECK_THAT(only("  #~ TST001", ""), Contains("mark the line"));
  CHECK_THAT(only("  #~ TST001", "  #~ TST001 fatal"), Contains("cannot read the mark"));
  CHECK_THAT(only("num_generations: 8\n", "num_generations: 8  #~ TST001\n"),
             Contains("good example"));
  CHECK(mistakes_in(replaced(file, "[[good]]", "[[bad]]")).size() == 2);
  CHECK_THAT(only("why = \"why\"\n", ""), Contains("why"));
  CHECK_THAT(mistakes_in(replaced(file, "TST001\"\nname", "TS1\"\nname"))[0],
             Contains("three capital letters"));
  CHECK_THAT(only("\"sample\"", "\"other\""), Contains("must be named TST001-other.toml"));
  CHECK_THAT(only("\"advice\"", "\"later\""), Contains("stages are"));
  CHECK_THAT(only("since = \"0.1.0\"", "since = \"soon\""), Contains("not a version"));
  CHECK_THAT(only("summary = \"", "summary = "), Contains(":"));
}

TEST_CASE("files are rules by their name") {
  CHECK(is_rule_file("MEM001-24gb-three-levers.toml"));
  CHECK_FALSE(is_rule_file("profiles.toml"));
  CHECK_FALSE(is_rule_file("MEM001.toml"));
  CHECK_FALSE(is_rule_file("mem001-a.toml"));
  CHECK_FALSE(is_rule_file("MEM001-a.yaml"));
}

TEST_CASE("an offset in a decoded string is found in the written one") {
  const auto found = [](std::string_view written, std::size_t offset) {
    return std::string(written.substr(written_offset(written, offset)));
  };
  CHECK(found("\"abc\"", 0) == "abc\"");
  CHECK(found("\"abc\"", 2) == "c\"");
  CHECK(found("'a\\bc'", 2) == "bc'");
  CHECK(found(R"("a\"bc")", 2) == "bc\"");
  CHECK(found(R"("\u00e9bc")", 2) == "bc\"");
  CHECK(found("\"\"\"\nabc\"\"\"", 1) == "bc\"\"\"");
  CHECK(found("\"\"\"ab\\\n   c\"\"\"", 2) == "\\\n   c\"\"\"");
  CHECK(found("\"\"\"ab\\\n   cd\"\"\"", 3) == "d\"\"\"");
  CHECK(found("\"ab\"", 99).empty());
}
