#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "example_options.h"
#include "lint/linter.h"
#include "rules/example.h"

namespace {

using namespace grpolint;

/// "line 3: MEM001 error", sorted; severities only where the mark states one.
using Marks = std::vector<std::string>;

std::string mark(std::uint32_t line, std::string_view code, std::optional<Severity> severity) {
  return fmt::format("line {}: {}{}{}", line, code, severity ? " " : "",
                     severity ? to_string(*severity) : "");
}

Marks expected_marks(const rules::PlainExample& example) {
  Marks marks;
  for (const auto& expected : example.expected) {
    marks.push_back(mark(expected.line, expected.code, expected.severity));
  }
  std::sort(marks.begin(), marks.end());
  return marks;
}

bool states_severity(const rules::PlainExample& example, std::uint32_t line,
                     std::string_view code) {
  return std::any_of(example.expected.begin(), example.expected.end(), [&](const auto& expected) {
    return expected.line == line && expected.code == code && expected.severity;
  });
}

/// What was found, of the rule under test and of the other rules that the example marks.
Marks found_marks(const lint::FileReport& report, const rules::PlainExample& example,
                  const rules::Rule& rule) {
  Marks marks;
  for (const Finding& finding : report.findings) {
    const auto line = report.source.position(finding.span.begin).line;
    const bool marked =
        std::any_of(example.expected.begin(), example.expected.end(),
                    [&](const auto& expected) { return expected.code == finding.code; });
    if (finding.suppressed || (finding.code != rule.code && !marked)) continue;
    const bool severity = states_severity(example, line, finding.code);
    marks.push_back(
        mark(line, finding.code, severity ? std::optional(finding.severity) : std::nullopt));
  }
  std::sort(marks.begin(), marks.end());
  return marks;
}

std::string findings_in_words(const lint::FileReport& report) {
  std::string text;
  for (const Finding& finding : report.findings) {
    text += fmt::format("{}: {}: {} [{}]\n", report.source.position(finding.span.begin).line,
                        to_string(finding.severity), finding.message, finding.code);
  }
  return text;
}

void run_example(const rules::RuleSet& rules, const rules::Rule& rule,
                 const rules::Example& example) {
  const auto read = rules::without_marks(example.text);
  REQUIRE(std::holds_alternative<rules::PlainExample>(read));
  const auto& plain = std::get<rules::PlainExample>(read);
  const auto target = read_example_options(example.options);
  if (!target) FAIL(target.error().message);

  lint::LintOptions options;
  options.circumstances.command_line = *target;
  options.circumstances.named = true;
  options.circumstances.companions.search_requirements = false;
  const std::string name = fmt::format("example.{}", example.format);
  const auto report = lint::lint_file(Source(name, plain.text), *format_of(name), rules, options);
  if (!report) FAIL(report.error().message);
  INFO(plain.text);
  INFO(findings_in_words(*report));
  CHECK(found_marks(*report, plain, rule) == expected_marks(plain));
}

}  // namespace

TEST_CASE("every example of every rule gives exactly the findings it marks") {
  const auto rules = grpolint::rules::RuleSet::embedded();
  REQUIRE_FALSE(rules.rules().empty());
  for (const grpolint::rules::Rule* rule : rules.rules()) {
    for (const grpolint::rules::Example& example : rule->examples) {
      DYNAMIC_SECTION(rule->code << (example.bad ? " bad: " : " good: ") << example.title) {
        run_example(rules, *rule, example);
      }
    }
  }
}
