#include <fmt/format.h>

#include "lint/fingerprint.h"
#include "report/project_path.h"
#include "report/region.h"
#include "report/sarif_parts.h"

namespace grpolint::report {
namespace {

/// GitHub demands all four numbers.
Json json_region(const Region& region) {
  return {{"startLine", region.begin.line},
          {"startColumn", region.begin.column},
          {"endLine", region.end.line},
          {"endColumn", region.end.column}};
}

/// The message, and links to the labelled places: GitHub shows a related location only where the
/// message links to it.
std::string message_text(const Finding& finding) {
  std::string text = sarif_text(finding.message);
  std::string links;
  for (std::size_t i = 0; i < finding.labels.size(); ++i) {
    if (finding.labels[i].text.empty()) continue;
    links += fmt::format("{}[{}]({})", links.empty() ? "" : ", ",
                         sarif_text(finding.labels[i].text), i + 1);
  }
  if (links.empty()) return text;
  return fmt::format("{}{} See {}.", text, text.ends_with('.') ? "" : ".", links);
}

Json related_locations(const lint::FileReport& report, const Finding& finding,
                       const std::string& uri) {
  Json list = Json::array();
  for (const Label& label : finding.labels) {
    Json location = {{"id", list.size() + 1}};
    location.update(sarif_location(report.source, label.span, uri));
    if (!label.text.empty()) location["message"] = {{"text", sarif_text(label.text)}};
    list.push_back(std::move(location));
  }
  return list;
}

/// Regions of edits are exact: an insertion has an empty one.
Json replacement(const Source& source, const Edit& edit) {
  Json out;
  out["deletedRegion"] = json_region({source.position(edit.span.begin, kSarifColumns),
                                      source.position(edit.span.end, kSarifColumns)});
  if (!edit.text.empty()) out["insertedContent"] = {{"text", edit.text}};
  return out;
}

Json fixes(const Source& source, const Fix& fix, const std::string& uri) {
  Json replacements = Json::array();
  for (const Edit& edit : fix.edits) replacements.push_back(replacement(source, edit));
  const Json change = {{"artifactLocation", {{"uri", uri}}},
                       {"replacements", std::move(replacements)}};
  Json list = Json::array();
  list.push_back({{"description", {{"text", sarif_text(fix.title)}}},
                  {"artifactChanges", Json::array({change})},
                  {"properties", {{"applicability", fix.safe ? "safe" : "unsafe"}}}});
  return list;
}

/// Present in every result: where it is absent, it is not known whether one was suppressed.
Json suppressions(const Finding& finding) {
  Json list = Json::array();
  if (!finding.suppressed) return list;
  Json suppression = {{"kind", "inSource"}, {"status", "accepted"}};
  if (!finding.suppression_reason.empty()) {
    suppression["justification"] = finding.suppression_reason;
  }
  list.push_back(std::move(suppression));
  return list;
}

}  // namespace

std::string sarif_text(std::string_view text) {
  const bool could_link = text.find("](") != std::string_view::npos;
  std::string out;
  for (const char c : text) {
    if (could_link && (c == '[' || c == ']' || c == '\\')) out += '\\';
    out += c;
  }
  return out;
}

Json sarif_location(const Source& source, Span span, const std::string& uri) {
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", uri}}},
            {"region", json_region(wide_region_of(source, span, kSarifColumns))}}}};
}

Json sarif_result(const lint::FileReport& report, const Finding& finding, const std::string& path,
                  const std::string& line_hash) {
  const std::string uri = path_uri(path);
  Json out;
  out["ruleId"] = finding.code;
  out["level"] = sarif_level(finding.severity);
  out["message"] = {{"text", message_text(finding)}};
  out["locations"] = Json::array({sarif_location(report.source, finding.span, uri)});
  out["partialFingerprints"] = {{"primaryLocationLineHash", line_hash},
                                {"grpolint/v1", lint::project_fingerprint(path, finding)}};
  if (!finding.labels.empty()) out["relatedLocations"] = related_locations(report, finding, uri);
  if (finding.fix && !finding.fix->edits.empty()) {
    out["fixes"] = fixes(report.source, *finding.fix, uri);
  }
  out["suppressions"] = suppressions(finding);
  out["properties"] = {{"confidence", to_string(finding.confidence)},
                       {"stage", to_string(finding.stage)}};
  return out;
}

}  // namespace grpolint::report
