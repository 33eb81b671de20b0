#include "sizing/throughput.h"

#include <algorithm>
#include <cmath>

#include "sizing/decode.h"

namespace grpolint::sizing {
namespace {

/// The case that makes a rate when a time is asked for: the fastest gives the shortest.
Case opposite(Case which) {
  switch (which) {
    case Case::Low:
      return Case::High;
    case Case::High:
      return Case::Low;
    case Case::Likely:
      break;
  }
  return Case::Likely;
}

double real(std::int64_t count) { return static_cast<double>(count); }

/// Published step times over the sum of the roofline parts: 1.0 to 1.5 on Hopper, Ampere and Ada,
/// 1.5 to 2.9 on data-centre Blackwell (NeMo-RL performance summaries, EasyR1 baselines; 2025-26).
Range measured_over_roofline(const hardware::Gpu& gpu) {
  const bool blackwell =
      gpu.family == "datacenter" && gpu.architecture.find("blackwell") != std::string_view::npos;
  return blackwell ? Range{1.5, 1.9, 2.9} : Range{1.0, 1.3, 1.5};
}

/// Share of dense FLOP/s that training reaches (torchtitan, torchtune, prime-rl and EasyR1 tables;
/// low is the slowest).
Range training_utilization(const Setup& setup) {
  if (setup.model.experts > 0) return {0.05, 0.15, 0.30};
  if (setup.gpu.unified_memory) return {0.15, 0.30, 0.40};
  if (!setup.gpu.supports_bf16) return {0.12, 0.25, 0.35};
  const double tokens = real(setup.micro_batch) * (setup.prompt.likely + setup.completion.value);
  return tokens >= 6000 ? Range{0.20, 0.33, 0.45} : Range{0.08, 0.18, 0.30};
}

constexpr double kForwardGain = 0.08;  // forward passes reach this much more

/// Mean completion length of each case; low is the shortest.
Range mean_completion(const Setup& setup) {
  const double limit = setup.completion.value;
  if (setup.mean_completion) {
    return exactly(std::clamp(setup.mean_completion->value, 1.0, limit));
  }
  return {std::max(1.0, 0.2 * limit), std::max(1.0, 0.4 * limit), std::max(1.0, 0.8 * limit)};
}

/// Scale of an exponential law of lengths that, clipped at `limit`, has the given mean.
double exponential_scale(double mean, double limit) {
  if (mean >= 0.999 * limit) return 1e9 * limit;
  double low = mean * 0.5;
  double high = limit * 1e4;
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(low * high);
    (middle * -std::expm1(-limit / middle) < mean ? low : high) = middle;
  }
  return std::sqrt(low * high);
}

struct RolloutShape {
  double sequences = 1;  ///< per engine and rollout
  double together = 1;   ///< decoded at the same time
  double waves = 1;
  double prompts = 1;  ///< distinct prompts prefilled
};

/// Decodes `n` sequences whose lengths follow a clipped exponential law, until the last one ends.
double decode_seconds(const DecodeModel& decode, double n, double prompt, double mean, double limit,
                      Case which) {
  constexpr int kSlices = 24;
  const double scale = exponential_scale(mean, limit);
  const double end = std::min(limit, scale * std::log(2 * n + 1));
  const double width = end / kSlices;
  double seconds = 0;
  for (int slice = 0; slice < kSlices; ++slice) {
    const double length = (slice + 0.5) * width;
    const double alive = std::max(1.0, n * std::exp(-length / scale));
    seconds += width * decode.step_seconds(alive, prompt + length, which);
  }
  return seconds;
}

RolloutShape rollout_shape(const Setup& setup, const hardware::Gpu& gpu) {
  const EngineSetup& engine = setup.engine;
  RolloutShape shape;
  const double local = real(setup.micro_batch) * real(setup.steps_per_generation);
  shape.sequences = local;
  if (engine.mode == Engine::Colocate) shape.sequences = local * real(engine.tensor_parallel);
  if (engine.mode == Engine::Server) {
    shape.sequences = std::max(1.0, local * real(setup.world_size) / real(engine.data_parallel));
  }
  shape.prompts = shape.together = shape.sequences;
  if (engine.mode == Engine::None) return shape;
  shape.prompts = std::max(1.0, shape.sequences / real(setup.num_generations));
  const EngineMemory memory = engine_memory(setup, gpu, Detail::Bare);
  const double context = setup.prompt.likely + mean_completion(setup).likely;
  const double fitting = std::floor(memory.cache_tokens.likely / std::max(1.0, context));
  const double room = std::clamp(fitting, 1.0, real(engine.max_sequences));
  shape.together = std::min(shape.sequences, room);
  shape.waves = std::max(1.0, std::ceil(shape.sequences / room));
  return shape;
}

/// Forward FLOPs of one token; a backward pass costs twice as much, half of it for the weights.
double forward_flops(const Setup& setup, double sequence) {
  const model::Geometry& g = setup.model;
  return 2 * real(g.active_parameters) +
         2 * real(g.layers) * real(g.heads) * real(g.head_dim) * sequence;
}

Range seconds_of(double flops_per_token_factor, const Setup& setup, Range sequence,
                 double sequences, Range utilization) {
  const double flops = dense_flops(setup.gpu);
  return in_each_case([&](Case which) {
    const double length = at(sequence, which);
    return flops_per_token_factor * forward_flops(setup, length) * length * sequences /
           (flops * at(utilization, opposite(which)));
  });
}

/// Handing weights to the engine: a copy within the GPU or over the bus, and waking from sleep.
Range sync_seconds(const Setup& setup) {
  if (setup.engine.mode == Engine::None || setup.engine.shares_weights) return {};
  const double billions = std::max(1.0, real(setup.model.parameters) / 4e9);
  Range seconds = setup.engine.mode == Engine::Server ? Range{1, 3, 10} : Range{0.3, 1, 3};
  seconds = seconds * billions;
  if (setup.engine.sleep == Sleep::Level2) seconds += Range{1, 5, 20};
  if (setup.engine.sleep == Sleep::Level1) seconds += Range{0.5, 2, 5};
  return seconds;
}

void calibrate(const Setup& setup, Throughput& t) {
  if (!setup.measured_step_seconds || t.step_seconds.likely <= 0) return;
  const double measured = setup.measured_step_seconds->value;
  const double ratio = measured / t.step_seconds.likely;
  const auto scaled = [&](Range r) {
    return Range{0.9 * ratio * r.likely, ratio * r.likely, 1.15 * ratio * r.likely};
  };
  t.rollout_seconds = scaled(t.rollout_seconds);
  t.log_prob_seconds = scaled(t.log_prob_seconds);
  t.training_seconds = scaled(t.training_seconds);
  t.weight_sync_seconds = scaled(t.weight_sync_seconds);
  t.step_seconds = scaled(t.step_seconds);
}

/// The GPU that decodes.
const hardware::Gpu& decoding_gpu(const Setup& setup) {
  const bool apart = setup.engine.mode == Engine::Server && setup.engine.gpu;
  return apart ? *setup.engine.gpu : setup.gpu;
}

/// Rollouts in one optimizer step; below 1 where one serves several.
double rollouts_per_step(const Setup& setup) {
  return real(setup.accumulation) / (real(setup.steps_per_generation) * real(setup.num_iterations));
}

void add_bandwidth(const Setup& setup, const hardware::Gpu& gpu, Throughput& t) {
  t.bandwidth = t.bandwidth_printed = planned_bandwidth(setup, gpu);
  if (setup.bandwidth || gpu.bandwidth_printed_low <= 0) return;
  t.bandwidth_printed.low = gpu.bandwidth_printed_low;
  t.bandwidth_printed.high = gpu.bandwidth_printed_high;
}

/// Tokens per second of decoding `n` sequences, at the start of a rollout.
Range decode_rate(const Setup& setup, const DecodeModel& decode, double n) {
  return ordered(in_each_case([&](Case which) {
    return n / decode.step_seconds(n, setup.prompt.likely, opposite(which));
  }));
}

/// Prefill and decoding of one rollout, as the roofline has it.
Range roofline_rollout_seconds(const Setup& setup, const DecodeModel& decode,
                               const RolloutShape& shape, Range prefill_rate) {
  const Range mean = mean_completion(setup);
  return in_each_case([&](Case which) {
    const double prompt = at(setup.prompt, which);
    const double length = at(mean, which);
    const double prefill = shape.prompts * prompt / at(prefill_rate, opposite(which));
    // Requests beyond what the cache holds enter as others end, so only the last ones have a tail.
    const double waiting = shape.sequences - shape.together;
    const double steps = waiting * length / shape.together;
    return prefill + steps * decode.step_seconds(shape.together, prompt + length / 2, which) +
           decode_seconds(decode, shape.together, prompt, length, setup.completion.value, which);
  });
}

void add_rollout(const Setup& setup, const hardware::Gpu& gpu, Throughput& t) {
  constexpr Range kPrefill = {0.2, 0.35, 0.5};  // of dense FLOP/s
  const DecodeModel decode = decode_model(setup, gpu);
  const RolloutShape shape = rollout_shape(setup, gpu);
  t.waves = shape.waves;
  t.decode_tokens_per_second = decode_rate(setup, decode, shape.together);
  t.single_stream_tokens_per_second = decode_rate(setup, decode, 1);
  t.prefill_tokens_per_second =
      kPrefill * (decode.flops * decode.tensor_parallel / (2 * decode.active_parameters));
  const Range roofline =
      roofline_rollout_seconds(setup, decode, shape, t.prefill_tokens_per_second);
  t.rollout_seconds =
      ordered(measured_over_roofline(setup.gpu) * roofline * rollouts_per_step(setup));
}

/// The training passes, and those that only ask for log-probabilities.
void add_training(const Setup& setup, const Parameters& p, Throughput& t) {
  const Range overhead = measured_over_roofline(setup.gpu);
  const Range utilization = training_utilization(setup);
  const Range length = setup.padding_free ? ordered(setup.prompt + mean_completion(setup))
                                          : micro_batch(setup).sequence;
  const double sequences = real(setup.micro_batch) * real(setup.accumulation);
  const double backward = setup.adapter.present ? 2 : 3;  // forward plus its share of backward
  const double factor = backward + (setup.checkpointing != Checkpointing::None ? 1 : 0);
  Range training = seconds_of(factor, setup, length, sequences, utilization);
  if (p.packed > 0) training = training * Range{1.0, 1.3, 1.8};  // unpacking 4-bit weights
  t.training_seconds = ordered(overhead * training);

  const double passes = (setup.old_log_probs ? 1 : 0) + (setup.reference_pass ? 1 : 0);
  const Range log_prob = seconds_of(passes, setup, length, sequences / real(setup.num_iterations),
                                    utilization + exactly(kForwardGain));
  t.log_prob_seconds = ordered(overhead * log_prob);
}

}  // namespace

std::optional<Throughput> throughput(const Setup& setup, const Parameters& p) {
  const hardware::Gpu& engine_gpu = decoding_gpu(setup);
  if (planned_bandwidth(setup, engine_gpu).likely <= 0 || dense_flops(engine_gpu) <= 0 ||
      dense_flops(setup.gpu) <= 0) {
    return std::nullopt;
  }
  Throughput t;
  add_bandwidth(setup, engine_gpu, t);
  add_rollout(setup, engine_gpu, t);
  add_training(setup, p, t);
  t.weight_sync_seconds = sync_seconds(setup) * std::min(1.0, rollouts_per_step(setup));
  t.step_seconds =
      t.rollout_seconds + t.log_prob_seconds + t.training_seconds + t.weight_sync_seconds;
  calibrate(setup, t);
  t.rollout_share =
      t.step_seconds.likely > 0 ? t.rollout_seconds.likely / t.step_seconds.likely : 0;
  t.fast_enough = t.rollout_seconds.likely <= setup.fast_enough.value;
  return t;
}

}  // namespace grpolint::sizing
