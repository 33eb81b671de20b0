#pragma once

#include <random>
#include <string_view>

#include "sizing/setup.h"

namespace grpolint::sizing {

/// A published model of the catalogue by name; the test fails when there is none.
model::Geometry model_named(std::string_view name);
hardware::Gpu gpu_named(std::string_view name);

/// Full fine-tuning of a published model with TRL's defaults: float32 weights, autocast, AdamW,
/// checkpointing, 8 completions of 256 tokens, no engine.
Setup trl_run(std::string_view model, std::string_view gpu);

/// A run drawn from the documented ranges, reproducible by the state of `random`.
Setup random_run(std::mt19937& random);

const PhaseEstimate& phase_of(const DeviceEstimate& device, Phase phase);
/// Likely bytes of all components of a kind in a phase; 0 when there is none.
double bytes_of(const DeviceEstimate& device, Phase phase, ComponentKind kind);
DeviceEstimate trainer_of(const Setup& setup);

}  // namespace grpolint::sizing
