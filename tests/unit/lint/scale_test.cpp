#include <catch2/catch.hpp>
#include <ctime>
#include <string>
#include <utility>

#include "lint/fix/fix_text.h"
#include "lint/suppression/add_ignores.h"
#include "linting.h"

namespace lint = grpolint::lint;
using grpolint::Finding;
using grpolint::Format;
using grpolint::Source;

namespace {

constexpr const char* kHead =
    "num_generations: 8\nper_device_train_batch_size: 8\nmax_completion_length: 8\n";

lint::LintOptions options() {
  lint::LintOptions options;
  options.selection.select = {"SYN002", "SUP"};
  options.circumstances.companions.search_requirements = false;
  return options;
}

lint::FileReport lint_text(const std::string& text) {
  return report_on(text, Format::Yaml, options());
}

/// Four times as many should take four times as long, sixteen times when each looks at each other.
/// The process's own time, so that a busy machine tells the same.
template <typename Work>
double growth(Work work) {
  constexpr int kFew = 700;
  constexpr int kMany = 4 * kFew;
  work(kFew);  // what is done once only
  const std::clock_t start = std::clock();
  work(kFew);
  const std::clock_t middle = std::clock();
  work(kMany);
  const std::clock_t end = std::clock();
  return static_cast<double>(end - middle) / static_cast<double>(middle - start);
}

constexpr double kNearlyLinear = 8;

}  // namespace

TEST_CASE("thousands of fixes take time in proportion") {
  const double times = growth([](int count) {
    std::string text = kHead;
    for (int i = 0; i < count; ++i) text += "# grpolint: ignore[SYN002]\n";
    text += "reward_weights:\n";
    for (int i = 0; i < count; ++i) text += "- 1.0  # grpolint: ignore[SYN002]\n";
    const auto fixed = lint::fix_file(lint_text(text), Format::Yaml, embedded_rules(), options(),
                                      lint::FixLevel::Any);
    REQUIRE(fixed);
    CHECK(fixed->applied.size() == 2U * static_cast<unsigned>(count));
    CHECK(fixed->report.findings.empty());
  });
  CHECK(times < kNearlyLinear);
}

TEST_CASE("thousands of ignore comments take time in proportion") {
  const double times = growth([](int count) {
    // More findings than a rule makes of one file: each line has one of its own.
    std::string text = kHead;
    for (int i = 0; i < count; ++i) text += "key_" + std::to_string(i) + ": 1  # note\n";
    lint::FileReport report = lint_text(text);
    for (std::uint32_t line = 4; line < report.source.line_count(); ++line) {
      Finding finding;
      finding.code = "SYN002";
      finding.fingerprint = std::to_string(line);
      finding.span = report.source.line_span(line);
      report.findings.push_back(finding);
    }
    const auto ignored = lint::add_ignores(report, Format::Yaml, embedded_rules(), options(), "");
    REQUIRE(ignored);
    CHECK(ignored->ignored == report.findings.size());
  });
  CHECK(times < kNearlyLinear);
}

TEST_CASE("one fix that does not work does not hold up the others") {
  std::string text = std::string(kHead) + "reward_weights:\n";
  for (int i = 0; i < 1000; ++i) text += "- 1.0  # grpolint: ignore[SYN002]\n";
  lint::FileReport report = lint_text(text);
  Finding& bad = report.findings[700];
  REQUIRE(bad.fix);
  bad.fix->edits = {{{0, 1}, "x: ["}};
  const auto fixed = lint::fix_file(std::move(report), Format::Yaml, embedded_rules(), options(),
                                    lint::FixLevel::Safe);
  REQUIRE(fixed);
  // Linted again, the finding has its own fix once more.
  CHECK(fixed->applied.size() == 1000);
  CHECK(fixed->report.findings.empty());
}
