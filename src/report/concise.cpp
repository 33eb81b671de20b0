#include "report/finding_line.h"
#include "report/reporter.h"

namespace grpolint::report {

std::string concise(std::span<const lint::FileReport> reports) {
  std::string out;
  for (const lint::FileReport& report : reports) {
    for (const Finding& finding : report.findings) {
      if (!finding.suppressed) out += finding_line(report, finding) + '\n';
    }
  }
  return out;
}

}  // namespace grpolint::report
