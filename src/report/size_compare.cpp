#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "fact/value.h"
#include "report/size.h"
#include "report/table.h"
#include "report/text.h"

namespace grpolint::report {
namespace {

using Cell = std::function<TableCell(const sizing::Estimate& estimate)>;

std::string hardware_name(const SizedRun& run) {
  const hardware::Selection& hardware = *run.analysis->hardware;
  return hardware.count > 1 ? fmt::format("{} x {}", hardware.count, hardware.gpu->name)
                            : std::string(hardware.gpu->name);
}

/// The phases that any of the runs meets, in the order of the cycle.
std::vector<sizing::Phase> phases_of(std::span<const SizedRun> runs) {
  std::vector<sizing::Phase> phases;
  for (const SizedRun& run : runs) {
    for (const sizing::PhaseEstimate& phase : run.analysis->estimate->trainer.phases) {
      if (std::find(phases.begin(), phases.end(), phase.phase) == phases.end()) {
        phases.push_back(phase.phase);
      }
    }
  }
  std::sort(phases.begin(), phases.end());
  return phases;
}

TableCell phase_cell(const sizing::Estimate& estimate, sizing::Phase wanted) {
  for (const sizing::PhaseEstimate& phase : estimate.trainer.phases) {
    if (phase.phase == wanted) {
      return {format_quantity(phase.bytes.likely, Unit::Bytes), true};
    }
  }
  return {"-", true};
}

TableCell speed_cell(const sizing::Estimate& estimate,
                     const std::function<std::string(const sizing::Throughput&)>& text) {
  return {estimate.throughput ? text(*estimate.throughput) : "unknown", true};
}

}  // namespace

std::string size_side_by_side(std::span<const SizedRun> runs, const TextStyle& style) {
  Table table;
  const auto row = [&](std::string name, const Cell& cell) {
    std::vector<TableCell> cells = {{std::move(name)}};
    for (const SizedRun& run : runs) cells.push_back(cell(*run.analysis->estimate));
    table.row(std::move(cells));
  };
  std::vector<TableCell> header = {{"likely"}};
  for (const SizedRun& run : runs) header.push_back({hardware_name(run), true});
  table.row(std::move(header));
  row("capacity", [](const sizing::Estimate& estimate) {
    return TableCell{format_quantity(estimate.trainer.capacity_bytes, Unit::Bytes), true};
  });
  for (const sizing::Phase phase : phases_of(runs)) {
    row(std::string(to_string(phase)),
        [phase](const sizing::Estimate& estimate) { return phase_cell(estimate, phase); });
  }
  row("verdict", [](const sizing::Estimate& estimate) {
    const sizing::Verdict verdict = estimate.trainer.verdict;
    return TableCell{std::string(to_string(verdict)), true, role_of(verdict)};
  });
  row("rollout per step", [](const sizing::Estimate& estimate) {
    return speed_cell(estimate, [](const sizing::Throughput& speed) {
      return format_quantity(speed.rollout_seconds.likely, Unit::Seconds);
    });
  });
  row("whole step", [](const sizing::Estimate& estimate) {
    return speed_cell(estimate, [](const sizing::Throughput& speed) {
      return format_quantity(speed.step_seconds.likely, Unit::Seconds);
    });
  });
  row("rollout share", [](const sizing::Estimate& estimate) {
    return speed_cell(estimate, [](const sizing::Throughput& speed) {
      return fmt::format("{:.0f} %", 100 * speed.rollout_share);
    });
  });
  return escape_path(runs.front().file) + "\n\n" + table.to_blocks(style);
}

}  // namespace grpolint::report
