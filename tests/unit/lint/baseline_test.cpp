#include "lint/baseline/baseline.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "linting.h"
#include "temporary_folder.h"

namespace lint = grpolint::lint;
using Catch::Contains;
using grpolint::Format;
using grpolint::Source;

namespace {

lint::RuleSelection selection() {
  lint::RuleSelection result;
  result.select = {"SYN002", "KEY001"};
  return result;
}

lint::FileReport report_named(const std::string& name, const std::string& text) {
  lint::LintOptions options;
  options.selection = selection();
  options.circumstances.companions.search_requirements = false;
  auto report = lint::lint_file(Source(name, text), Format::Yaml, embedded_rules(), options);
  REQUIRE(report);
  return std::move(*report);
}

/// What is left of the findings of `text` when those of `known` are known.
struct Left {
  std::size_t findings = 0;
  std::size_t stale = 0;
};
Left left(const std::string& known, const std::string& text) {
  const TemporaryFolder folder;
  const auto file = folder.write("configs/a.yaml", text).string();
  const auto path = folder.path() / "baseline.json";
  lint::Baseline written(path);
  written.add(report_named(file, known));
  folder.write("baseline.json", *written.text());
  auto baseline = lint::Baseline::read(path);
  if (!baseline) FAIL(baseline.error().message);
  CHECK(baseline->known() == written.known());
  auto report = report_named(file, text);
  baseline->take_out(report, selection(), embedded_rules());
  return {report.findings.size(), baseline->stale().size()};
}

std::string error_of(const std::string& text) {
  const TemporaryFolder folder;
  folder.write("b.json", text);
  const auto baseline = lint::Baseline::read(folder.path() / "b.json");
  return baseline ? "none" : baseline.error().message;
}

constexpr const char* kText =
    "num_generations: 8\nper_device_train_batch_size: 8\nmax-completion-length: 8\n";

}  // namespace

TEST_CASE("known findings are taken out wherever their lines have moved") {
  CHECK(left(kText, kText).findings == 0);
  CHECK(left(kText, "# one\n\n# two\nseed: 1\n" + std::string(kText)).findings == 0);
  CHECK(left(kText, kText).stale == 0);
}

TEST_CASE("what is new is reported, and only as many as were known are taken out") {
  CHECK(left(kText, kText + std::string("learnin_rate: 1\n")).findings == 1);
  const std::string twice = kText + std::string("max-completion-length: 8\n");
  CHECK(left(kText, twice).findings >= 1);
  CHECK(left(twice, twice).findings == 0);
}

TEST_CASE("entries that match nothing any more are stale") {
  CHECK(
      left(kText, "num_generations: 8\nper_device_train_batch_size: 8\nmax_completion_length: 8\n")
          .stale == 1);
}

TEST_CASE("files are named from the folder of the baseline") {
  const TemporaryFolder folder;
  lint::Baseline baseline(folder.path() / "b.json");
  baseline.add(report_named((folder.path() / "x" / "a.yaml").string(), kText));
  REQUIRE(baseline.known().size() == 1);
  CHECK(baseline.known()[0].file == "x/a.yaml");
  CHECK_THAT(*baseline.text(), Contains("\"file\": \"x/a.yaml\", \"code\": \"KEY001\""));
}

TEST_CASE("a damaged baseline is refused at its fault") {
  CHECK_THAT(error_of("{\"grpolint-baseline\": 1, \"findings\": ["), Contains("b.json:1:"));
  CHECK_THAT(error_of("[]"), Contains("no baseline"));
  CHECK_THAT(error_of("{}"), Contains("no baseline"));
  CHECK_THAT(error_of("{\"grpolint-baseline\": 1, \"findings\": []}"),
             Contains("reads baselines of version 2; write it again"));
  CHECK_THAT(error_of("{\"grpolint-baseline\": 2, \"findings\": [\n"
                      "{\"file\": \"a\", \"code\": \"A\", \"fingerprint\": \"zz\"}]}"),
             Contains("b.json:2:") && Contains("16 hexadecimal digits"));
  CHECK_THAT(error_of("{\"grpolint-baseline\": 2, \"findings\": [\n"
                      "{\"file\": \"a\", \"code\": \"A\", \"fingerprint\": \"0123456789abcdef\","
                      "\"count\": 0}]}"),
             Contains("b.json:2:") && Contains("whole number"));
  CHECK_THAT(error_of("{\"grpolint-baseline\": 2, \"findings\": [], \"more\": 1}"),
             Contains("more"));
  CHECK(error_of("{\"grpolint-baseline\": 2, \"findings\": []}") == "none");
}

TEST_CASE("a baseline of many findings is read again, and the last of them is met") {
  // 4 MiB are a config's limit, which a baseline of a large project passes.
  constexpr int kFindings = 15'000;
  lint::FileReport report;
  for (int i = 0; i < kFindings; ++i) {
    grpolint::Finding finding;
    finding.code = "KEY001";
    finding.fingerprint = fmt::format("{:016x}", i);
    report.findings.push_back(finding);
  }
  const TemporaryFolder folder;
  report.file = folder.write(std::string(200, 'a') + ".yaml", kText).string();
  lint::Baseline written(folder.path() / "b.json");
  written.add(report);
  const auto text = written.text();
  REQUIRE(text);
  REQUIRE(text->size() > 4U << 20);
  folder.write("b.json", *text);
  auto baseline = lint::Baseline::read(folder.path() / "b.json");
  if (!baseline) FAIL(baseline.error().message);
  CHECK(baseline->take_out(report, selection(), embedded_rules()) == kFindings);
  CHECK(report.findings.empty());
  CHECK(baseline->stale().empty());
}
