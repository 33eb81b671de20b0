#include "report/json_parts.h"
#include "report/project_path.h"
#include "report/reporter.h"

namespace grpolint::report {

std::string jsonl(std::span<const lint::FileReport> reports, const RunContext& context) {
  std::string out;
  for (const lint::FileReport& report : reports) {
    const std::string path = project_path(report.file, context.root);
    for (const Finding& finding : report.findings) {
      out += json_line(json_finding(report, finding, path));
    }
  }
  return out;
}

}  // namespace grpolint::report
