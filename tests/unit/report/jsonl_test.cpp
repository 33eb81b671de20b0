#include <array>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "report/reporter.h"
#include "report_fixture.h"

namespace report = grpolint::report;
using nlohmann::json;

TEST_CASE("jsonl: each line is a finding as json has it") {
  ReportFixture fixture("bad\xFFname\n.yaml",
                        "gr\xC3\xB6\xC3\x9F"
                        "e: \xFF\xF0\x9F\x98\x80 x\n");
  fixture.add("x", "line one\nline two \xFF");
  fixture.add("gr", "hidden").suppressed = true;
  std::istringstream lines(report::jsonl(std::array{fixture.report}, {}));
  json findings = json::array();
  for (std::string line; std::getline(lines, line);) findings.push_back(json::parse(line));
  CHECK(findings == json::parse(report::json(std::array{fixture.report}, {}))["findings"]);
  REQUIRE(findings.size() == 2);
  CHECK(findings[0]["range"]["start"] == json{{"line", 1}, {"column", 11}, {"offset", 15}});
  CHECK(findings[0]["file"] == "bad\xEF\xBF\xBDname\n.yaml");
}

TEST_CASE("jsonl: nothing found, nothing written") {
  ReportFixture fixture("run.yaml", "a: 1\n");
  CHECK(report::jsonl(std::array{fixture.report}, {}).empty());
}
