#include <algorithm>
#include <vector>

#include "sizing/alternatives.h"
#include "sizing/from_facts.h"
#include "sizing/range.h"
#include "sizing/remedies.h"
#include "sizing/verdict.h"

namespace grpolint::sizing {
namespace {

/// Widens the representative's components by those of another member of the class.
void widen(std::vector<Component>& components, const std::vector<Component>& others) {
  std::vector<bool> used(others.size(), false);
  for (Component& mine : components) {
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (used[i] || others[i].kind != mine.kind) continue;
      used[i] = true;
      mine.bytes = ordered({std::min(mine.bytes.low, others[i].bytes.low), mine.bytes.likely,
                            std::max(mine.bytes.high, others[i].bytes.high)});
      break;
    }
  }
}

void widen(DeviceEstimate& device, const DeviceEstimate& other) {
  for (PhaseEstimate& phase : device.phases) {
    const auto same = std::find_if(
        other.phases.begin(), other.phases.end(),
        [&](const PhaseEstimate& candidate) { return candidate.phase == phase.phase; });
    if (same == other.phases.end()) continue;
    phase.bytes = widest(phase.bytes, same->bytes);
    widen(phase.components, same->components);
  }
  device.host_bytes = widest(device.host_bytes, other.host_bytes);
  // Only what stops every member of the class is certain.
  if (other.start_up_failures.empty() && !device.start_up_failures.empty()) {
    device.start_up_risks = std::move(device.start_up_failures);
    device.start_up_failures.clear();
  }
}

void widen(Throughput& mine, const Throughput& other) {
  mine.decode_tokens_per_second =
      widest(mine.decode_tokens_per_second, other.decode_tokens_per_second);
  mine.single_stream_tokens_per_second =
      widest(mine.single_stream_tokens_per_second, other.single_stream_tokens_per_second);
  mine.rollout_seconds = widest(mine.rollout_seconds, other.rollout_seconds);
  mine.log_prob_seconds = widest(mine.log_prob_seconds, other.log_prob_seconds);
  mine.prefill_tokens_per_second =
      widest(mine.prefill_tokens_per_second, other.prefill_tokens_per_second);
  mine.weight_sync_seconds = widest(mine.weight_sync_seconds, other.weight_sync_seconds);
  mine.training_seconds = widest(mine.training_seconds, other.training_seconds);
  mine.step_seconds = widest(mine.step_seconds, other.step_seconds);
}

/// A run with the likely geometry, widened by what else the model and the run may be.
DeviceEstimate widened_trainer(Setup setup, const model::Model& model) {
  setup.model = model.likely;
  DeviceEstimate device = trainer_estimate(setup, count(setup), Detail::Bare);
  for (const Setup& other : alternatives(setup, model)) {
    widen(device, trainer_estimate(other, count(other), Detail::Bare));
  }
  judge(device);
  return device;
}

/// What brings no representative under may still do for the smallest model of the class.
void add_remedies_of_smallest(const Setup& setup, const model::Model& model, const Pricing& pricing,
                              Estimate& estimated) {
  if (model.exact || model.spread.empty()) return;
  if (estimated.trainer.verdict != Verdict::DoesNotFit || !estimated.remedies.empty()) return;
  Setup smallest = setup;
  smallest.model =
      *std::min_element(model.spread.begin(), model.spread.end(),
                        [](const auto& a, const auto& b) { return a.parameters < b.parameters; });
  estimated.remedies = find_remedies(smallest, Verdict::DoesNotFit, pricing);
  for (Remedy& remedy : estimated.remedies) remedy.for_smallest = true;
}

/// Nominal sizes that have published members; the 8B class is stated as "8B".
std::optional<SmallerClass> price_smaller(const Setup& setup, const model::Model& model) {
  const auto below = model::size_class_below(model.active_size_class);
  if (!below) return std::nullopt;
  const std::string name(model::size_class_name(*below));
  const auto resolved = model::resolve(name, {});
  if (!resolved.ok() || !*resolved) return std::nullopt;
  Setup smaller = setup;
  smaller.model = (**resolved).likely;
  smaller.measured_step_seconds.reset();
  smaller.measured_peak.reset();
  const auto estimated = estimate(smaller, Detail::Bare);
  if (!estimated.ok() || !estimated->throughput) return std::nullopt;
  return SmallerClass{name, estimated->throughput->decode_tokens_per_second,
                      estimated->throughput->rollout_seconds};
}

}  // namespace

Result<Estimate> estimate_model(const Setup& setup, const model::Model& model, Detail detail) {
  Setup likely = setup;
  likely.model = model.likely;
  const Pricing pricing = [&](const Setup& changed) { return widened_trainer(changed, model); };
  auto result = estimate(likely, detail, pricing);
  if (!result.ok()) return result;
  Estimate& estimated = *result;
  const std::vector<Setup> others = alternatives(setup, model);
  for (const Setup& other : others) {
    const auto priced = estimate(other, Detail::Bare);
    if (!priced.ok()) continue;
    widen(estimated.trainer, priced->trainer);
    if (estimated.engine && priced->engine) widen(*estimated.engine, *priced->engine);
    if (estimated.throughput && priced->throughput) {
      widen(*estimated.throughput, *priced->throughput);
    }
  }
  if (!others.empty()) {
    judge(estimated.trainer);
    if (estimated.engine) judge(*estimated.engine);
    if (estimated.trainer.verdict == Verdict::Fits) estimated.remedies.clear();
    if (detail != Detail::Bare) add_remedies_of_smallest(setup, model, pricing, estimated);
  }
  estimated.sharding_open = setup.sharding_open || setup.offload_open;
  if (detail != Detail::Bare) estimated.smaller = price_smaller(setup, model);
  return result;
}

}  // namespace grpolint::sizing
