#include <algorithm>

#include "report/json_parts.h"
#include "report/region.h"
#include "report/reporter.h"

namespace grpolint::report {
namespace {

// Reviewdog Diagnostic Format: reviewdog/reviewdog, proto/rdf/reviewdog.proto (read 2026-11-30).

std::string_view rd_severity(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "ERROR";
    case Severity::Warning:
      return "WARNING";
    case Severity::Info:
      return "INFO";
  }
  return "UNKNOWN_SEVERITY";
}

/// Columns count the bytes of the line as they stand in the file, a byte order mark included:
/// reviewdog cuts suggestions out of the line by them.
Json rd_position(const Source& source, Position at) {
  const bool after_mark = at.line == 1 && source.has_byte_order_mark();
  return {{"line", at.line}, {"column", at.column + (after_mark ? 3U : 0U)}};
}

Json rd_range(const Source& source, const Region& region) {
  return {{"start", rd_position(source, region.begin)}, {"end", rd_position(source, region.end)}};
}

Json rd_location(const lint::FileReport& report, Span span) {
  return {{"path", report.file},
          {"range", rd_range(report.source, region_of(report.source, span, ColumnUnit::Bytes))}};
}

/// A suggestion is one edit that can be taken alone, so a fix of several edits has none.
Json rd_suggestions(const Source& source, const Fix& fix) {
  Json list = Json::array();
  if (fix.edits.size() != 1) return list;
  const Edit& edit = fix.edits.front();
  const Region region{source.position(edit.span.begin, ColumnUnit::Bytes),
                      source.position(edit.span.end, ColumnUnit::Bytes)};
  list.push_back({{"range", rd_range(source, region)}, {"text", edit.text}});
  return list;
}

Json rd_related(const lint::FileReport& report, const Finding& finding) {
  Json list = Json::array();
  for (const Label& label : finding.labels) {
    list.push_back({{"message", label.text}, {"location", rd_location(report, label.span)}});
  }
  return list;
}

Json rd_diagnostic(const lint::FileReport& report, const Finding& finding) {
  Json out;
  out["message"] = finding.message;
  out["location"] = rd_location(report, finding.span);
  out["severity"] = rd_severity(finding.severity);
  out["code"] = {{"value", finding.code}};
  if (!finding.url.empty()) out["code"]["url"] = finding.url;
  if (finding.fix) {
    Json suggestions = rd_suggestions(report.source, *finding.fix);
    if (!suggestions.empty()) out["suggestions"] = std::move(suggestions);
  }
  if (!finding.labels.empty()) out["relatedLocations"] = rd_related(report, finding);
  return out;
}

/// The severity of the whole: that of its loudest finding.
Severity loudest(std::span<const lint::FileReport> reports) {
  Severity severity = Severity::Info;
  for (const lint::FileReport& report : reports) {
    for (const Finding& finding : report.findings) {
      if (!finding.suppressed) severity = std::max(severity, finding.severity);
    }
  }
  return severity;
}

}  // namespace

std::string rdjson(std::span<const lint::FileReport> reports) {
  Json diagnostics = Json::array();
  for (const lint::FileReport& report : reports) {
    for (const Finding& finding : report.findings) {
      if (!finding.suppressed) diagnostics.push_back(rd_diagnostic(report, finding));
    }
  }
  Json root;
  root["source"] = {{"name", "grpolint"}, {"url", kHomepage}};
  root["severity"] = rd_severity(loudest(reports));
  root["diagnostics"] = std::move(diagnostics);
  return json_text(root);
}

}  // namespace grpolint::report
