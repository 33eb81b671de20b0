#include "sizing/verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "sizing/range.h"

namespace grpolint::sizing {
namespace {

constexpr double kTightShare = 0.95;

const PhaseEstimate* find(const DeviceEstimate& device, Phase phase) {
  const auto found = std::find_if(device.phases.begin(), device.phases.end(),
                                  [&](const PhaseEstimate& p) { return p.phase == phase; });
  return found == device.phases.end() ? nullptr : &*found;
}

/// Walks the run as it happens: states appear in the first optimizer step.
std::string first_failure(const DeviceEstimate& device, Case which, double limit) {
  const auto over = [&](Phase phase, bool first_step) {
    const PhaseEstimate* estimate = find(device, phase);
    return estimate != nullptr &&
           at(first_step ? estimate->first_step : estimate->bytes, which) > limit;
  };
  if (over(Phase::Load, true)) return "load";
  if (!device.start_up_failures.empty() || over(Phase::EngineStart, true)) return "engine start";
  for (const Phase phase : {Phase::Rollout, Phase::LogProb, Phase::TrainingStep}) {
    if (over(phase, true)) return fmt::format("step 1, {}", to_string(phase));
  }
  if (over(Phase::OptimizerStep, false)) {
    return fmt::format("step 1, {}", to_string(Phase::OptimizerStep));
  }
  for (const Phase phase :
       {Phase::WeightSync, Phase::Rollout, Phase::LogProb, Phase::TrainingStep}) {
    if (over(phase, false)) return fmt::format("step 2, {}", to_string(phase));
  }
  return {};
}

/// The phase as it is before the optimizer has states.
Range without_states(const PhaseEstimate& phase) {
  Range bytes = phase.bytes;
  for (const Component& c : phase.components) {
    if (c.kind != ComponentKind::OptimizerState) continue;
    bytes = {bytes.low - c.bytes.low, bytes.likely - c.bytes.likely, bytes.high - c.bytes.high};
  }
  return bytes;
}

/// The user's measured peak replaces the likely one; every component keeps its share.
void calibrate(const Setup& setup, DeviceEstimate& device) {
  if (!setup.measured_peak || device.phases.empty()) return;
  const auto highest = std::max_element(
      device.phases.begin(), device.phases.end(),
      [](const auto& a, const auto& b) { return a.bytes.likely < b.bytes.likely; });
  if (highest->bytes.likely <= 0) return;
  const double ratio = setup.measured_peak->value / highest->bytes.likely;
  const auto scaled = [&](Range r) {
    const double likely = r.likely * ratio;
    return Range{std::min(likely, std::max(r.low * ratio, 0.97 * likely)), likely,
                 std::max(likely, std::min(r.high * ratio, 1.05 * likely))};
  };
  for (PhaseEstimate& phase : device.phases) {
    phase.bytes = {};
    for (Component& c : phase.components) {
      c.bytes = scaled(c.bytes);
      phase.bytes += c.bytes;
    }
  }
}

}  // namespace

Verdict verdict_of(const Range& peak, double capacity) {
  if (peak.low > capacity) return Verdict::DoesNotFit;
  return peak.likely > kTightShare * capacity ? Verdict::Tight : Verdict::Fits;
}

void judge(DeviceEstimate& device) {
  device.verdict = Verdict::Fits;
  device.peak_phase = 0;
  for (std::size_t i = 0; i < device.phases.size(); ++i) {
    PhaseEstimate& phase = device.phases[i];
    phase.first_step = without_states(phase);
    if (phase.bytes.likely > device.phases[device.peak_phase].bytes.likely) device.peak_phase = i;
    device.verdict = std::max(device.verdict, verdict_of(phase.bytes, device.capacity_bytes));
  }
  if (!device.start_up_failures.empty()) device.verdict = Verdict::DoesNotFit;
  if (!device.start_up_risks.empty()) device.verdict = std::max(device.verdict, Verdict::Tight);
  device.first_failure.clear();
  if (device.verdict == Verdict::DoesNotFit) {
    device.first_failure = first_failure(device, Case::Low, device.capacity_bytes);
  } else if (device.verdict == Verdict::Tight) {
    device.first_failure = first_failure(device, Case::Likely, kTightShare * device.capacity_bytes);
    if (device.first_failure.empty()) device.first_failure = "engine start";
  }
}

DeviceEstimate trainer_estimate(const Setup& setup, const Parameters& p, Detail detail) {
  TrainerMemory memory = trainer_memory(setup, p, detail);
  DeviceEstimate device;
  device.gpu = setup.gpu.name;
  device.capacity_bytes = setup.gpu.capacity_bytes;
  device.phases = std::move(memory.phases);
  device.host_bytes = memory.host_bytes;
  device.start_up_failures = std::move(memory.start_up.certain);
  if (device.start_up_failures.empty()) device.start_up_risks = std::move(memory.start_up.likely);
  calibrate(setup, device);
  judge(device);
  return device;
}

DeviceEstimate engine_estimate(const Setup& setup, Detail detail) {
  ServerMemory memory = server_memory(setup, *setup.engine.gpu, detail);
  DeviceEstimate device;
  device.gpu = setup.engine.gpu->name;
  device.capacity_bytes = setup.engine.gpu->capacity_bytes;
  device.phases = std::move(memory.phases);
  device.start_up_failures = std::move(memory.start_up.certain);
  if (device.start_up_failures.empty()) device.start_up_risks = std::move(memory.start_up.likely);
  judge(device);
  return device;
}

}  // namespace grpolint::sizing
