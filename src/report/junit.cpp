#include <fmt/format.h>

#include <filesystem>

#include "report/reporter.h"
#include "report/xml.h"

namespace grpolint::report {
namespace {

// The dialect that Jenkins and GitLab read: https://github.com/testmoapp/junitxml.

/// What viewers group by: the path without its ending.
std::string class_name(const std::string& file) {
  return std::filesystem::path(file).replace_extension().generic_string();
}

std::string failure_text(const lint::FileReport& report, const Finding& finding, Position at) {
  std::string text = fmt::format("{}:{}:{}: {}: {}", report.file, at.line, at.column,
                                 to_string(finding.severity), finding.message);
  if (!finding.help.empty()) text += "\nhelp: " + finding.help;
  if (!finding.url.empty()) text += "\nsee: " + finding.url;
  return text;
}

std::string failed_case(const lint::FileReport& report, const Finding& finding) {
  const Position at = report.source.position(finding.span.begin);
  return fmt::format(
      "    <testcase classname=\"{}\" name=\"{}:{}:{}\">\n"
      "      <failure type=\"{}\" message=\"{}\">{}</failure>\n"
      "    </testcase>\n",
      xml_escape(class_name(report.file)), xml_escape(finding.code), at.line, at.column,
      xml_escape(finding.code), xml_escape(finding.message),
      xml_escape(failure_text(report, finding, at)));
}

std::string passed_case(const lint::FileReport& report) {
  return fmt::format("    <testcase classname=\"{}\" name=\"{}\"/>\n",
                     xml_escape(class_name(report.file)), xml_escape(report.file));
}

}  // namespace

std::string junit(std::span<const lint::FileReport> reports) {
  std::string cases;
  std::size_t tests = 0;
  std::size_t failures = 0;
  for (const lint::FileReport& report : reports) {
    const std::size_t before = failures;
    for (const Finding& finding : report.findings) {
      if (finding.suppressed) continue;
      cases += failed_case(report, finding);
      ++failures;
      ++tests;
    }
    if (failures == before && report.linted) {
      cases += passed_case(report);
      ++tests;
    }
  }
  const std::string counts = fmt::format(R"(tests="{}" failures="{}" errors="0")", tests, failures);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"grpolint\" {0}>\n"
      "  <testsuite name=\"grpolint\" {0}>\n"
      "{1}"
      "  </testsuite>\n"
      "</testsuites>\n",
      counts, cases);
}

}  // namespace grpolint::report
