#include "sizing/decode.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "model/counts.h"

namespace grpolint::sizing {
namespace {

// Shares of headline bandwidth that decode sustains. Sources: gpt-fast README (A100 68.5 %, MI250X
// 63 %), NVIDIA's Jetson tables (79-85 %), public 3090 and 4090 runs (66.5 %, 55 %); 2024-2026.
constexpr Range kDatacenter = {0.55, 0.70, 0.82};
constexpr Range kDatacenterBlackwell = {0.35, 0.55, 0.75};
constexpr Range kConsumer = {0.50, 0.65, 0.80};
constexpr Range kAmd = {0.45, 0.60, 0.75};
constexpr Range kUnified = {0.55, 0.65, 0.80};

constexpr double kComputeShare = 0.6;  // of dense FLOP/s that batched decode reaches

double real(std::int64_t count) { return static_cast<double>(count); }

Range bandwidth_share(const hardware::Gpu& gpu) {
  if (gpu.unified_memory) return kUnified;
  if (gpu.vendor == "amd") return kAmd;
  if (gpu.family == "datacenter") {
    return gpu.architecture.find("blackwell") != std::string_view::npos ? kDatacenterBlackwell
                                                                        : kDatacenter;
  }
  return kConsumer;
}

/// gpt-fast's tensor-parallel series: 0.85, 0.81 and 0.74 of the bandwidth per doubling.
double tensor_parallel_efficiency(double tp) {
  constexpr std::array kLosses = {0.85, 0.81, 0.74};  // the last one for every further doubling
  constexpr std::size_t kMostDoublings = 10;
  double efficiency = 1;
  std::size_t doubling = 0;
  for (double n = 2; n <= tp && doubling < kMostDoublings; n *= 2) {
    efficiency *= kLosses[std::min(doubling++, kLosses.size() - 1)];
  }
  return efficiency;
}

Range host_seconds(const Setup& setup) {
  const double layers = real(setup.model.layers);
  if (setup.engine.mode == Engine::None) return Range{0.7e-3, 1e-3, 2e-3} * layers;
  if (setup.engine.eager) return Range{0.15e-3, 0.3e-3, 0.5e-3} * layers;
  return {1e-3, 2e-3, 5e-3};
}

}  // namespace

Range planned_bandwidth(const Setup& setup, const hardware::Gpu& gpu) {
  if (setup.bandwidth) return exactly(setup.bandwidth->value);
  if (gpu.bandwidth_planning_likely > 0) {
    return {gpu.bandwidth_planning_low, gpu.bandwidth_planning_likely, gpu.bandwidth_planning_high};
  }
  return bandwidth_share(gpu) * gpu.bandwidth;
}

double dense_flops(const hardware::Gpu& gpu) {
  if (gpu.supports_bf16 && gpu.bf16_dense_flops > 0) return gpu.bf16_dense_flops;
  return std::max(gpu.fp16_dense_flops, gpu.matmul_measured_flops);
}

DecodeModel decode_model(const Setup& setup, const hardware::Gpu& gpu) {
  const model::Geometry& g = setup.model;
  const EngineSetup& engine = setup.engine;
  const bool own_engine = engine.mode != Engine::None;
  const Quantization quantization = own_engine ? engine.quantization : setup.quantization;
  const double plain = bytes_per_element(own_engine ? engine.dtype : setup.weight_dtype);
  const double width = quantized_bytes(quantization, real(g.hidden));
  const double packed = packed_elements(g, quantization, setup.experts_quantized);

  DecodeModel d;
  d.bandwidth = planned_bandwidth(setup, gpu);
  // bitsandbytes unpacks weights in a kernel of its own, which halves what decode achieves.
  if (quantization == Quantization::Nf4 || quantization == Quantization::Nf4Double) {
    d.bandwidth = d.bandwidth * 0.5;
  }
  d.flops = dense_flops(gpu);
  d.tensor_parallel = own_engine ? real(engine.tensor_parallel) : 1;
  d.bandwidth = d.bandwidth * tensor_parallel_efficiency(d.tensor_parallel);
  d.host_seconds = host_seconds(setup);
  d.active_parameters = real(g.active_parameters);
  const double input_embedding = g.tied_embeddings ? 0 : real(g.vocabulary) * real(g.hidden);
  const double experts = real(g.expert_parameters);
  const double read =
      std::max(0.0, real(g.parameters) - real(g.other_parameters) - input_embedding - experts);
  const double linear = real(g.block_linear_parameters) - (g.fused_experts ? 0 : experts);
  const double outside = std::min(packed, std::max(0.0, linear));
  const bool experts_packed = experts > 0 && packed > outside;
  const double packed_outside =
      quantization == Quantization::Mxfp4 && experts > 0 ? 0 : std::min(read, outside);
  d.weight_bytes = packed_outside * width + (read - packed_outside) * plain;
  d.expert_bytes = experts * (experts_packed ? width : plain);
  if (g.experts > 0) d.expert_share = real(g.experts_per_token) / real(g.experts);
  const double cached = real(model::cached_layers(g));
  d.attention_flops = 4 * cached * real(g.heads) * real(g.head_dim);
  d.cache_bytes_per_token =
      model::kv_bytes_per_token(g, own_engine ? engine.kv_bytes_per_element : 2);
  if (g.sliding_window > 0 && cached > 0) {
    d.cache_window_tokens = real(g.sliding_window);
    d.windowed_share = real(g.sliding_layers) / cached;
  }
  d.state_bytes = model::state_bytes_per_sequence(g);
  return d;
}

double DecodeModel::step_seconds(double sequences, double context, Case which) const {
  const Case opposite = which == Case::Low    ? Case::High
                        : which == Case::High ? Case::Low
                                              : Case::Likely;
  const double touched =
      expert_bytes > 0 ? expert_bytes * (1 - std::pow(1 - expert_share, sequences)) : 0;
  double cached = context;
  if (cache_window_tokens > 0) {
    cached =
        context * (1 - windowed_share) + std::min(context, cache_window_tokens) * windowed_share;
  }
  const double bytes =
      weight_bytes + touched + sequences * (cached * cache_bytes_per_token + state_bytes);
  const double memory = bytes / (at(bandwidth, opposite) * tensor_parallel);
  const double compute = sequences * (2 * active_parameters + attention_flops * context) /
                         (flops * kComputeShare * tensor_parallel);
  return std::max(memory, compute) + at(host_seconds, which);
}

}  // namespace grpolint::sizing
