#include <fmt/format.h>

#include <set>

#include "lint/fingerprint.h"
#include "report/json_parts.h"
#include "report/project_path.h"
#include "report/region.h"
#include "report/reporter.h"

namespace grpolint::report {
namespace {

// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format

std::string_view gitlab_severity(const Finding& finding) {
  switch (finding.severity) {
    case Severity::Error:
      return finding.stage == Stage::Parse ? "critical" : "major";
    case Severity::Warning:
      return "minor";
    case Severity::Info:
      return "info";
  }
  return "info";
}

Json position(Position at) { return {{"line", at.line}, {"column", at.column}}; }

Json location(const lint::FileReport& report, const Finding& finding, const std::string& path) {
  const Region region = region_of(report.source, finding.span, ColumnUnit::CodePoints);
  return {{"path", path},
          {"lines", {{"begin", region.begin.line}, {"end", region.end.line}}},
          {"positions", {{"begin", position(region.begin)}, {"end", position(region.end)}}}};
}

/// GitLab shows one of several findings with the same fingerprint; two names of one file would
/// have them.
std::string unique_fingerprint(const std::string& path, const Finding& finding,
                               std::set<std::string>& taken) {
  std::string fingerprint = lint::project_fingerprint(path, finding);
  for (int salt = 1; !taken.insert(fingerprint).second; ++salt) {
    fingerprint = lint::project_fingerprint(fmt::format("{}\n{}", path, salt), finding);
  }
  return fingerprint;
}

}  // namespace

std::string gitlab(std::span<const lint::FileReport> reports, const RunContext& context) {
  Json issues = Json::array();
  std::set<std::string> taken;
  for (const lint::FileReport& report : reports) {
    const std::string path = project_path(report.file, context.gitlab_root);
    for (const Finding& finding : report.findings) {
      if (finding.suppressed) continue;
      issues.push_back({{"description", fmt::format("{}: {}", finding.code, finding.message)},
                        {"check_name", finding.code},
                        {"fingerprint", unique_fingerprint(path, finding, taken)},
                        {"severity", gitlab_severity(finding)},
                        {"location", location(report, finding, path)}});
    }
  }
  return json_text(issues);
}

}  // namespace grpolint::report
