#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "sizing/levers.h"

namespace grpolint::sizing {
namespace {

bool whole_groups(const Setup& setup, std::int64_t completions) {
  return completions * setup.world_size % setup.num_generations == 0;
}

/// The value of per_device_train_batch_size that gives micro-batches of so many completions; none
/// where the release accepts no such batch.
std::optional<std::int64_t> batch_key(const Setup& setup, std::int64_t micro_batch) {
  switch (setup.offers.batch_unit) {
    case BatchUnit::Prompts:
      if (micro_batch % setup.num_generations != 0) return std::nullopt;
      return micro_batch / setup.num_generations;
    case BatchUnit::Groups:
      if (!whole_groups(setup, micro_batch)) return std::nullopt;
      return micro_batch;
    case BatchUnit::Completions:
      return micro_batch;
  }
  return std::nullopt;
}

Setting setting(std::string_view key, std::int64_t value) {
  return {std::string(key), std::to_string(value)};
}

}  // namespace

/// Smaller micro-batches with as many completions per rollout and per optimizer step as before.
std::vector<Change> micro_batches(const Setup& setup) {
  std::vector<Change> changes;
  for (std::int64_t parts = 2; setup.micro_batch % parts == 0; parts *= 2) {
    const std::int64_t micro_batch = setup.micro_batch / parts;
    const auto key = batch_key(setup, micro_batch);
    if (!key) continue;
    Setup changed = setup;
    changed.micro_batch = micro_batch;
    changed.accumulation = setup.accumulation * parts;
    std::vector<Setting> settings = {setting("per_device_train_batch_size", *key),
                                     setting("gradient_accumulation_steps", changed.accumulation)};
    // Until 0.17 every micro-batch has a rollout of its own.
    if (setup.offers.batch_unit == BatchUnit::Completions) {
      changed.steps_per_generation = setup.steps_per_generation * parts;
    }
    if (setup.offers.rollout_key == RolloutKey::StepsPerGeneration) {
      settings.push_back(setting("steps_per_generation", changed.steps_per_generation));
    }
    changes.push_back({std::move(changed), std::move(settings), {}});
  }
  return changes;
}

/// Fewer completions per rollout, so that HF generate caches fewer sequences at a time.
std::vector<Change> smaller_rollouts(const Setup& setup) {
  std::vector<Change> changes;
  if (setup.engine.mode != Engine::None || !setup.offers.steps_per_generation) return changes;
  for (std::int64_t parts = 2; setup.steps_per_generation % parts == 0; parts *= 2) {
    const std::int64_t steps = setup.steps_per_generation / parts;
    if (!whole_groups(setup, setup.micro_batch * steps)) continue;
    Setup changed = setup;
    changed.steps_per_generation = steps;
    const Setting key =
        setup.offers.rollout_key == RolloutKey::GenerationBatchSize
            ? setting("generation_batch_size", setup.micro_batch * steps * setup.world_size)
            : setting("steps_per_generation", steps);
    changes.push_back({std::move(changed), {key}, {}});
  }
  return changes;
}

/// Fewer completions per optimizer step, where one rollout serves a whole step.
std::vector<Change> smaller_batch(const Setup& setup) {
  std::vector<Change> changes;
  if (setup.engine.mode != Engine::None ||
      setup.offers.rollout_key == RolloutKey::GenerationBatchSize) {
    return changes;
  }
  for (std::int64_t parts = 2; setup.micro_batch % parts == 0; parts *= 2) {
    const std::int64_t micro_batch = setup.micro_batch / parts;
    const auto key = batch_key(setup, micro_batch);
    if (!key || !whole_groups(setup, micro_batch * setup.steps_per_generation)) continue;
    Setup changed = setup;
    changed.micro_batch = micro_batch;
    changes.push_back({std::move(changed),
                       {setting("per_device_train_batch_size", *key)},
                       "(a smaller batch per step)"});
  }
  return changes;
}

std::vector<Change> completion_length(const Setup& setup) {
  std::vector<Change> changes;
  for (const double share : {0.75, 0.5, 0.25}) {
    const double length = std::floor(setup.completion.value * share / 16) * 16;
    if (length < 64) continue;
    Setup changed = setup;
    changed.completion = Tokens{length};
    // Before vllm_max_model_length the engine's length follows from the lengths of the run.
    if (!setup.unsloth && !setup.offers.model_length && setup.engine.max_model_length) {
      changed.engine.max_model_length =
          Tokens{setup.engine.max_model_length->value - setup.completion.value + length};
    }
    changes.push_back(
        {std::move(changed), {{"max_completion_length", fmt::format("{:.0f}", length)}}, {}});
  }
  return changes;
}

}  // namespace grpolint::sizing
