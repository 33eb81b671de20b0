#pragma once

#include "sizing/engine.h"

namespace grpolint::sizing {

/// How fast one engine (a tensor-parallel group, or HF generate) turns weights into tokens.
struct DecodeModel {
  Range bandwidth;   ///< bytes/s sustained in decode, one GPU
  double flops = 0;  ///< dense 16-bit FLOP/s, one GPU
  double tensor_parallel = 1;
  Range host_seconds;       ///< per decode step outside the GPU
  double weight_bytes = 0;  ///< read in every step
  double expert_bytes = 0;  ///< of all routed experts; the batch decides how much is touched
  double expert_share = 1;  ///< experts per token over experts
  double active_parameters = 0;
  double attention_flops = 0;  ///< per token and context token
  double cache_bytes_per_token = 0;
  double cache_window_tokens = 0;  ///< 0: no window
  double windowed_share = 0;       ///< of cached layers
  double state_bytes = 0;          ///< per sequence

  /// Seconds of one step that adds a token to each of `sequences` at `context` tokens. `which`
  /// names the case of the result: Low is the fastest.
  double step_seconds(double sequences, double context, Case which) const;
};

/// Precondition: `gpu` has a bandwidth and a FLOP rate.
DecodeModel decode_model(const Setup& setup, const hardware::Gpu& gpu);

/// Sustained decode bandwidth of a GPU: its planning figures, else its family's share of the
/// headline.
Range planned_bandwidth(const Setup& setup, const hardware::Gpu& gpu);
/// 16-bit FLOP/s a dense product reaches at best; 0 when the catalogue does not know.
double dense_flops(const hardware::Gpu& gpu);

}  // namespace grpolint::sizing
