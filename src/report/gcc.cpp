#include <fmt/format.h>

#include <algorithm>

#include "report/reporter.h"
#include "report/text.h"

namespace grpolint::report {
namespace {

/// GCC has no "info"; editors drop lines with words they do not know.
std::string_view gcc_severity(Severity severity) {
  return severity == Severity::Info ? "note" : to_string(severity);
}

/// One line that does not begin with a blank: line ends become "; ".
std::string gcc_message(std::string_view message) {
  std::string out;
  while (!message.empty()) {
    const std::size_t end = message.find_first_of("\r\n");
    std::string_view part = message.substr(0, end);
    message.remove_prefix(end == std::string_view::npos ? message.size() : end + 1);
    part.remove_prefix(std::min(part.find_first_not_of(" \t"), part.size()));
    if (part.empty()) continue;
    if (!out.empty()) out += "; ";
    out += escape_line(part);
  }
  return out;
}

}  // namespace

std::string gcc(std::span<const lint::FileReport> reports) {
  std::string out;
  for (const lint::FileReport& report : reports) {
    for (const Finding& finding : report.findings) {
      if (finding.suppressed) continue;
      const Position at = report.source.position(finding.span.begin);
      out +=
          fmt::format("{}:{}:{}: {}: {} [{}]\n", escape_path(report.file), at.line, at.column,
                      gcc_severity(finding.severity), gcc_message(finding.message), finding.code);
    }
  }
  return out;
}

}  // namespace grpolint::report
