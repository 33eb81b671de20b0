#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fact/value.h"
#include "report/size.h"
#include "report/table.h"
#include "report/text.h"

namespace grpolint::report {
namespace {

using sizing::DeviceEstimate;
using sizing::PhaseEstimate;
using sizing::Range;

constexpr std::size_t kWidestBar = 32;
constexpr std::size_t kNarrowestBar = 28;  // as wide as the heading above it
constexpr int kFigures = 48;               // columns that the figures of a timeline take

std::string bytes(double value) { return format_quantity(value, Unit::Bytes); }
std::string seconds(double value) { return format_quantity(value, Unit::Seconds); }

std::string range(const Range& values, Unit unit) {
  return fmt::format("{} ({} to {})", format_quantity(values.likely, unit),
                     format_quantity(values.low, unit), format_quantity(values.high, unit));
}

/// Columns left for bars beside the figures; 0 when there is no room for any.
std::size_t bar_width(const TextStyle& style) {
  const auto room = static_cast<std::size_t>(std::max(style.width - kFigures, 0));
  return room < kNarrowestBar ? 0 : std::min(room, kWidestBar);
}

/// Full blocks up to the low estimate, darker shade to the likely one, lighter to the high one, and
/// a bar where the capacity ends.
std::string bar(const Range& values, double capacity, double scale, std::size_t width) {
  const auto column = [&](double value) {
    const double share = std::clamp(value / scale, 0.0, 1.0);
    return static_cast<std::size_t>(std::lround(share * static_cast<double>(width)));
  };
  const std::size_t limit = std::min(column(capacity), width - 1);
  std::string out;
  for (std::size_t i = 0; i < width; ++i) {
    if (i == limit) {
      out += "│";
    } else if (i < column(values.low)) {
      out += "█";
    } else if (i < column(values.likely)) {
      out += "▓";
    } else if (i < column(values.high)) {
      out += "░";
    } else {
      out += " ";
    }
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

/// The chart shows the capacity and the peaks, but a hopeless high estimate must not shrink the
/// rest to nothing.
double chart_scale(const DeviceEstimate& device) {
  double highest = device.capacity_bytes;
  for (const PhaseEstimate& phase : device.phases) highest = std::max(highest, phase.bytes.high);
  return std::min(highest, 2 * device.capacity_bytes) * 1.02;
}

Role role_for(double value, double capacity) {
  return value > capacity ? Role::Error : value > 0.95 * capacity ? Role::Warning : Role::Good;
}

/// Narrow terminals get no bars, and very narrow ones the likely figures alone.
std::string timeline(const DeviceEstimate& device, const TextStyle& style) {
  const std::size_t width = bar_width(style);
  const bool likely_only = style.width < kFigures;
  const std::string capacity = bytes(device.capacity_bytes);
  Table table;
  const auto row = [&](TableCell name, TableCell low, TableCell likely, TableCell high,
                       std::string chart) {
    std::vector<TableCell> cells = {std::move(name)};
    if (!likely_only) cells.push_back(std::move(low));
    const std::optional<Role> role = likely.role;
    cells.push_back(std::move(likely));
    if (!likely_only) cells.push_back(std::move(high));
    if (width > 0) cells.push_back({std::move(chart), false, role});
    table.row(std::move(cells));
  };
  row({"phase"}, {"low", true}, {"likely", true}, {"high", true},
      fmt::format("│ is the capacity, {}", capacity));
  const double scale = chart_scale(device);
  for (const PhaseEstimate& phase : device.phases) {
    row({std::string(to_string(phase.phase))}, {bytes(phase.bytes.low), true},
        {bytes(phase.bytes.likely), true, role_for(phase.bytes.likely, device.capacity_bytes)},
        {bytes(phase.bytes.high), true},
        bar(phase.bytes, device.capacity_bytes, scale, std::max<std::size_t>(width, 1)));
  }
  if (width == 0 && likely_only) table.row({{"capacity"}, {capacity, true}});
  if (width == 0 && !likely_only) table.row({{"capacity"}, {""}, {capacity, true}});
  return table.to_text(style);
}

std::string peak_taken_apart(const DeviceEstimate& device, const TextStyle& style) {
  const PhaseEstimate& peak = device.peak();
  std::string out =
      fmt::format("\npeak: {}, {}\n", to_string(peak.phase), range(peak.bytes, Unit::Bytes));
  // Several components of one kind ("overhead" of trainer and engine) are one line here.
  std::vector<std::pair<sizing::ComponentKind, double>> kinds;
  for (const sizing::Component& component : peak.components) {
    if (component.bytes.likely <= 0) continue;
    const auto known = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const auto& kind) { return kind.first == component.kind; });
    if (known == kinds.end()) {
      kinds.emplace_back(component.kind, component.bytes.likely);
    } else {
      known->second += component.bytes.likely;
    }
  }
  Table table;
  for (const auto& [kind, likely] : kinds) {
    table.row({{fmt::format("  {}", to_string(kind))},
               {bytes(likely), true},
               {fmt::format("{:.0f} %", 100 * likely / peak.bytes.likely), true}});
  }
  return out + table.to_text(style);
}

std::string verdict_lines(const DeviceEstimate& device, const TextStyle& style) {
  std::string out =
      "\nverdict: " + paint(to_string(device.verdict), role_of(device.verdict), style);
  if (!device.first_failure.empty()) out += fmt::format(", first at {}", device.first_failure);
  out += '\n';
  for (const std::string& failure : device.start_up_failures) {
    out += paint("does not start: ", Role::Error, style) + escape_line(failure) + '\n';
  }
  if (device.host_bytes.likely > 0) {
    out += fmt::format("host memory: {}\n", range(device.host_bytes, Unit::Bytes));
  }
  return out;
}

std::string device_text(const DeviceEstimate& device, const TextStyle& style) {
  if (device.phases.empty()) return {};
  return timeline(device, style) + peak_taken_apart(device, style) + verdict_lines(device, style);
}

std::string throughput_text(const sizing::Throughput& speed, const TextStyle& style) {
  Table table;
  const auto line = [&](const char* name, const Range& values, Unit unit) {
    if (values.high > 0) table.row({{fmt::format("  {}", name)}, {range(values, unit)}});
  };
  line("decode, whole batch", speed.decode_tokens_per_second, Unit::TokensPerSecond);
  line("decode, one sequence", speed.single_stream_tokens_per_second, Unit::TokensPerSecond);
  line("prefill", speed.prefill_tokens_per_second, Unit::TokensPerSecond);
  line("planned with", speed.bandwidth, Unit::BytesPerSecond);
  line("rollout", speed.rollout_seconds, Unit::Seconds);
  line("log-probs", speed.log_prob_seconds, Unit::Seconds);
  line("training", speed.training_seconds, Unit::Seconds);
  line("weight sync", speed.weight_sync_seconds, Unit::Seconds);
  line("whole step", speed.step_seconds, Unit::Seconds);
  std::string out = "\nspeed per optimizer step\n" + table.to_text(style);
  out += fmt::format("  rollout is {:.0f} % of the step", 100 * speed.rollout_share);
  if (speed.waves > 1) out += fmt::format(", in {:.1f} waves of the KV cache", speed.waves);
  out += "\n  fast enough: ";
  out += speed.fast_enough ? paint("yes", Role::Good, style)
                           : paint("no", Role::Warning, style) +
                                 fmt::format(", {} likely for the rollout",
                                             seconds(speed.rollout_seconds.likely));
  return out + '\n';
}

std::string remedies_text(const sizing::Estimate& estimate, const TextStyle& style) {
  if (estimate.remedies.empty()) return {};
  Table table;
  for (const sizing::Remedy& remedy : estimate.remedies) {
    table.row({{"  " + bytes(remedy.peak.likely), true},
               {std::string(to_string(remedy.verdict)), false, role_of(remedy.verdict)},
               {sizing::described(remedy)}});
  }
  return "\nwhat would change it (likely peak)\n" + table.to_text(style);
}

std::string assumptions_text(const lint::Analysis& analysis, const TextStyle& style) {
  std::vector<std::string> lines = analysis.estimate->assumptions;
  for (const std::string& note : analysis.notes) {
    if (std::find(lines.begin(), lines.end(), note) == lines.end()) lines.push_back(note);
  }
  if (lines.empty()) return {};
  std::string out = "\nassumed\n";
  const auto width = static_cast<std::size_t>(std::max(style.width, 40));
  for (const std::string& line : lines) out += "  - " + wrap(escape_line(line), width, 4) + '\n';
  return out;
}

std::string headline(const SizedRun& run, const TextStyle& style) {
  const lint::Analysis& analysis = *run.analysis;
  const model::Model& model = *analysis.model;
  const hardware::Selection& hardware = *analysis.hardware;
  const std::string size =
      format_quantity(static_cast<double>(model.likely.parameters), Unit::Parameters);
  const std::string name = model.name.empty() ? std::string("model") : escape_line(model.name);
  return paint(fmt::format("{}: {} ({}, {}) on {}{}", escape_path(run.file), name, size,
                           model.because.empty() ? "stated" : model.because,
                           hardware.count > 1 ? fmt::format("{} x ", hardware.count) : "",
                           hardware.gpu->name),
               Role::Emphasis, style) +
         "\n\n";
}

}  // namespace

Role role_of(sizing::Verdict verdict) {
  switch (verdict) {
    case sizing::Verdict::Fits:
      return Role::Good;
    case sizing::Verdict::Tight:
      return Role::Warning;
    case sizing::Verdict::DoesNotFit:
      return Role::Error;
  }
  return Role::Info;
}

std::string size_text(const SizedRun& run, const TextStyle& style) {
  const sizing::Estimate& estimate = *run.analysis->estimate;
  std::string out = headline(run, style) + device_text(estimate.trainer, style);
  if (estimate.engine) {
    out += fmt::format("\nvLLM server on {}\n\n", estimate.engine->gpu);
    out += device_text(*estimate.engine, style);
  }
  if (estimate.throughput) out += throughput_text(*estimate.throughput, style);
  return out + remedies_text(estimate, style) + assumptions_text(*run.analysis, style);
}

}  // namespace grpolint::report
