#include <array>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "report/reporter.h"
#include "report_fixture.h"

using grpolint::Severity;
using nlohmann::json;

namespace {

json rdjson(const ReportFixture& fixture) {
  return json::parse(grpolint::report::rdjson(std::array{fixture.report}));
}

json range(int start_line, int start_column, int end_line, int end_column) {
  return {{"start", {{"line", start_line}, {"column", start_column}}},
          {"end", {{"line", end_line}, {"column", end_column}}}};
}

}  // namespace

TEST_CASE("rdjson: columns count bytes, the end is exclusive") {
  ReportFixture fixture("run.yaml",
                        "x: 1\r\n\xF0\x9F\x98\x80 gr\xC3\xB6\xC3\x9F"
                        "e: 22\r\n");
  fixture.add("22", "too small").url = "https://example.org/MEM001";
  const json root = rdjson(fixture);
  CHECK(root["source"]["name"] == "grpolint");
  CHECK(root["severity"] == "ERROR");
  const json& diagnostic = root["diagnostics"][0];
  CHECK(diagnostic["location"] == json{{"path", "run.yaml"}, {"range", range(2, 15, 2, 17)}});
  CHECK(diagnostic["code"] == json{{"value", "MEM001"}, {"url", "https://example.org/MEM001"}});
}

TEST_CASE("rdjson: the bytes of a byte order mark are bytes of the line") {
  ReportFixture fixture("run.yaml",
                        "\xEF\xBB\xBF"
                        "a: 1\nb: 2\n");
  fixture.add("1", "x");
  fixture.add("2", "x");
  const json diagnostics = rdjson(fixture)["diagnostics"];
  CHECK(diagnostics[0]["location"]["range"] == range(1, 7, 1, 8));
  CHECK(diagnostics[1]["location"]["range"] == range(2, 4, 2, 5));
}

TEST_CASE("rdjson: a fix of one edit is a suggestion, one of several is not") {
  ReportFixture fixture("run.yaml", "a: 1\nb: 2\n");
  auto& finding = fixture.add("1", "x");
  finding.severity = Severity::Info;
  finding.fix = grpolint::Fix{"t", false, {{fixture.at("b: 2"), ""}}};
  finding.labels = {{fixture.at("b"), "here"}};
  auto& second = fixture.add("2", "y");
  second.fix = grpolint::Fix{"t", true, {{{0, 0}, "k"}, {{1, 1}, "k"}}};
  second.severity = Severity::Warning;
  const json root = rdjson(fixture);
  CHECK(root["severity"] == "WARNING");
  const json& diagnostics = root["diagnostics"];
  CHECK(diagnostics[0]["suggestions"] ==
        json::array({{{"range", range(2, 1, 2, 5)}, {"text", ""}}}));
  CHECK(diagnostics[0]["relatedLocations"][0]["message"] == "here");
  CHECK_FALSE(diagnostics[1].contains("suggestions"));
}
