#pragma once

#include <array>
#include <optional>

#include "dialect/batch_arithmetic.h"
#include "fact/fact.h"

namespace grpolint::rules::native {

/// The facts of the batch arithmetic in the order in which a finding prefers to point at them.
inline constexpr std::array<std::string_view, 7> kBatchFacts = {
    "run.num_generations",
    "run.generation_batch_size",
    "run.steps_per_generation",
    "run.per_device_train_batch_size",
    "run.gradient_accumulation_steps",
    "run.world_size",
    "version.trl",
};

/// The same, for a finding about generation_batch_size.
inline constexpr std::array<std::string_view, 4> kGenerationBatchFacts = {
    "run.generation_batch_size",
    "run.per_device_train_batch_size",
    "run.world_size",
    "version.trl",
};

/// The batch settings but for the world size. Empty when one of them is unknown, or is the business
/// of another rule: sizes below 1, groups below 2.
std::optional<dialect::BatchSettings> batch_settings(const FactTable& facts);

}  // namespace grpolint::rules::native
