#include "reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "predict.h"
#include "report_facts.h"
#include "sizing/from_facts.h"

namespace grpolint::accuracy {
namespace {

using namespace sizing;

void judge_one(const Report& report, ReportSummary& summary) {
  const auto prepared = prepare(report);
  if (!prepared.ok()) {
    summary.skipped.push_back(report.id + ": " + prepared.error().message);
    return;
  }
  const auto estimated = estimate_model(prepared->setup, prepared->model, Detail::Bare);
  if (!estimated.ok()) {
    summary.skipped.push_back(report.id + ": " + estimated.error().message);
    return;
  }
  const DeviceEstimate& device = estimated->trainer;
  if (report.measured_peak_gib > 0 && report.peak_is_allocated) {
    summary.peaks.push_back(
        {report.id, report.measured_peak_gib, training_tensors(*estimated).likely / kGiB});
  }
  if (!report.judged) return;
  ReportVerdict verdict{report.id,           fmt::format("{} on {}", report.model, report.gpu),
                        report.worked,       device.verdict,
                        device.peak().bytes, device.capacity_bytes};
  const double gib = 1 / kGiB;
  if (report.worked && verdict.verdict == Verdict::DoesNotFit) {
    summary.violations.push_back(report.id + " worked and is called \"does not fit\" (" +
                                 device.first_failure + ")");
  }
  if (!report.worked && verdict.verdict == Verdict::Fits) {
    const std::string reason = fmt::format(
        "likely {:.1f} GiB of {:.1f} in the {} phase; {}", verdict.peak.likely * gib,
        verdict.capacity * gib, to_string(device.peak().phase),
        prepared->model.exact ? "the geometry is known, so a component is missing or too small"
                              : "only the size class of the model is known");
    summary.misses.push_back(
        fmt::format("{} failed ({}) and is called fits: {}", report.id, report.phase, reason));
    summary.public_misses.push_back(
        fmt::format("{} ({}) failed and is called fits: {}", verdict.title, report.url, reason));
  }
  (report.worked ? summary.worked : summary.failed).push_back(std::move(verdict));
}

}  // namespace

int ReportSummary::count(bool of_worked, Verdict verdict) const {
  const auto& group = of_worked ? worked : failed;
  return static_cast<int>(std::count_if(
      group.begin(), group.end(), [&](const ReportVerdict& r) { return r.verdict == verdict; }));
}

ReportSummary judge_reports(const std::string& path) {
  constexpr double kMostTight = 0.4;  // of the runs that worked
  ReportSummary summary;
  std::ifstream stream(path);
  if (!stream) return summary;
  summary.present = true;
  for (std::string line; std::getline(stream, line);) {
    if (const auto report = read_report(line)) judge_one(*report, summary);
  }
  if (summary.count(true, Verdict::Tight) >
      kMostTight * static_cast<double>(summary.worked.size())) {
    summary.violations.push_back("more than 40 % of the runs that worked are called tight");
  }
  return summary;
}

}  // namespace grpolint::accuracy
