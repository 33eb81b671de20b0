#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/geometry.h"

namespace grpolint::model {

/// Fills the totals at the end of `geometry` from its other fields, exact to the last parameter for
/// the known families. False, with the totals left zero, when they exceed what an int64 holds.
/// Every function below expects a geometry that was counted.
[[nodiscard]] bool count_parameters(Geometry& geometry);

/// Modules of one kind that LoRA can target: a matrix of `out` x `in`, `count` times in the model.
struct LinearModule {
  std::string_view name;  ///< last part of the module path: "q_proj"
  std::int64_t in = 0;
  std::int64_t out = 0;
  std::int64_t count = 0;
};

/// The nn.Linear modules inside the decoder blocks; experts stored as one 3-D parameter are none.
std::vector<LinearModule> linear_modules(const Geometry& geometry);

/// Adapter parameters of LoRA with the given rank: rank * (in + out) for each targeted module.
/// Targets are module names as PEFT takes them (a dotted path counts by its last part);
/// "all-linear" means every linear module of the blocks; "lm_head" and "embed_tokens" are known.
/// Names that the model does not have add nothing. Precondition: 0 <= rank <= 2^16.
double lora_parameters(const Geometry& geometry, std::span<const std::string> targets,
                       std::int64_t rank);

/// Key/value cache of one token over all layers, in bytes, on one GPU without tensor parallelism.
/// Linear-attention layers have none; sliding windows are not taken off (see below).
double kv_bytes_per_token(const Geometry& geometry, double bytes_per_element);

/// Key/value cache of one sequence of `tokens`: layers with a sliding window keep at most the
/// window.
double kv_bytes_per_sequence(const Geometry& geometry, double tokens, double bytes_per_element);

/// State of the linear-attention layers per sequence, whatever its length: the recurrent matrices
/// (vLLM keeps them in fp32 by default) and the convolution window.
double state_bytes_per_sequence(const Geometry& geometry, double bytes_per_recurrent_element = 4,
                                double bytes_per_convolution_element = 2);

/// Layers whose attention keeps a key/value cache.
std::int64_t cached_layers(const Geometry& geometry);

}  // namespace grpolint::model
