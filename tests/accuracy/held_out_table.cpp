#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "sizing/units.h"
#include "table.h"

namespace grpolint::accuracy {
namespace {

using sizing::kGiB;
using sizing::Verdict;

int count(const HeldOutSummary& summary, Happened happened) {
  return static_cast<int>(
      std::count_if(summary.judgements.begin(), summary.judgements.end(),
                    [&](const Judgement& j) { return j.report->happened == happened; }));
}

/// "3 fits, 1 tight, 0 does not fit" of the reports that are `known`, or of those that are not.
std::string verdicts(const HeldOutSummary& summary, Happened happened, bool known) {
  const auto with = [&](Verdict verdict) {
    return std::count_if(
        summary.judgements.begin(), summary.judgements.end(), [&](const Judgement& j) {
          return j.report->happened == happened && j.report->known == known && j.verdict == verdict;
        });
  };
  return fmt::format("{} fits, {} tight, {} does not fit", with(Verdict::Fits),
                     with(Verdict::Tight), with(Verdict::DoesNotFit));
}

void memory_summary(const HeldOutSummary& summary, Writer& out) {
  out.line(fmt::format("Runs that worked: {}. Runs that ran out of memory: {}.",
                       verdicts(summary, Happened::Worked, false),
                       verdicts(summary, Happened::OutOfMemory, false)));
  out.line(fmt::format(
      "Not counted there, and marked with a star, are runs which worked and which also gave rows "
      "above or were known when the engine was made: {}.\n",
      verdicts(summary, Happened::Worked, true)));
}

/// "[name](source), date" for the page; a star if known.
std::string cited(const HeldOutReport& report, Style style) {
  const std::string_view star = report.known ? " *" : "";
  return style == Style::Markdown
             ? fmt::format("[{}]({}), {}{}", report.name, report.source, report.date, star)
             : fmt::format("{}{}", report.name, star);
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
                  "taken get no error. A fault counts as found by a warning or an error alone.\n",
                  found, count(summary, Happened::Rejected), count(summary, Happened::Accepted)));
  for (const Judgement& j : summary.judgements) {
    if (j.report->happened != Happened::Rejected || j.found) continue;
    const std::string how = j.mentioned.empty() ? "not found"
                                                : fmt::format("only mentioned as information ({})",
                                                              fmt::join(j.mentioned, ", "));
    out.line(fmt::format("- {}: {}", how, cited(*j.report, style)));
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
