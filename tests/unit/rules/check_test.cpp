#include "rules/check.h"

#include <catch2/catch.hpp>

#include "sample_rules.h"
#include "sample_run.h"

using namespace grpolint;
using namespace grpolint::rules;

namespace {

std::vector<Finding> found(std::string_view body, const SampleRun& run) {
  return check(sample_rule(body)->rule, run.context());
}

Finding only_finding(std::string_view body, const SampleRun& run) {
  const auto findings = found(body, run);
  REQUIRE(findings.size() == 1);
  return findings[0];
}

}  // namespace

TEST_CASE("a rule speaks when its condition is known true") {
  const Finding finding = only_finding(kBody, SampleRun("a: 1\nnum_generations: 4\n"));
  CHECK(finding.code == "TST001");
  CHECK(finding.name == "sample");
  CHECK(finding.severity == Severity::Warning);
  CHECK(finding.message == "only 4");
  CHECK(finding.url == "https://grpolint.github.io/rules/TST001");
  CHECK(finding.key_path == "num_generations");
  CHECK(found(kBody, SampleRun("num_generations: 8\n")).empty());
  CHECK(found(kBody, SampleRun("beta: 0\n")).empty());
  SECTION("not when the value is a placeholder") {
    SampleRun run("num_generations: 4\n");
    run.facts().derive("run.num_generations", Value::unknown(), {});
    CHECK(found(kBody, run).empty());
  }
  SECTION("not without a run") {
    const SampleRun run("num_generations: 4\n");
    CHECK(check(sample_rule(kBody)->rule, run.context_without_run()).empty());
  }
}

TEST_CASE("the first level that holds decides") {
  constexpr std::string_view kLevels = R"(
when = "run.num_generations < 8"
at = ["run.num_generations"]
message = "few"
help = "use {let.wanted}"
[let]
wanted = "run.num_generations + 4"
[[level]]
severity = "error"
when = "run.num_generations < 2"
message = "none"
help = "at least 2"
[[level]]
severity = "info"
when = "run.num_generations > 4"
)";
  const Finding error = only_finding(kLevels, SampleRun("num_generations: 1\n"));
  CHECK(error.severity == Severity::Error);
  CHECK(error.message == "none");
  CHECK(error.help == "at least 2");
  const Finding info = only_finding(kLevels, SampleRun("num_generations: 6\n"));
  CHECK(info.severity == Severity::Info);
  CHECK(info.message == "few");
  CHECK(info.help == "use 10");
  CHECK(found(kLevels, SampleRun("num_generations: 3\n")).empty());
}

TEST_CASE("dialects and release ranges limit a rule") {
  const std::string body(kBody);
  SampleRun run("num_generations: 4\n");
  CHECK(found("dialects = [\"unsloth\"]" + body, run).empty());
  CHECK(found("dialects = [\"trl\", \"unsloth\"]" + body, run).size() == 1);
  CHECK(found("versions = { trl = \">=0.24\" }" + body, run).size() == 1);
  CHECK(found("versions = { trl = \">=0.25\" }" + body, run).empty());
  CHECK(found("versions = { trl = \"<0.24\" }" + body, run).empty());
  CHECK(found("versions = { trl = \">=0.20, <0.25\" }" + body, run).size() == 1);
  SECTION("an unknown release is in no range") {
    CHECK(found("versions = { vllm = \">=0.1\" }" + body, run).empty());
  }
  SECTION("an assumed release lowers what does not hold everywhere") {
    const std::string error = body.substr(0, body.find("\"warning\"")) + "\"error\"\n" +
                              body.substr(body.find("message"));
    const auto severity = [&](std::string_view versions) {
      return only_finding(std::string(versions) + error, run).severity;
    };
    set_release(run.facts(), {0, 24, 0}, true);
    CHECK(severity("") == Severity::Error);
    CHECK(severity("versions = { trl = \">=0.20\" }") == Severity::Error);
    CHECK(severity("versions = { trl = \">=0.21\" }") == Severity::Warning);
    CHECK(severity("versions = { trl = \"<0.25\" }") == Severity::Warning);
    set_release(run.facts(), {0, 24, 0}, false);
    CHECK(severity("versions = { trl = \">=0.21\" }") == Severity::Error);
  }
}

TEST_CASE("the finding points at what was written, or at the nearest key") {
  constexpr std::string_view kAbsent = R"(
when = "true"
at = ["run.vllm_enable_sleep_mode", "run.optim"]
severity = "info"
message = "m"
[[label]]
at = "run.beta"
text = "beta {run.beta}"
[[label]]
at = "run.optim"
text = "optim"
)";
  SECTION("key and value together") {
    const SampleRun run("beta: 0.1\noptim: adamw_torch\n");
    const Finding finding = only_finding(kAbsent, run);
    CHECK(run.text(finding.span) == "optim: adamw_torch");
    REQUIRE(finding.labels.size() == 1);
    CHECK(run.text(finding.labels[0].span) == "beta: 0.1");
    CHECK(finding.labels[0].text == "beta 0.1");
  }
  SECTION("the key alone when the value is long") {
    const SampleRun run("optim:\n  adamw_torch\n");
    CHECK(run.text(only_finding(kAbsent, run).span) == "optim");
  }
  SECTION("through what a fact was derived from") {
    SampleRun run("beta: 1\nuse_vllm: true\n");
    run.facts().derive("run.optim", Value::string("x"), {"run.learning_rate", "run.use_vllm"});
    CHECK(run.text(only_finding(kAbsent, run).span) == "use_vllm: true");
  }
  SECTION("the switch of the group") {
    const SampleRun run("beta: 1\nuse_vllm: true\n");
    CHECK(run.text(only_finding(kAbsent, run).span) == "use_vllm");
  }
  SECTION("the section of the group") {
    const SampleRun run("data:\n  seed: 1\nengine:\n  other: 1\n  vllm_mode: server\n");
    CHECK(only_finding(kAbsent, run).key_path == "engine.other");
  }
  SECTION("the first key") {
    const SampleRun run("seed: 1\nbeta: 1\n");
    CHECK(only_finding(kAbsent, run).key_path == "seed");
  }
}

TEST_CASE("a finding says what it rests on and how sure it is") {
  constexpr std::string_view kReads = R"(
when = "run.num_generations < 8 && let.small"
at = ["run.num_generations"]
severity = "info"
message = "m"
[let]
small = "model.size_class <= 3B"
)";
  SampleRun run("num_generations: 4\n");
  run.facts().derive("model.size_class", Value::number(1.5e9, Unit::Parameters), {"run.base"});
  Fact base;
  base.value = Value::string("x");
  base.origin = Origin::Default;
  base.because = "TRL 0.24.0 default";
  run.facts().set("run.base", base);

  const Finding finding = only_finding(kReads, run);
  REQUIRE(finding.facts.size() == 2);
  CHECK(finding.facts[0].name == "run.num_generations");
  CHECK(finding.facts[0].value == "4");
  CHECK(finding.facts[0].origin == "written");
  CHECK(finding.facts[1].name == "model.size_class");
  CHECK(finding.facts[1].origin == "derived from run.base");
  CHECK(finding.confidence == Confidence::High);
  SECTION("defaults of an assumed release") {
    set_release(run.facts(), {0, 24, 0}, true);
    CHECK(only_finding(kReads, run).confidence == Confidence::Medium);
  }
  SECTION("an assumption below a derived fact") {
    run.facts().assume("run.base", Value::string("x"), "assumed from the name");
    CHECK(only_finding(kReads, run).confidence == Confidence::Low);
  }
}

TEST_CASE("matches of a native check become findings") {
  constexpr std::string_view kNative = R"(
native = "unknown-key"
message = "{match.key}: {match.suggestion}"
[let]
aborts = "match.policy == 'aborts'"
[[level]]
severity = "error"
when = "let.aborts && !version.trl_assumed"
[[level]]
severity = "info"
when = "match.policy != 'ignored'"
)";
  const auto loaded = sample_rule(kNative);
  const SampleRun run("num_generations: 4\nbeta: 1\n");
  const auto match = [](std::string policy) {
    Match result;
    result.span = {0, 5};
    result.key_path = "a.key";
    result.locals = {{"key", Value::string("word")},
                     {"suggestion", Value::string("remove it")},
                     {"policy", Value::string(std::move(policy))}};
    result.reads = {"run.beta"};
    result.labels = {{{6, 7}, "here"}};
    result.fix = Fix{"remove", true, {}};
    return result;
  };
  const std::vector<Match> matches = {match("aborts"), match("ignored"), match("unknown")};
  const auto findings = check_matches(loaded->rule, run.context(), matches);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].severity == Severity::Error);
  CHECK(findings[0].message == "word: remove it");
  CHECK(findings[0].span == Span{0, 5});
  CHECK(findings[0].key_path == "a.key");
  REQUIRE(findings[0].facts.size() == 2);
  CHECK(findings[0].facts[0].name == "run.beta");
  CHECK(findings[0].facts[1].name == "version.trl_assumed");
  CHECK(findings[0].labels.size() == 1);
  CHECK(findings[0].fix);
  CHECK(findings[1].severity == Severity::Info);
}
