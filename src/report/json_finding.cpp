#include "lint/fingerprint.h"
#include "report/json_parts.h"

namespace grpolint::report {
namespace {

Json json_fix(const Source& source, const Fix& fix) {
  Json edits = Json::array();
  for (const Edit& edit : fix.edits) {
    edits.push_back({{"range", json_range(source, edit.span)}, {"text", edit.text}});
  }
  return {{"title", fix.title},
          {"applicability", fix.safe ? "safe" : "unsafe"},
          {"edits", std::move(edits)}};
}

Json json_labels(const Source& source, const std::vector<Label>& labels) {
  Json list = Json::array();
  for (const Label& label : labels) {
    list.push_back({{"range", json_range(source, label.span)}, {"text", label.text}});
  }
  return list;
}

Json json_facts(const std::vector<FactNote>& facts) {
  Json object = Json::object();
  for (const FactNote& fact : facts) {
    object[fact.name] = {{"value", fact.value}, {"origin", fact.origin}};
  }
  return object;
}

/// What a rule leaves out is null, as everything that is not there.
Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

}  // namespace

Json json_finding(const lint::FileReport& report, const Finding& finding, const std::string& path) {
  Json out;
  out["code"] = finding.code;
  out["name"] = finding.name;
  out["severity"] = to_string(finding.severity);
  out["confidence"] = to_string(finding.confidence);
  out["stage"] = to_string(finding.stage);
  out["message"] = finding.message;
  out["help"] = text_or_null(finding.help);
  out["url"] = text_or_null(finding.url);
  out["file"] = report.file;
  out["range"] = json_range(report.source, finding.span);
  out["key_path"] = finding.key_path;
  out["labels"] = json_labels(report.source, finding.labels);
  out["facts"] = json_facts(finding.facts);
  out["fix"] = finding.fix ? json_fix(report.source, *finding.fix) : Json();
  out["suppressed"] = finding.suppressed
                          ? Json{{"kind", "comment"}, {"reason", finding.suppression_reason}}
                          : Json();
  out["fingerprint"] = lint::project_fingerprint(path, finding);
  return out;
}

}  // namespace grpolint::report
