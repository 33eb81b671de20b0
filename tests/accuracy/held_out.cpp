#include "held_out.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lint/analysis.h"
#include "lint/linter.h"
#include "predict.h"
#include "rules/rule_set.h"

namespace grpolint::accuracy {
namespace {

using namespace sizing;

lint::Circumstances circumstances_of(const HeldOutReport& report) {
  lint::Circumstances circumstances;
  circumstances.command_line = report.target;
  circumstances.companions.search_requirements = false;
  circumstances.named = true;
  return circumstances;
}

Source source_of(const HeldOutReport& report) { return {report.name, report.config}; }

/// Adds what the estimate says. False when the report has a GPU and cannot be sized on it.
bool add_estimate(const HeldOutReport& report, Judgement& judgement) {
  if (!report.target.gpu) return true;
  auto analysis = lint::analyse(source_of(report), Format::Yaml, circumstances_of(report));
  if (!analysis.ok() || !analysis->estimate) return false;
  const Estimate& estimate = *analysis->estimate;
  const DeviceEstimate& trainer = estimate.trainer;
  judgement.hardware = analysis->hardware->count > 1
                           ? fmt::format("{} x {}", analysis->hardware->count, trainer.gpu)
                           : trainer.gpu;
  judgement.verdict = trainer.verdict;
  judgement.peak = trainer.peak().bytes;
  judgement.peak_phase = to_string(trainer.peak().phase);
  judgement.capacity = trainer.capacity_bytes;
  judgement.tensors = training_tensors(estimate);
  if (estimate.throughput) judgement.seconds = estimate.throughput->step_seconds;
  return true;
}

/// Judges the findings of the file and of those that it names.
void judge_findings(const lint::FileReport& file, Judgement& judgement) {
  const std::vector<std::string>& wanted = judgement.report->finds;
  for (const Finding& finding : file.findings) {
    if (finding.severity == Severity::Error) judgement.errors.push_back(finding.code);
    if (std::find(wanted.begin(), wanted.end(), finding.code) == wanted.end()) continue;
    if (finding.severity == Severity::Info) {
      judgement.mentioned.push_back(finding.code);
    } else {
      judgement.found = true;
    }
  }
  for (const lint::FileReport& companion : file.companions) judge_findings(companion, judgement);
}

bool add_findings(const HeldOutReport& report, const rules::RuleSet& rules, Judgement& judgement) {
  lint::LintOptions options;
  options.circumstances = circumstances_of(report);
  const auto file = lint::lint_file(source_of(report), Format::Yaml, rules, options);
  if (!file.ok() || !file->linted) return false;
  judge_findings(*file, judgement);
  return true;
}

void check(const Judgement& judgement, std::vector<std::string>& violations) {
  const HeldOutReport& report = *judgement.report;
  if (report.happened == Happened::Worked && judgement.verdict == Verdict::DoesNotFit) {
    violations.push_back(fmt::format(
        "{} ({}) worked and is called \"does not fit\": {:.1f} of {:.1f} GiB", report.name,
        report.source, judgement.peak.low / kGiB, judgement.capacity / kGiB));
  }
  const bool ran = report.happened == Happened::Worked || report.happened == Happened::Accepted;
  if (ran && !judgement.errors.empty()) {
    violations.push_back(fmt::format("{} ({}) ran and gets errors: {}", report.name, report.source,
                                     fmt::join(judgement.errors, ", ")));
  }
}

}  // namespace

HeldOutSummary judge_held_out(const std::vector<HeldOutReport>& reports) {
  const rules::RuleSet rules = rules::RuleSet::embedded();
  HeldOutSummary summary;
  for (const HeldOutReport& report : reports) {
    Judgement judgement;
    judgement.report = &report;
    if (!add_findings(report, rules, judgement) || !add_estimate(report, judgement)) {
      summary.violations.push_back(report.name + " cannot be judged");
      continue;
    }
    check(judgement, summary.violations);
    summary.judgements.push_back(std::move(judgement));
  }
  return summary;
}

}  // namespace grpolint::accuracy
