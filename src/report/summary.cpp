#include <fmt/format.h>

#include "report/reporter.h"
#include "report/text.h"

namespace grpolint::report {

Counts count(std::span<const lint::FileReport> reports) {
  Counts counts;
  counts.files = reports.size();
  for (const lint::FileReport& report : reports) {
    bool any = false;
    for (const Finding& finding : report.findings) {
      if (finding.suppressed) {
        ++counts.suppressed;
        continue;
      }
      any = true;
      ++(finding.severity == Severity::Error     ? counts.errors
         : finding.severity == Severity::Warning ? counts.warnings
                                                 : counts.infos);
    }
    if (report.linted) ++counts.linted_files;
    if (any) ++counts.files_with_findings;
  }
  return counts;
}

std::string summary(const Counts& counts) {
  std::string text;
  const auto add = [&](std::size_t number, std::string_view noun) {
    if (number > 0) text += (text.empty() ? "" : ", ") + counted(number, noun);
  };
  add(counts.errors, "error");
  add(counts.warnings, "warning");
  if (counts.infos > 0) text += fmt::format("{}{} info", text.empty() ? "" : ", ", counts.infos);
  if (counts.files == 0) return "no files checked";
  if (text.empty()) {
    text = counts.linted_files == 0 && counts.files > 0
               ? fmt::format("no GRPO config among {}", counted(counts.files, "file"))
               : fmt::format("no problems in {}", counted(counts.linted_files, "file"));
  } else {
    text += " in " + counted(counts.files_with_findings, "file");
  }
  if (counts.suppressed > 0) text += fmt::format(" ({} suppressed)", counts.suppressed);
  return text;
}

}  // namespace grpolint::report
