#pragma once

#include "sizing/activations.h"

namespace grpolint::sizing {

/// Logits at the backward peak of the training step, with whatever the loss path adds.
Component training_logits(const Setup& setup, const MicroBatch& batch, const Parameters& p,
                          Detail detail);
/// The same rows while the forward pass still runs: the head's output and its fp32 copy.
Component forward_logits(const Setup& setup, const MicroBatch& batch, Detail detail);
/// Logits of a no-grad pass (old policy, reference), which Liger does not touch.
Component log_prob_logits(const Setup& setup, const MicroBatch& batch, Detail detail);

/// True when the model hands fp32 logits to the loss.
bool returns_float32_logits(const Setup& setup);

}  // namespace grpolint::sizing
