#include <array>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>

#include "report/reporter.h"
#include "report_fixture.h"

using grpolint::Severity;
using grpolint::Stage;
using nlohmann::json;

namespace {

template <typename... Fixtures>
json gitlab(const Fixtures&... fixtures) {
  return json::parse(grpolint::report::gitlab(std::array{fixtures.report...}, {}));
}

}  // namespace

TEST_CASE("gitlab: description, place and severity") {
  ReportFixture fixture("./configs/run.yaml",
                        "gr\xC3\xB6\xC3\x9F"
                        "e: 1\r\n");
  fixture.add("1", "too small");
  const json issues = gitlab(fixture);
  REQUIRE(issues.size() == 1);
  CHECK(issues[0]["description"] == "MEM001: too small");
  CHECK(issues[0]["check_name"] == "MEM001");
  CHECK(issues[0]["severity"] == "major");
  CHECK(issues[0]["location"] ==
        json{{"path", "configs/run.yaml"},
             {"lines", {{"begin", 1}, {"end", 1}}},
             {"positions",
              {{"begin", {{"line", 1}, {"column", 8}}}, {"end", {{"line", 1}, {"column", 9}}}}}});
}

TEST_CASE("gitlab: a syntax error is critical, a suppressed finding left out") {
  ReportFixture fixture("run.yaml", "a: 1\n");
  fixture.add("a", "x").stage = Stage::Parse;
  fixture.add("a", "x").severity = Severity::Warning;
  fixture.add("a", "x").severity = Severity::Info;
  fixture.add("a", "x").suppressed = true;
  const json issues = gitlab(fixture);
  REQUIRE(issues.size() == 3);
  CHECK(issues[0]["severity"] == "critical");
  CHECK(issues[1]["severity"] == "minor");
  CHECK(issues[2]["severity"] == "info");
}

TEST_CASE("gitlab: fingerprints differ for equal findings, and between files") {
  ReportFixture one("a.yaml", "a: 1\n");
  ReportFixture same("./a.yaml", "a: 1\n");
  ReportFixture other("b.yaml", "a: 1\n");
  for (ReportFixture* fixture : {&one, &same, &other}) fixture->add("a", "x").fingerprint = "f";
  std::set<std::string> fingerprints;
  for (const json& issue : gitlab(one, same, other)) {
    fingerprints.insert(issue["fingerprint"].get<std::string>());
  }
  CHECK(fingerprints.size() == 3);
  // Where the line stands does not matter.
  ReportFixture moved("a.yaml", "# new\na: 1\n");
  moved.add("a: 1", "x").fingerprint = "f";
  CHECK(gitlab(moved)[0]["fingerprint"] == gitlab(one)[0]["fingerprint"]);
}

TEST_CASE("gitlab: nothing found is an empty list") {
  CHECK(gitlab(ReportFixture("a", "")) == json::array());
}
