#include "predict.h"

#include <algorithm>

#include "sizing/engine.h"
#include "sizing/range.h"

namespace grpolint::accuracy {
namespace {

using namespace sizing;

constexpr double kKilobyte = 1000;

Range component_bytes(const Estimate& estimate, Phase phase, ComponentKind kind) {
  Range bytes;
  for (const PhaseEstimate& p : estimate.trainer.phases) {
    if (p.phase != phase) continue;
    for (const Component& c : p.components) {
      if (c.kind == kind) bytes += c.bytes;
    }
  }
  return bytes;
}

Result<Range> slope(const Case& c) {
  Range tensors[2];
  const double lengths[2] = {c.tokens_from, c.tokens_to};
  for (int i = 0; i < 2; ++i) {
    Setup s = c.setup;
    const double prompt = lengths[i] - s.completion.value;
    s.prompt = {prompt, prompt, prompt};
    const auto estimated = estimate(s, Detail::Bare);
    if (!estimated.ok()) return estimated.error();
    tensors[i] = training_tensors(*estimated);
  }
  const double tokens = c.tokens_to - c.tokens_from;
  const auto per_token = [&](double a, double b) { return (b - a) / tokens / kKilobyte; };
  return ordered({per_token(tensors[0].low, tensors[1].low),
                  per_token(tensors[0].likely, tensors[1].likely),
                  per_token(tensors[0].high, tensors[1].high)});
}

Result<Range> predicted(const Case& c, Measure measure) {
  if (measure == Measure::Slope) return slope(c);
  const auto estimated = estimate(c.setup, Detail::Bare);
  if (!estimated.ok()) return estimated.error();
  switch (measure) {
    case Measure::TrainingTensors:
      return training_tensors(*estimated) * (1 / kMiB);
    case Measure::EngineWeights:
      return component_bytes(*estimated, Phase::Rollout, ComponentKind::EngineWeights) * (1 / kGiB);
    case Measure::KvCache: {
      const EngineMemory engine = engine_memory(c.setup, c.setup.gpu, Detail::Bare);
      return engine.cache_tokens * (engine.bytes_per_token / kGiB);
    }
    case Measure::LogitsBytes:
      return component_bytes(*estimated, Phase::TrainingStep, ComponentKind::Logits) * (1 / kGiB);
    case Measure::StepSeconds:
      if (!estimated->throughput) return Error{"the speed of the GPU is not known"};
      return estimated->throughput->step_seconds;
    case Measure::Slope:
      break;
  }
  return Range{};
}

}  // namespace

Range training_tensors(const Estimate& estimate) {
  Range bytes;
  for (const PhaseEstimate& phase : estimate.trainer.phases) {
    if (phase.phase != Phase::TrainingStep) continue;
    for (const Component& c : phase.components) {
      if (c.kind != ComponentKind::Overhead && c.kind != ComponentKind::Communication) {
        bytes += c.bytes;
      }
    }
  }
  return bytes;
}

Result<Outcome> predict(const Case& c, Measure measure) {
  const auto range = predicted(c, measure);
  if (!range.ok()) return range.error();
  Outcome outcome;
  outcome.predicted = *range;
  outcome.error_percent = 100 * (range->likely - c.measured) / c.measured;
  outcome.inside = range->low <= c.measured && c.measured <= range->high;
  return outcome;
}

}  // namespace grpolint::accuracy
