#include <catch2/catch.hpp>

#include "rules/check.h"
#include "sample_rules.h"
#include "sample_run.h"

namespace grpolint::rules {
namespace {

constexpr std::string_view kTwoStages = R"(
when = "run.num_generations > 0"
at = ["run.num_generations"]
message = "{run.num_generations}"

[[level]]
severity = "error"
stage = "trainer"
when = "run.num_generations < 4"

[[level]]
severity = "warning"
)";

Stage stage_of(std::string text) {
  const SampleRun run(std::move(text));
  const auto rule = sample_rule(kTwoStages);
  const auto findings = check(rule->rule, run.context());
  REQUIRE(findings.size() == 1);
  return findings.front().stage;
}

}  // namespace

TEST_CASE("a level may state a stage of its own") {
  CHECK(stage_of("num_generations: 2\n") == Stage::Trainer);
  CHECK(stage_of("num_generations: 8\n") == sample_rule(kTwoStages)->rule.stage);
  CHECK(stage_of("num_generations: 8\n") != Stage::Trainer);
}

TEST_CASE("a stage that does not exist is a mistake of the rule file") {
  const auto mistakes = mistakes_in(sample_file(R"(
when = "run.num_generations > 0"
at = ["run.num_generations"]
message = "x"

[[level]]
severity = "error"
stage = "lunch"
)"));
  REQUIRE(mistakes.size() == 1);
  CHECK(mistakes.front().find("stages are parse, config") != std::string::npos);
}

}  // namespace grpolint::rules
