#include <map>

#include "lint/tool_version.h"
#include "report/line_hash.h"
#include "report/project_path.h"
#include "report/reporter.h"
#include "report/sarif_parts.h"

namespace grpolint::report {
namespace {

// SARIF 2.1.0 (OASIS, 2020-03) within what GitHub code scanning takes: one run, paths relative to
// the repository without a base, which its upload does not honour (github/codeql-action#2215).
constexpr std::string_view kSchema = "https://json.schemastore.org/sarif-2.1.0.json";

/// Results GitHub takes in one run; a file with more is refused as a whole.
constexpr std::size_t kMostResults = 25000;

Json driver(Json rules) {
  Json out;
  out["name"] = "grpolint";
  out["semanticVersion"] = lint::tool_version();
  out["informationUri"] = kHomepage;
  out["rules"] = std::move(rules);
  return {{"driver", std::move(out)}};
}

Json notification(std::string_view level, std::string text) {
  return {{"level", level}, {"message", {{"text", std::move(text)}}}};
}

/// The results of a run and what was odd about making them.
struct Outcome {
  Json results = Json::array();
  Json notifications = Json::array();
  std::size_t left_out = 0;
};

void add(const lint::FileReport& report, Severity severity, const RunContext& context,
         const std::map<std::string, std::size_t>& rule_indices, Outcome& outcome) {
  const std::string path = project_path(report.file, context.sarif_root);
  std::vector<std::string> hashes;  // a pass over the file, needed only where something was found
  for (const Finding& finding : report.findings) {
    if (finding.severity != severity) continue;
    if (outcome.results.size() == kMostResults) {
      ++outcome.left_out;
      continue;
    }
    if (hashes.empty()) hashes = line_hashes(report.source.bytes());
    const std::uint32_t line = report.source.position(finding.span.begin).line;
    Json result = sarif_result(report, finding, path, hashes[line - 1]);
    result["ruleIndex"] = rule_indices.at(finding.code);
    if (finding.stage == Stage::Parse && severity == Severity::Error) {
      Json unread = notification("error", sarif_text(finding.message));
      unread["locations"] =
          Json::array({sarif_location(report.source, finding.span, path_uri(path))});
      outcome.notifications.push_back(std::move(unread));
    }
    outcome.results.push_back(std::move(result));
  }
}

}  // namespace

std::string sarif(std::span<const lint::FileReport> reports, const RunContext& context) {
  Json rules = sarif_rules(reports, context);
  std::map<std::string, std::size_t> rule_indices;
  for (const Json& rule : rules) {
    rule_indices.emplace(rule["id"].get<std::string>(), rule_indices.size());
  }
  Outcome outcome;
  for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Info}) {
    for (const lint::FileReport& report : reports) {
      add(report, severity, context, rule_indices, outcome);
    }
  }
  if (outcome.left_out > 0) {
    outcome.notifications.push_back(notification(
        "warning", std::to_string(outcome.left_out) + " findings of lower severity left out"));
  }
  if (!context.complete) {
    outcome.notifications.push_back(
        notification("error", "a file could not be checked; standard error says which and why"));
  }
  Json invocation = {{"executionSuccessful", context.complete}};
  invocation["toolExecutionNotifications"] = std::move(outcome.notifications);
  Json run;
  run["tool"] = driver(std::move(rules));
  run["automationDetails"] = {{"id", "grpolint/"}};
  run["columnKind"] = kSarifColumnKind;
  run["invocations"] = Json::array({std::move(invocation)});
  run["results"] = std::move(outcome.results);
  Json root;
  root["$schema"] = kSchema;
  root["version"] = "2.1.0";
  root["runs"] = Json::array({std::move(run)});
  return json_text(root);
}

}  // namespace grpolint::report
