#include <array>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "lint/fingerprint.h"
#include "report/formats.h"
#include "report/reporter.h"
#include "report_fixture.h"

namespace report = grpolint::report;
using Catch::Contains;
using Catch::StartsWith;
using grpolint::Severity;

namespace {

std::string concise(const ReportFixture& fixture) {
  return report::concise(std::array{fixture.report});
}
std::string full(const ReportFixture& fixture, const report::TextStyle& style = {}) {
  return report::full(std::array{fixture.report}, style);
}

}  // namespace

TEST_CASE("concise: one line a finding, columns in characters") {
  ReportFixture fixture("run.yaml", "größe: 1\nlr: x\n");
  fixture.add("1", "too small");
  fixture.add("x", "no\nnumber").severity = Severity::Info;
  CHECK(concise(fixture) ==
        "run.yaml:1:8: error: too small [MEM001 24gb-three-levers]\n"
        "run.yaml:2:5: info: no\\nnumber [MEM001 24gb-three-levers]\n");
}

TEST_CASE("concise and full leave suppressed findings out") {
  ReportFixture fixture("run.yaml", "a: 1\n");
  fixture.add("1", "x").suppressed = true;
  CHECK(concise(fixture).empty());
  CHECK(full(fixture).empty());
}

TEST_CASE("full: the source with carets, labels, help and what it rests on") {
  ReportFixture fixture("run.yaml", "model: m\noptim: adamw_torch\nx: 1\ny: 2\nlr: 1e-6\n");
  auto& finding = fixture.add("adamw_torch", "does not fit");
  finding.labels = {{fixture.at("1e-6"), "read here"}};
  finding.help = "set optim: adamw_8bit";
  finding.url = "https://example.org/MEM001";
  finding.facts = {{"run.optim", "adamw_torch", "written"},
                   {"run.sleep_mode", "false", "TRL 0.24.0 default"}};
  CHECK(full(fixture) ==
        "run.yaml:2:8: error: does not fit [MEM001 24gb-three-levers]\n"
        "   |\n"
        " 2 | optim: adamw_torch\n"
        "   |        ^^^^^^^^^^^\n"
        " ...\n"
        " 5 | lr: 1e-6\n"
        "   |     ---- read here\n"
        "   = help: set optim: adamw_8bit\n"
        "   = because: run.sleep_mode = false (TRL 0.24.0 default)\n"
        "   = see: https://example.org/MEM001\n");
}

TEST_CASE("full: on a terminal a wide headline is wrapped at blanks, its rule kept whole") {
  ReportFixture fixture("run.yaml", "a: 1\n");
  fixture.add("1", "does not fit RTX 4090: at best 77.6 GiB of 23.5 GiB");
  CHECK_THAT(full(fixture, {.width = 50, .terminal = true}),
             StartsWith("run.yaml:1:4: error: does not fit RTX 4090: at\n"
                        "    best 77.6 GiB of 23.5 GiB\n"
                        "    [MEM001 24gb-three-levers]\n"
                        "   |\n"));
  fixture.report.findings[0].message = "does not fit RTX 4090: at best 77.6 GiB";
  CHECK_THAT(full(fixture, {.width = 50, .terminal = true}),
             StartsWith("run.yaml:1:4: error: does not fit RTX 4090: at\n"
                        "    best 77.6 GiB [MEM001 24gb-three-levers]\n"));
  CHECK_THAT(full(fixture, {.width = 50}),
             StartsWith("run.yaml:1:4: error: does not fit RTX 4090: at best 77.6 GiB [MEM001"));
}

TEST_CASE("full: carets stand below what they mean, with tabs and wide characters before it") {
  ReportFixture fixture("run.yaml", "\tk: [\"日本\", bad]\n");
  fixture.add("bad", "x");
  CHECK_THAT(full(fixture), Contains(" 1 |     k: [\"日本\", bad]\n"
                                     "   |                 ^^^\n"));
}

TEST_CASE("full: an empty place is one caret, also at the end of the file") {
  ReportFixture fixture("run.yaml", "a:\n");
  fixture.add("a:", "x").span = {2, 2};
  CHECK_THAT(full(fixture), Contains(" 1 | a:\n   |   ^\n"));
  fixture.report.findings[0].span = {3, 3};
  CHECK_THAT(full(fixture), Contains("   | "));
}

TEST_CASE("full: a place over several lines is marked on its first") {
  ReportFixture fixture("run.yaml", "a:\n  b: 1\n  c: 2\n");
  fixture.add("b: 1\n  c: 2", "x");
  CHECK_THAT(full(fixture), Contains(" 2 |   b: 1\n   |   ^^^^\n") && !Contains(" 3 |"));
}

TEST_CASE("full: a line longer than the terminal is cut to the part around its mark") {
  ReportFixture fixture("run.json", "{\"a\": \"" + std::string(300, 'x') +
                                        "\", \"key\": 7, \"b\": \"" + std::string(300, 'y') +
                                        "\"}\n");
  fixture.add("7", "x");
  const std::string text = full(fixture, {.width = 60});
  CHECK_THAT(text, Contains("\"key\": 7"));
  std::string_view rest = text;
  rest.remove_prefix(rest.find('\n') + 1);  // the headline is never cut
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    CHECK(rest.substr(0, end).size() <= 60 + 4);  // two ellipses of three bytes
    rest.remove_prefix(end + 1);
  }
  const std::size_t caret = text.find('^');
  const std::size_t line = text.rfind('\n', caret);
  const std::size_t source_line = text.rfind('\n', line - 1);
  // The ellipsis before the line takes one column and three bytes.
  CHECK(text[source_line + (caret - line) + 2] == '7');
}

TEST_CASE("full: nothing in the source reaches the terminal as a control") {
  ReportFixture fixture("run.yaml", "a: \"\x1b[31m\" bad\n");
  fixture.add("bad", "x");
  CHECK_THAT(full(fixture), !Contains("\x1b"));
}

TEST_CASE("json: everything a finding has, with positions in characters and bytes") {
  ReportFixture fixture("run.yaml", "größe: 1\noptim: x\n");
  auto& finding = fixture.add("1", "too \"small\"");
  finding.stage = grpolint::Stage::FirstStep;
  finding.confidence = grpolint::Confidence::Medium;
  finding.key_path = "größe";
  finding.labels = {{fixture.at("x"), "here"}};
  finding.facts = {{"run.optim", "x", "written"}};
  finding.fix = grpolint::Fix{"set it", true, {{fixture.at("1"), "2"}}};
  finding.fingerprint = "0123456789abcdef";
  const std::string fingerprint = grpolint::lint::project_fingerprint("run.yaml", finding);
  auto& hidden = fixture.add("x", "hidden");
  hidden.suppressed = true;
  hidden.suppression_reason = "measured";

  const auto root = nlohmann::json::parse(report::json(std::array{fixture.report}, {}));
  CHECK(root["version"] == 1);
  CHECK(root["tool"]["name"] == "grpolint");
  CHECK(root["files"][0]["file"] == "run.yaml");
  CHECK(root["summary"]["errors"] == 1);
  CHECK(root["summary"]["suppressed"] == 1);
  REQUIRE(root["findings"].size() == 2);
  const auto& first = root["findings"][0];
  CHECK(first["code"] == "MEM001");
  CHECK(first["severity"] == "error");
  CHECK(first["confidence"] == "medium");
  CHECK(first["stage"] == "first-step");
  CHECK(first["message"] == "too \"small\"");
  CHECK(first["range"]["start"] == nlohmann::json({{"line", 1}, {"column", 8}, {"offset", 9}}));
  CHECK(first["range"]["end"]["column"] == 9);
  CHECK(first["labels"][0]["text"] == "here");
  CHECK(first["facts"]["run.optim"]["origin"] == "written");
  CHECK(first["fix"]["applicability"] == "safe");
  CHECK(first["fix"]["edits"][0]["text"] == "2");
  CHECK(first["suppressed"].is_null());
  CHECK(first["fingerprint"] == fingerprint);
  CHECK(root["findings"][1]["suppressed"]["reason"] == "measured");
}

TEST_CASE("json: bytes that are not UTF-8 do not break the report") {
  ReportFixture fixture("run.yaml", "a: 1\n");
  fixture.add("1", "bad \xFF byte");
  CHECK_NOTHROW(nlohmann::json::parse(report::json(std::array{fixture.report}, {})));
}

TEST_CASE("every format is in the table, and the summary counts") {
  ReportFixture fixture("run.yaml", "a: 1\n");
  fixture.add("1", "x");
  fixture.add("1", "x").severity = Severity::Warning;
  fixture.add("1", "x").severity = Severity::Warning;
  for (const std::string_view name : report::format_names()) {
    if (name == "auto") continue;
    CHECK_FALSE(report::render(name, std::array{fixture.report}, {}).empty());
  }
  CHECK(report::summary(report::count(std::array{fixture.report})) ==
        "1 error, 2 warnings in 1 file");
  fixture.report.findings.clear();
  CHECK(report::summary(report::count(std::array{fixture.report})) == "no problems in 1 file");
  fixture.report.linted = false;
  CHECK(report::summary(report::count(std::array{fixture.report})) ==
        "no GRPO config among 1 file");
}
