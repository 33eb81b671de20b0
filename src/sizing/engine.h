#pragma once

#include <string>
#include <vector>

#include "sizing/activations.h"

namespace grpolint::sizing {

/// vLLM's share of one GPU. `budget` is what it may use by gpu_memory_utilization; the cache takes
/// whatever weights, profile and graphs leave of it.
struct EngineMemory {
  double budget = 0;
  Component weights;
  Component cache;
  Component activations;  ///< profiled forward and sampler, and memory outside torch
  Component graphs;
  Range cache_tokens;  ///< tokens the cache holds
  double bytes_per_token = 0;
  double state_per_sequence = 0;
  double longest_request = 0;  ///< cache bytes of one sequence of the maximum model length
  double max_model_length = 0;
};

/// `gpu` is the GPU the engine runs on: the trainer's, or its own in server mode.
EngineMemory engine_memory(const Setup& setup, const hardware::Gpu& gpu, Detail detail);

/// Memory the engine keeps while it sleeps; everything when it does not sleep is the caller's.
Component engine_residual(const Setup& setup, const EngineMemory& engine, Detail detail);

/// What stops the engine from starting, with the numbers: `certain` even in the most favourable
/// case, `likely` in the likely one. `resident` is what the process holds before, `elsewhere` how
/// much of it lies on the same GPU but outside the engine's own accounting.
struct StartUp {
  std::vector<std::string> certain;
  std::vector<std::string> likely;
};
StartUp start_up(const Setup& setup, const EngineMemory& engine, double capacity, Range resident);

/// Cache of HF generate: the whole local generation batch, unpaged.
Component generate_cache(const Setup& setup, const MicroBatch& batch, Detail detail);
/// Logits and sampling copies of one step of HF generate.
Component generate_logits(const Setup& setup, Detail detail);

}  // namespace grpolint::sizing
