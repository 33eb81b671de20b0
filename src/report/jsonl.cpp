#include "report/json_parts.h"
#include "report/reporter.h"

namespace grpolint::report {

std::string jsonl(std::span<const lint::FileReport> reports) {
  std::string out;
  for (const lint::FileReport& report : reports) {
    for (const Finding& finding : report.findings) {
      out += json_line(json_finding(report, finding));
    }
  }
  return out;
}

}  // namespace grpolint::report
