#include <fmt/format.h>

#include <algorithm>

#include "sizing/units.h"
#include "table.h"

namespace grpolint::accuracy {
namespace {

using sizing::kGiB;
using sizing::Verdict;

int count(const HeldOutSummary& summary, Happened happened, Verdict verdict) {
  return static_cast<int>(std::count_if(
      summary.judgements.begin(), summary.judgements.end(),
      [&](const Judgement& j) { return j.report->happened == happened && j.verdict == verdict; }));
}

int count(const HeldOutSummary& summary, Happened happened) {
  return static_cast<int>(
      std::count_if(summary.judgements.begin(), summary.judgements.end(),
                    [&](const Judgement& j) { return j.report->happened == happened; }));
}

void memory_summary(const HeldOutSummary& summary, Writer& out) {
  out.line(fmt::format(
      "{} runs that worked: {} called fits, {} tight, {} \"does not fit\". {} runs that ran out of "
      "memory: {} called \"does not fit\", {} tight, {} fits.\n",
      count(summary, Happened::Worked), count(summary, Happened::Worked, Verdict::Fits),
      count(summary, Happened::Worked, Verdict::Tight),
      count(summary, Happened::Worked, Verdict::DoesNotFit), count(summary, Happened::OutOfMemory),
      count(summary, Happened::OutOfMemory, Verdict::DoesNotFit),
      count(summary, Happened::OutOfMemory, Verdict::Tight),
      count(summary, Happened::OutOfMemory, Verdict::Fits)));
}

/// "[name](source), date" for the page.
std::string cited(const HeldOutReport& report, Style style) {
  return style == Style::Markdown
             ? fmt::format("[{}]({}), {}", report.name, report.source, report.date)
             : report.name;
}

std::string range(const sizing::Range& value, double unit) {
  return fmt::format("{:.1f} to {:.1f} to {:.1f}", value.low / unit, value.likely / unit,
                     value.high / unit);
}

void memory_rows(const HeldOutSummary& summary, Style style, Writer& out) {
  out.header({"report", "on", "happened", "verdict", "low to likely to high, GiB"});
  for (const Judgement& j : summary.judgements) {
    const bool worked = j.report->happened == Happened::Worked;
    if (!j.verdict || (!worked && j.report->happened != Happened::OutOfMemory)) continue;
    out.row({cited(*j.report, style), j.hardware, worked ? "worked" : "out of memory",
             std::string(to_string(*j.verdict)),
             fmt::format("{} of {:.1f}", range(j.peak, kGiB), j.capacity / kGiB)});
  }
  out.line("");
}

void measured_rows(const HeldOutSummary& summary, Style style, Writer& out) {
  out.header({"measured by the report", "measured", "estimated"});
  for (const Judgement& j : summary.judgements) {
    if (j.report->peak_gib) {
      out.row({cited(*j.report, style), fmt::format("{:.2f} GiB allocated", *j.report->peak_gib),
               range(j.tensors, kGiB) + " GiB"});
    }
    if (j.report->step_seconds) {
      const bool inside =
          j.seconds.low <= *j.report->step_seconds && *j.report->step_seconds <= j.seconds.high;
      out.row({cited(*j.report, style), fmt::format("{:g} s a step", *j.report->step_seconds),
               range(j.seconds, 1) + (inside ? " s" : " s (outside)")});
    }
  }
  out.line("");
}

void settings_summary(const HeldOutSummary& summary, Style style, Writer& out) {
  const auto found = std::count_if(
      summary.judgements.begin(), summary.judgements.end(),
      [](const Judgement& j) { return j.report->happened == Happened::Rejected && j.found; });
  out.line(
      fmt::format("{} of {} reported faults of settings are found; {} reported settings that were "
                  "taken get no error.\n",
                  found, count(summary, Happened::Rejected), count(summary, Happened::Accepted)));
  for (const Judgement& j : summary.judgements) {
    if (j.report->happened == Happened::Rejected && !j.found) {
      out.line("- not found: " + cited(*j.report, style));
    }
  }
}

}  // namespace

std::string held_out_table(const HeldOutSummary& summary, Style style) {
  Writer out(style);
  out.title("Held-out reports");
  memory_summary(summary, out);
  memory_rows(summary, style, out);
  measured_rows(summary, style, out);
  settings_summary(summary, style, out);
  return std::move(out).take();
}

}  // namespace grpolint::accuracy
