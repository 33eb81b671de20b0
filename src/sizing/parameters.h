#pragma once

#include <cstdint>

#include "sizing/setup.h"

namespace grpolint::sizing {

/// Element counts and divisors that every component needs, worked out once per estimate. Counts in
/// elements of the whole model; per-GPU figures are theirs divided by the matching shard.
struct Parameters {
  double total = 0;
  double packed = 0;        ///< stored at the quantised width
  double rest = 0;          ///< total - packed, stored at the load dtype
  double embedding = 0;     ///< input embedding
  double head = 0;          ///< V * H, also when tied to the embedding
  double layer_linear = 0;  ///< linear parameters of one block, on average
  double largest = 0;       ///< largest single tensor
  double adapter = 0;       ///< LoRA/DoRA weights and modules_to_save
  double trainable = 0;
  double trainable_embedding = 0;  ///< trainable elements that sit in an nn.Embedding
  double small = 0;                ///< trainable elements in tensors below 4096 elements
  double factored_rows = 0;        ///< sum of rows + columns over trainable matrices

  double weight_shard = 1;  ///< GPUs that share one copy of the weights
  double gradient_shard = 1;
  double optimizer_shard = 1;

  double trainable_bytes = 4;  ///< bytes of a trainable weight on the GPU
  double gradient_bytes = 4;
  double state_dtype = 4;   ///< width of the parameter the optimizer sees
  double master_bytes = 0;  ///< fp32 master copy beside 16-bit weights
  double frozen_bytes = 4;  ///< bytes of an unquantised frozen weight
};

/// Bytes of one quantised weight with its scales; 0 without quantisation.
double quantized_bytes(Quantization quantization, double hidden);

/// Elements that quantisation packs: linear layers of the blocks, fused experts only when told.
double packed_elements(const model::Geometry& model, Quantization quantization, bool experts_too);

Parameters count(const Setup& setup);

}  // namespace grpolint::sizing
