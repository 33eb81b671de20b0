#pragma once

#include <string>

#include "sizing/explanation.h"
#include "sizing/parameters.h"
#include "sizing/range.h"

namespace grpolint::sizing {

/// Tokens of one micro-batch in each case: prompt and completion, padded to the longest.
struct MicroBatch {
  Range sequence;    ///< tokens of one padded sequence
  Range completion;  ///< completion tokens of one padded sequence
  Range tokens;      ///< B * sequence
  Range logit_rows;  ///< rows of the logits table: B * completion, or all tokens
};
MicroBatch micro_batch(const Setup& setup);

/// Bytes of one layer per token: scale * (hidden * H + mlp * I + routed + attention + norms).
struct PerToken {
  double hidden = 0;  ///< bytes per element of the hidden width
  double hidden_width = 0;
  double mlp = 0;  ///< bytes per element of the MLP's width
  double mlp_width = 0;
  double routed = 0;  ///< copies for the experts, bytes
  double attention = 0;
  double norms = 0;
  double scale = 1;

  double bytes() const;
  std::string in_words() const;  ///< the sum with its numbers
};
/// What a layer keeps for the backward pass, averaged over the layers.
PerToken saved_per_token(const Setup& setup, double sequence, Case which);
/// The widest moment of one layer's recomputation and backward.
PerToken layer_peak_per_token(const Setup& setup, double sequence, Case which);

/// Activations kept when the backward pass begins: every layer's, or the checkpoints.
Component kept_activations(const Setup& setup, const MicroBatch& batch, const Parameters& p,
                           Detail detail);
/// One recomputed layer on top of the checkpoints; nothing without checkpointing.
Component recomputed_layer(const Setup& setup, const MicroBatch& batch, const Parameters& p,
                           Detail detail);
/// The transients of a forward pass that keeps nothing, with autocast's copies of the weights.
Component forward_activations(const Setup& setup, const MicroBatch& batch, const Parameters& p,
                              Detail detail);
/// 16-bit copies that autocast keeps of fp32 weights that train, until its region is left.
double cast_copies(const Setup& setup, const Parameters& p);

/// Layer inputs that Unsloth's checkpointing moves to the host.
Range host_checkpoints(const Setup& setup, const MicroBatch& batch);

}  // namespace grpolint::sizing
