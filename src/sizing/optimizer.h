#pragma once

#include <span>
#include <string_view>

#include "sizing/explanation.h"
#include "sizing/parameters.h"

namespace grpolint::sizing {

enum class StateShape {
  Elementwise,  ///< `moments` states in the dtype the optimizer sees plus `fixed` bytes
  Blockwise,    ///< 8- or 4-bit states of `fixed` bytes; small tensors and embeddings stay fp32
  Factored,     ///< one row and one column per matrix
  LowRank,      ///< states of a projected matrix
};

/// What one value of `optim` keeps per trainable parameter.
struct OptimizerLaw {
  std::string_view name;  ///< as transformers' OptimizerNames spells it
  StateShape shape = StateShape::Elementwise;
  double moments = 0;         ///< Blockwise: number of states, 4 bytes each where they stay fp32
  double fixed = 0;           ///< bytes per parameter whatever its dtype
  bool paged = false;         ///< managed memory that the driver may move to the host
  bool foreach_copy = false;  ///< the step makes a temporary copy of the parameters
  bool embedding_in_32_bit = false;  ///< HF keeps nn.Embedding states of bitsandbytes in fp32
  bool layerwise = false;            ///< no full set of gradients is ever held
};

std::span<const OptimizerLaw> optimizer_laws();
/// Null for a name that transformers does not know.
const OptimizerLaw* find_optimizer(std::string_view name);

/// States on the GPU from the first optimizer step on, master copies included. An unknown name is
/// priced as AdamW.
Component optimizer_states(const Setup& setup, const Parameters& p, Detail detail);

/// Extra copy of the parameters while a non-fused optimizer steps.
Component optimizer_temporaries(const Setup& setup, const Parameters& p, Detail detail);

/// Bytes of the states (and of offloaded parameters) that live in host memory instead.
Range offloaded_bytes(const Setup& setup, const Parameters& p);

}  // namespace grpolint::sizing
