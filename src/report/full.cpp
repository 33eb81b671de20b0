#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "report/paint.h"
#include "report/reporter.h"
#include "report/snippet.h"
#include "report/text.h"

namespace grpolint::report {
namespace {

constexpr std::size_t kHang = 4;
constexpr int kNarrowest = 40;

std::size_t width_of(const TextStyle& style) {
  return static_cast<std::size_t>(std::max(style.width, kNarrowest));
}

/// Columns of the last line of a text whose first one stands behind `before`.
std::size_t last_column(std::string_view text, std::size_t before) {
  const std::size_t line = text.rfind('\n');
  return line == std::string_view::npos ? before + display_width(text)
                                        : display_width(text.substr(line + 1));
}

/// The message and behind it the name of the rule, which stays whole.
std::string wrapped(const Finding& finding, std::size_t before, std::string_view name,
                    const TextStyle& style) {
  const std::string text = escape_line(finding.message);
  const std::string message = style.terminal ? wrap(text, width_of(style), kHang, before) : text;
  const bool fits = last_column(message, before) + 1 + display_width(name) <= width_of(style);
  return paint(message, Role::Emphasis, style) +
         (fits || !style.terminal ? " " : '\n' + std::string(kHang, ' ')) +
         link(name, finding.url, style);
}

std::string headline(const lint::FileReport& report, const Finding& finding,
                     const TextStyle& style) {
  const Position at = report.source.position(finding.span.begin);
  const std::string place = fmt::format("{}:{}:{}:", escape_path(report.file), at.line, at.column);
  const std::string severity = fmt::format("{}:", to_string(finding.severity));
  const std::string name = fmt::format("[{} {}]", finding.code, finding.name);
  const std::size_t before = display_width(place) + 1 + display_width(severity) + 1;
  return fmt::format("{} {} {}\n", paint(place, Role::Emphasis, style),
                     paint(severity, role_of(finding.severity), style),
                     wrapped(finding, before, name, style));
}

std::vector<Mark> marks_of(const Finding& finding) {
  std::vector<Mark> marks = {{finding.span, "", true}};
  for (const Label& label : finding.labels) {
    if (label.span == finding.span) {
      marks.front().text = label.text;
    } else {
      marks.push_back({label.span, label.text, false});
    }
  }
  return marks;
}

/// What was not written in the file, and so cannot be seen in the snippet.
bool worth_saying(const FactNote& fact) { return fact.origin != "written"; }

std::string footnotes(const Finding& finding, std::size_t gutter, const TextStyle& style) {
  std::string out;
  const std::size_t width = width_of(style);
  const auto add = [&](std::string_view label, const std::string& text) {
    const std::size_t indent = gutter + 4 + label.size() + 1;
    out += std::string(gutter + 2, ' ') + paint("=", Role::Gutter, style) + ' ' +
           paint(label, Role::Emphasis, style) + ' ' + wrap(text, width, indent) + '\n';
  };
  if (!finding.help.empty()) add("help:", escape_line(finding.help));
  if (finding.fix) {
    add(finding.fix->safe ? "fix:" : "fix (check it):", escape_line(finding.fix->title));
  }
  for (const FactNote& fact : finding.facts) {
    if (!worth_saying(fact)) continue;
    add("because:", escape_line(fmt::format("{} = {} ({})", fact.name, fact.value, fact.origin)));
  }
  if (!style.hyperlinks && !finding.url.empty()) {
    // Never broken: a URL is for copying.
    out += std::string(gutter + 2, ' ') + paint("=", Role::Gutter, style) + ' ' +
           paint("see:", Role::Emphasis, style) + ' ' + finding.url + '\n';
  }
  return out;
}

}  // namespace

std::string full(std::span<const lint::FileReport> reports, const TextStyle& style) {
  std::string out;
  for (const lint::FileReport& report : reports) {
    for (const Finding& finding : report.findings) {
      if (finding.suppressed) continue;
      if (!out.empty()) out += '\n';
      const std::vector<Mark> marks = marks_of(finding);
      out += headline(report, finding, style);
      out += snippet(report.source, marks, report.credentials, role_of(finding.severity), style);
      out += footnotes(finding, gutter_width(report.source, marks), style);
    }
  }
  return out;
}

}  // namespace grpolint::report
