#include "rules/native/batch_settings.h"

#include "rules/native/process_counts.h"

namespace grpolint::rules::native {

std::optional<dialect::BatchSettings> batch_settings(const FactTable& facts) {
  dialect::BatchSettings settings;
  const auto batch = integer(facts, "run.per_device_train_batch_size");
  const auto accumulation = integer(facts, "run.gradient_accumulation_steps");
  const auto group = integer(facts, "run.num_generations");
  if (!batch || !accumulation || !group) return std::nullopt;
  if (*batch < 1 || *accumulation < 1 || *group < 2) return std::nullopt;
  settings.per_device_train_batch_size = *batch;
  settings.gradient_accumulation_steps = *accumulation;
  settings.num_generations = *group;
  settings.generation_batch_size = integer(facts, "run.generation_batch_size");
  settings.steps_per_generation = integer(facts, "run.steps_per_generation");
  // Present but no whole number: nothing to compute with.
  if (!settings.generation_batch_size && !facts.value("run.generation_batch_size").is_absent()) {
    return std::nullopt;
  }
  if (!settings.steps_per_generation && !facts.value("run.steps_per_generation").is_absent()) {
    return std::nullopt;
  }
  if (settings.generation_batch_size.value_or(1) < 1) return std::nullopt;
  if (settings.steps_per_generation.value_or(1) < 1) return std::nullopt;
  return settings;
}

}  // namespace grpolint::rules::native
