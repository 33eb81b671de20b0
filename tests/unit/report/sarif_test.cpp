#include <array>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "lint/fingerprint.h"
#include "report/line_hash.h"
#include "report/reporter.h"
#include "report_fixture.h"
#include "rules/rule_set.h"

namespace report = grpolint::report;
using grpolint::Severity;
using nlohmann::json;

namespace {

json run_of(const ReportFixture& fixture, const report::RunContext& context = {}) {
  const json log = json::parse(report::sarif(std::array{fixture.report}, context));
  CHECK(log["version"] == "2.1.0");
  REQUIRE(log["runs"].size() == 1);
  return log["runs"][0];
}

json region(int start_line, int start_column, int end_line, int end_column) {
  return {{"startLine", start_line},
          {"startColumn", start_column},
          {"endLine", end_line},
          {"endColumn", end_column}};
}

const json& physical(const json& location) { return location["physicalLocation"]; }

}  // namespace

TEST_CASE("sarif: a result has its level, place, message and fingerprints") {
  ReportFixture fixture("a b.yaml",
                        "x: 1\r\n\xF0\x9F\x98\x80 gr\xC3\xB6\xC3\x9F"
                        "e: 22\r\n");
  fixture.add("22", "too small").severity = Severity::Info;
  const json run = run_of(fixture);
  CHECK(run["columnKind"] == "unicodeCodePoints");
  const json& result = run["results"][0];
  CHECK(result["level"] == "note");
  CHECK(result["message"]["text"] == "too small");
  CHECK(physical(result["locations"][0])["artifactLocation"]["uri"] == "a%20b.yaml");
  CHECK(physical(result["locations"][0])["region"] == region(2, 10, 2, 12));
  CHECK(result["partialFingerprints"]["primaryLocationLineHash"] ==
        report::line_hashes(fixture.report.source.bytes())[1]);
  CHECK(result["partialFingerprints"]["grpolint/v1"] ==
        grpolint::lint::project_fingerprint("a b.yaml", fixture.report.findings[0]));
  CHECK(run["tool"]["driver"]["rules"][result["ruleIndex"].get<int>()]["id"] == "MEM001");
}

TEST_CASE("sarif: an empty place is one column wide, a line end not part of a place") {
  ReportFixture fixture("run.yaml", "a:\nb: 1\n");
  fixture.add("a:", "absent").span = {2, 2};
  fixture.add("a:\n", "a line");
  const json results = run_of(fixture)["results"];
  CHECK(physical(results[0]["locations"][0])["region"] == region(1, 3, 1, 4));
  CHECK(physical(results[1]["locations"][0])["region"] == region(1, 1, 1, 3));
}

TEST_CASE("sarif: labels are related locations that the message links to") {
  ReportFixture fixture("run.yaml", "a: 1\nb: 2\n");
  auto& finding = fixture.add("a", "one thing");
  finding.labels = {{fixture.at("2"), ""}, {fixture.at("1"), "set [here](http://evil)"}};
  const json result = run_of(fixture)["results"][0];
  CHECK(result["message"]["text"] == "one thing. See [set \\[here\\](http://evil)](2).");
  REQUIRE(result["relatedLocations"].size() == 2);
  CHECK(result["relatedLocations"][0]["id"] == 1);
  CHECK(physical(result["relatedLocations"][0])["region"] == region(2, 4, 2, 5));
  CHECK_FALSE(result["relatedLocations"][0].contains("message"));
}

TEST_CASE("sarif: text from a config makes no link") {
  ReportFixture fixture("run.yaml", "a: 1\n");
  fixture.add("a", "[click](http://evil) \\[x](1)");
  fixture.add("a", "one of [1, 2]");
  const json results = run_of(fixture)["results"];
  CHECK(results[0]["message"]["text"] == "\\[click\\](http://evil) \\\\\\[x\\](1)");
  CHECK(results[1]["message"]["text"] == "one of [1, 2]");
}

TEST_CASE("sarif: fixes have exact regions, suppressions their reason") {
  ReportFixture fixture("run.yaml", "\xC3\xB6: 1\nb: 2\n");
  auto& finding = fixture.add("1", "wrong");
  finding.fix = grpolint::Fix{"write 2", true, {{{3, 3}, "k: 3"}, {fixture.at("b: 2\n"), ""}}};
  finding.suppressed = true;
  finding.suppression_reason = "known";
  const json result = run_of(fixture)["results"][0];
  const json& change = result["fixes"][0]["artifactChanges"][0];
  CHECK(change["replacements"][0] ==
        json{{"deletedRegion", region(1, 3, 1, 3)}, {"insertedContent", {{"text", "k: 3"}}}});
  CHECK_FALSE(change["replacements"][1].contains("insertedContent"));
  CHECK(result["fixes"][0]["properties"]["applicability"] == "safe");
  CHECK(result["suppressions"] ==
        json::array({{{"kind", "inSource"}, {"status", "accepted"}, {"justification", "known"}}}));
}

TEST_CASE("sarif: a file that does not parse is a result and a notification of the tool") {
  ReportFixture fixture("run.yaml", "a: [\n");
  fixture.add("[", "not closed").stage = grpolint::Stage::Parse;
  fixture.add("a", "other");
  const json run = run_of(fixture);
  CHECK(run["results"].size() == 2);
  CHECK(run["invocations"][0]["executionSuccessful"] == true);
  const json& notifications = run["invocations"][0]["toolExecutionNotifications"];
  REQUIRE(notifications.size() == 1);
  CHECK(notifications[0]["message"]["text"] == "not closed");
  report::RunContext incomplete;
  incomplete.complete = false;
  const auto invocation = run_of(fixture, incomplete)["invocations"][0];
  CHECK(invocation["executionSuccessful"] == false);
  CHECK(invocation["toolExecutionNotifications"][0]["level"] == "error");
}

TEST_CASE("sarif: every rule is described as GitHub demands, found or not") {
  const auto rules = grpolint::rules::RuleSet::embedded();
  report::RunContext context;
  context.rules.assign(rules.rules().begin(), rules.rules().end());
  context.severities["KEY001"] = Severity::Info;
  ReportFixture fixture("run.yaml", "a: 1\n");
  fixture.add("a", "x").code = "ZZZ999";
  const json run = run_of(fixture, context);
  const json& described = run["tool"]["driver"]["rules"];
  REQUIRE(described.size() == rules.rules().size() + 1);
  CHECK(described[run["results"][0]["ruleIndex"].get<std::size_t>()]["id"] == "ZZZ999");
  for (const json& rule : described) {
    INFO(rule["id"]);
    for (const char* text : {"shortDescription", "fullDescription", "help"}) {
      CHECK_FALSE(rule[text]["text"].get<std::string>().empty());
    }
    CHECK(rule["shortDescription"]["text"].get<std::string>().size() <= 1024);
    CHECK(rule["fullDescription"]["text"].get<std::string>().size() <= 1024);
    if (rule["id"] == "ZZZ999") continue;
    CHECK_FALSE(rule["help"]["markdown"].get<std::string>().empty());
    CHECK(rule["properties"]["tags"].size() <= 20);
    CHECK_FALSE(rule["properties"].contains("security-severity"));
    if (rule["id"] == "KEY001") {
      CHECK(rule["defaultConfiguration"]["level"] == "note");
      CHECK(rule["properties"]["problem.severity"] == "recommendation");
    }
  }
}

TEST_CASE("sarif: bytes that are not UTF-8 leave valid JSON and an exact URI") {
  ReportFixture fixture("bad\xFF.yaml", "a: \xFF\n");
  fixture.add("a", "value \xFF");
  CHECK(physical(run_of(fixture)["results"][0]["locations"][0])["artifactLocation"]["uri"] ==
        "bad%FF.yaml");
}
