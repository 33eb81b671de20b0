#include "report/json_parts.h"
#include "report/project_path.h"
#include "report/reporter.h"

namespace grpolint::report {
namespace {

Json json_summary(const Counts& counts) {
  return {{"errors", counts.errors},
          {"warnings", counts.warnings},
          {"infos", counts.infos},
          {"suppressed", counts.suppressed},
          {"files", counts.files},
          {"linted_files", counts.linted_files},
          {"files_with_findings", counts.files_with_findings}};
}

}  // namespace

std::string json(std::span<const lint::FileReport> reports, const RunContext& context) {
  Json files = Json::array();
  Json findings = Json::array();
  for (const lint::FileReport& report : reports) {
    files.push_back({{"file", report.file},
                     {"dialect", report.dialect},
                     {"recognition", report.recognition},
                     {"linted", report.linted},
                     {"notes", report.notes}});
    const std::string path = project_path(report.file, context.root);
    for (const Finding& finding : report.findings) {
      findings.push_back(json_finding(report, finding, path));
    }
  }
  Json root;
  root["version"] = 1;
  root["tool"] = json_tool();
  root["files"] = std::move(files);
  root["findings"] = std::move(findings);
  root["summary"] = json_summary(count(reports));
  return json_text(root);
}

}  // namespace grpolint::report
