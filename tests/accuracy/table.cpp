#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "predict.h"
#include "writer.h"

namespace grpolint::accuracy {
namespace {

std::string_view unit_of(Measure measure) {
  switch (measure) {
    case Measure::TrainingTensors:
      return "MiB";
    case Measure::Slope:
      return "kB/token";
    case Measure::EngineWeights:
    case Measure::KvCache:
    case Measure::LogitsBytes:
      return "GiB";
    case Measure::StepSeconds:
      return "s";
  }
  return "";
}

std::string number(double value) {
  return std::abs(value) >= 100 ? fmt::format("{:.0f}", value) : fmt::format("{:.2f}", value);
}

struct Sums {
  double absolute = 0;
  double largest = 0;
  int rows = 0;
  int inside = 0;
};

void summarise(const CaseFile& file, const Sums& sums, Writer& out,
               std::vector<std::string>& violations) {
  const std::string kind =
      file.proof ? "held-out" : "regression: a constant was read off these rows";
  if (file.measure == Measure::StepSeconds) {
    out.line(fmt::format("{} of {} measurements lie inside the range ({}).\n", sums.inside,
                         sums.rows, kind));
  } else {
    out.line(fmt::format("{} rows, mean absolute error {:.1f} %, largest {:.1f} % ({}).\n",
                         sums.rows, sums.absolute / std::max(1, sums.rows), sums.largest, kind));
  }
  if (file.bound_mean && sums.absolute / std::max(1, sums.rows) > *file.bound_mean) {
    violations.push_back(fmt::format("{}: mean error above {:g} %", file.title, *file.bound_mean));
  }
  if (file.bound_max && sums.largest > *file.bound_max) {
    violations.push_back(
        fmt::format("{}: largest error above {:g} %", file.title, *file.bound_max));
  }
  if (file.bound_inside && sums.inside < *file.bound_inside) {
    violations.push_back(
        fmt::format("{}: fewer than {:g} rows inside the range", file.title, *file.bound_inside));
  }
}

void write_file(const CaseFile& file, Writer& out, std::vector<std::string>& violations) {
  out.title(file.title);
  out.line(fmt::format("{} ({}); {}.\n", file.source, file.date, file.note));
  const bool ranges = file.measure == Measure::StepSeconds;
  const std::string unit(unit_of(file.measure));
  out.header({"case", "measured " + unit, "estimated " + unit, ranges ? "range" : "error"});
  Sums sums;
  for (const Case& c : file.cases) {
    const auto outcome = predict(c, file.measure);
    if (!outcome.ok()) {
      violations.push_back(file.title + ", " + c.name + ": " + outcome.error().message);
      continue;
    }
    sums.rows += 1;
    sums.inside += outcome->inside ? 1 : 0;
    sums.absolute += std::abs(outcome->error_percent);
    sums.largest = std::max(sums.largest, std::abs(outcome->error_percent));
    const auto& range = outcome->predicted;
    out.row({c.name, number(c.measured), number(range.likely),
             ranges ? fmt::format("{} to {}{}", number(range.low), number(range.high),
                                  outcome->inside ? "" : " (outside)")
                    : fmt::format("{:+.1f} %", outcome->error_percent)});
  }
  out.line("");
  summarise(file, sums, out, violations);
}

}  // namespace

std::string case_tables(const std::vector<CaseFile>& files, Style style,
                        std::vector<std::string>& violations) {
  Writer out(style);
  for (const CaseFile& file : files) write_file(file, out, violations);
  return std::move(out).take();
}

std::string report_table(const ReportSummary& summary, Style style) {
  Writer out(style);
  out.title("Reports of real runs");
  out.line(fmt::format(
      "{} runs that worked: {} called fits, {} tight, {} \"does not fit\". {} runs that failed: {} "
      "called \"does not fit\", {} tight, {} fits.\n",
      summary.worked.size(), summary.count(true, sizing::Verdict::Fits),
      summary.count(true, sizing::Verdict::Tight), summary.count(true, sizing::Verdict::DoesNotFit),
      summary.failed.size(), summary.count(false, sizing::Verdict::DoesNotFit),
      summary.count(false, sizing::Verdict::Tight), summary.count(false, sizing::Verdict::Fits)));
  if (style == Style::Markdown) {
    for (const std::string& miss : summary.public_misses) out.line("- " + miss);
    return std::move(out).take();
  }
  out.header({"report", "happened", "verdict", "low / likely / high of capacity, GiB"});
  for (const auto* group : {&summary.worked, &summary.failed}) {
    for (const ReportVerdict& r : *group) {
      const auto gib = [](double bytes) { return bytes / sizing::kGiB; };
      out.row({fmt::format("{}, {}", r.id, r.title), r.worked ? "worked" : "failed",
               std::string(to_string(r.verdict)),
               fmt::format("{:.1f} / {:.1f} / {:.1f} of {:.1f}", gib(r.peak.low),
                           gib(r.peak.likely), gib(r.peak.high), gib(r.capacity))});
    }
  }
  out.line("");
  for (const std::string& miss : summary.misses) out.line("- " + miss);
  for (const std::string& skipped : summary.skipped) out.line("- not judged: " + skipped);
  if (!summary.peaks.empty()) {
    out.line("");
    out.header({"measured peak", "allocated GiB", "estimated GiB", "error"});
    for (const PeakCheck& p : summary.peaks) {
      out.row({p.id, fmt::format("{:.2f}", p.measured), fmt::format("{:.2f}", p.estimated),
               fmt::format("{:+.1f} %", 100 * (p.estimated / p.measured - 1))});
    }
  }
  return std::move(out).take();
}

}  // namespace grpolint::accuracy
