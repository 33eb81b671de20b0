#include <fmt/format.h>

#include "report/reporter.h"
#include "report/xml.h"

namespace grpolint::report {
namespace {

std::string error_element(const lint::FileReport& report, const Finding& finding) {
  const Position at = report.source.position(finding.span.begin);
  return fmt::format(
      "    <error line=\"{}\" column=\"{}\" severity=\"{}\" message=\"{}\" "
      "source=\"grpolint.{}\"/>\n",
      at.line, at.column, to_string(finding.severity), xml_escape(finding.message),
      xml_escape(finding.code));
}

}  // namespace

std::string checkstyle(std::span<const lint::FileReport> reports) {
  // The version is that of the layout, which readers of Checkstyle reports know.
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"4.3\">\n";
  for (const lint::FileReport& report : reports) {
    std::string errors;
    for (const Finding& finding : report.findings) {
      if (!finding.suppressed) errors += error_element(report, finding);
    }
    if (errors.empty() && !report.linted) continue;
    out += fmt::format("  <file name=\"{}\">\n{}  </file>\n", xml_escape(report.file), errors);
  }
  return out + "</checkstyle>\n";
}

}  // namespace grpolint::report
