#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fact/version.h"

namespace grpolint::dialect {

/// The settings from which a TRL release works out its batches; names as in GRPOConfig. All counts
/// are of completions except where the release counts otherwise (0.14.0 counts prompts).
struct BatchSettings {
  std::int64_t per_device_train_batch_size = 8;
  std::int64_t gradient_accumulation_steps = 1;
  std::int64_t world_size = 1;
  bool world_size_known = true;  ///< else 1 stands for it, and the words speak of one process
  std::int64_t num_generations = 8;
  std::optional<std::int64_t> generation_batch_size;
  std::optional<std::int64_t> steps_per_generation;
};

/// Why a release refuses batch settings.
enum class BatchRefusal {
  None,
  BothSet,          ///< generation_batch_size and steps_per_generation
  GenerationBatch,  ///< generation_batch_size is not a multiple of the micro-batch of all processes
  Groups,           ///< the batch does not hold whole groups of num_generations
};

/// What the release makes of them.
struct Batch {
  std::int64_t generation_batch = 0;      ///< completions of one rollout over all processes
  std::int64_t steps_per_generation = 0;  ///< micro-steps one rollout serves
  /// What generation_batch_size must be a multiple of; 0 where it is not set.
  std::int64_t divisor = 0;
  BatchRefusal refusal = BatchRefusal::None;
  /// "per_device_train_batch_size 4 x 1 process x 2 steps_per_generation = 8"
  std::string arithmetic;
};

/// The batch arithmetic of GRPOConfig.__post_init__ (from 0.18.0) or of the trainer (before), as
/// released: https://github.com/huggingface/trl, trl/trainer/grpo_config.py, tags v0.14.0-v1.9.0.
/// Never divides by zero and saturates instead of overflowing. Values <= 0 are computed as given.
Batch batch_of(const BatchSettings& settings, Version trl);

}  // namespace grpolint::dialect
