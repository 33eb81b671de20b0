#pragma once

#include "sizing/explanation.h"
#include "sizing/parameters.h"

namespace grpolint::sizing {

/// What the trainer keeps on its GPU whatever the phase. Every function gives bytes per GPU; a
/// component of zero bytes means that the run has no such thing.

Component weights(const Setup& setup, const Parameters& p, Detail detail);
Component adapters(const Setup& setup, const Parameters& p, Detail detail);
Component reference_model(const Setup& setup, const Parameters& p, Detail detail);
Component reward_models(const Setup& setup, Detail detail);
Component gradients(const Setup& setup, const Parameters& p, Detail detail);

/// Buffers of the communication between GPUs: DDP and ZeRO buckets, gathered parameters.
Component communication(const Setup& setup, const Parameters& p, Detail detail);

/// Extra memory while new weights are handed to the engine.
Component sync_buffer(const Setup& setup, const Parameters& p, Detail detail);

}  // namespace grpolint::sizing
