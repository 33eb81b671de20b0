#include <fmt/format.h>

#include <array>

#include "report/project_path.h"
#include "report/region.h"
#include "report/reporter.h"
#include "report/text.h"

namespace grpolint::report {
namespace {

// https://docs.github.com/actions/reference/workflow-commands-for-github-actions; the escapes are
// those of actions/toolkit, packages/core/src/command.ts (read 2026-11-30).

/// Annotations of one kind that GitHub shows for one step; the rest stay in the log.
constexpr std::size_t kShownPerStep = 10;

constexpr std::array kLoudestFirst = {Severity::Error, Severity::Warning, Severity::Info};

std::string_view command(Severity severity) {
  return severity == Severity::Info ? "notice" : to_string(severity);
}

/// The text of a command: line ends survive as escapes, other control characters as \x1b.
std::string escape_data(std::string_view text) {
  std::string out;
  std::size_t begin = 0;
  const auto flush = [&](std::size_t end) {
    for (const char c : escape_line(text.substr(begin, end - begin))) {
      out += c == '%' ? std::string("%25") : std::string(1, c);
    }
    begin = end + 1;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\r' && text[at] != '\n') continue;
    flush(at);
    out += text[at] == '\r' ? "%0D" : "%0A";
  }
  flush(text.size());
  return out;
}

/// The value of a property of a command.
std::string escape_property(std::string_view text) {
  std::string out;
  for (const char c : escape_data(text)) {
    out += c == ':' ? std::string("%3A") : c == ',' ? std::string("%2C") : std::string(1, c);
  }
  return out;
}

std::string annotation(const lint::FileReport& report, const Finding& finding,
                       const RunContext& context) {
  const Region region = wide_region_of(report.source, finding.span, ColumnUnit::CodePoints);
  std::string place = fmt::format("line={},endLine={}", region.begin.line, region.end.line);
  // GitHub refuses columns on a range of lines, and its last column is part of the range.
  if (region.one_line()) {
    place += fmt::format(",col={},endColumn={}", region.begin.column, region.end.column - 1);
  }
  std::string text = finding.message;
  if (!finding.help.empty()) text += "\nhelp: " + finding.help;
  return fmt::format("::{} file={},{},title={}::{}\n", command(finding.severity),
                     escape_property(project_path(report.file, context.github_root)), place,
                     escape_property(fmt::format("{} {}", finding.code, finding.name)),
                     escape_data(text));
}

}  // namespace

std::string github(std::span<const lint::FileReport> reports, const RunContext& context) {
  std::string out;
  std::size_t hidden = 0;
  std::string notices;
  for (const Severity severity : kLoudestFirst) {
    std::size_t count = 0;
    std::string& lines = severity == Severity::Info ? notices : out;
    for (const lint::FileReport& report : reports) {
      for (const Finding& finding : report.findings) {
        if (finding.suppressed || finding.severity != severity) continue;
        lines += annotation(report, finding, context);
        ++count;
      }
    }
    hidden += count > kShownPerStep ? count - kShownPerStep : 0;
  }
  // Before the findings that are notices too, or GitHub would not show this one either.
  if (hidden > 0) {
    out += fmt::format(
        "::notice title=grpolint::{} more finding{} in the log of this step: GitHub shows {} of a "
        "kind\n",
        hidden, hidden == 1 ? "" : "s", kShownPerStep);
  }
  return out + notices;
}

}  // namespace grpolint::report
