#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "rules/check.h"
#include "sample_rules.h"
#include "sample_run.h"

using namespace grpolint;
using namespace grpolint::rules;

namespace {

std::optional<Fix> fix_of(std::string_view fix, const SampleRun& run) {
  const auto rule = sample_rule(fmt::format(R"(
when = "true"
at = ["run.optim"]
severity = "info"
message = "m"
[fix]
safe = true
{})",
                                            fix));
  const auto findings = check(rule->rule, run.context());
  REQUIRE(findings.size() == 1);
  return findings[0].fix;
}

/// The file after the fix, or "no fix".
std::string fixed(std::string_view fix, std::string text, Format format = Format::Yaml) {
  const SampleRun run(std::move(text), format);
  const auto result = fix_of(fix, run);
  return result ? run.edited(*result) : "no fix";
}

constexpr std::string_view kSetOptim = "set = { optim = 'adamw_8bit' }";
constexpr std::string_view kSetTwo = "set = { gradient_checkpointing = true, beta = 0.04 }";

}  // namespace

TEST_CASE("a written value is replaced in the format of the file") {
  CHECK(fixed(kSetOptim, "optim: adamw_torch  # why\n") == "optim: adamw_8bit  # why\n");
  CHECK(fixed(kSetOptim, "{optim: adamw_torch, beta: 1}\n") == "{optim: adamw_8bit, beta: 1}\n");
  CHECK(fixed(kSetOptim, "optim = 'adamw_torch'\n", Format::Toml) == "optim = 'adamw_8bit'\n");
  CHECK(fixed(kSetOptim, "optim = \"adamw_torch\"\n", Format::Toml) == "optim = \"adamw_8bit\"\n");
  CHECK(fixed(kSetOptim, "optim: 'adamw_torch'\n") == "optim: 'adamw_8bit'\n");
  CHECK(fixed(kSetOptim, "optim: \"adamw_torch\"\n") == "optim: \"adamw_8bit\"\n");
  CHECK(fixed(kSetOptim, R"({"optim": "adamw_torch"})", Format::Json) ==
        R"({"optim": "adamw_8bit"})");
  SECTION("words that YAML takes for something else are quoted") {
    CHECK(fixed("set = { optim = 'no' }", "optim: x\n") == "optim: \"no\"\n");
    CHECK(fixed("set = { optim = '1.5' }", "optim: x\n") == "optim: \"1.5\"\n");
  }
  SECTION("a shared value is left alone") {
    CHECK(fixed(kSetOptim, "run_name: &a x\noptim: *a\n") == "no fix");
  }
}

TEST_CASE("a missing key is put behind the key of the finding") {
  CHECK(fixed(kSetTwo, "# mine\noptim: x  # why\nseed: 1\n") ==
        "# mine\noptim: x  # why\ngradient_checkpointing: true\nbeta: 0.04\nseed: 1\n");
  CHECK(fixed(kSetTwo, "training:\n  optim: x") ==
        "training:\n  optim: x\n  gradient_checkpointing: true\n  beta: 0.04");
  CHECK(fixed(kSetTwo, "[training]\noptim = 'x'\n", Format::Toml) ==
        "[training]\noptim = 'x'\ngradient_checkpointing = true\nbeta = 0.04\n");
  CHECK(fixed(kSetTwo, "{\n  \"optim\": \"x\"\n}\n", Format::Json) ==
        "{\n  \"optim\": \"x\",\n  \"gradient_checkpointing\": true,\n  \"beta\": 0.04\n}\n");
  SECTION("in braces with the commas right") {
    CHECK(fixed(kSetTwo, "{optim: x}\n") ==
          "{optim: x, gradient_checkpointing: true, beta: 0.04}\n");
    CHECK(fixed(kSetTwo, "{\n  optim: x  # why\n}\n") ==
          "{\n  optim: x,  # why\n  gradient_checkpointing: true,\n  beta: 0.04\n}\n");
    CHECK(fixed(kSetTwo, "training = { optim = 'x' }\n", Format::Toml) ==
          "training = { optim = 'x', gradient_checkpointing = true, beta = 0.04 }\n");
  }
  SECTION("not an argument that the release does not know") {
    CHECK(fixed("set = { use_liger_kernel = true, max_tool_calling_iterations = 1 }",
                "optim: x\n") == "no fix");
  }
}

TEST_CASE("keys are renamed and removed") {
  CHECK(fixed("rename = { beta = 'epsilon' }", "optim: x\n'beta': 1\n") ==
        "optim: x\n'epsilon': 1\n");
  CHECK(fixed("rename = { beta = 'epsilon' }", "optim: x\nbeta: 1\nepsilon: 2\n") == "no fix");
  CHECK(fixed("remove = ['beta']", "optim: x\nbeta: 1  # note\nseed: 1\n") ==
        "optim: x\nseed: 1\n");
  CHECK(fixed("remove = ['beta']", "optim: x\nbeta: 1") == "optim: x\n");
  CHECK(fixed("remove = ['beta']", "{optim: x, beta: 1}\n") == "{optim: x}\n");
  CHECK(fixed("remove = ['beta']", "optim: x\n") == "no fix");
}

TEST_CASE("a fix says what it does") {
  const SampleRun run("optim: x\nbeta: 1\n");
  const auto fix = fix_of("set = { optim = 'adamw_8bit' }\nremove = ['beta']", run);
  REQUIRE(fix);
  CHECK(fix->title == "set optim: adamw_8bit, remove beta");
  CHECK(fix->safe);
}
