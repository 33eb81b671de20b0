#include "report/finding_line.h"

#include <fmt/format.h>

#include "report/text.h"

namespace grpolint::report {

std::string finding_line(const lint::FileReport& report, const Finding& finding) {
  const Position at = report.source.position(finding.span.begin);
  return fmt::format("{}:{}:{}: {}: {} [{} {}]", escape_path(report.file), at.line, at.column,
                     to_string(finding.severity), escape_line(finding.message), finding.code,
                     finding.name);
}

}  // namespace grpolint::report
