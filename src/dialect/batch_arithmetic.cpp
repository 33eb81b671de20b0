#include "dialect/batch_arithmetic.h"

#include <fmt/format.h>

#include <limits>

namespace grpolint::dialect {
namespace {

std::int64_t product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) return std::numeric_limits<std::int64_t>::max();
  return result;
}

bool divides(std::int64_t divisor, std::int64_t value) {
  return divisor != 0 && value % divisor == 0;
}

/// " x 2 processes"; empty when their number is not known.
std::string times_processes(const BatchSettings& s) {
  if (!s.world_size_known) return {};
  return fmt::format(" x {} process{}", s.world_size, s.world_size == 1 ? "" : "es");
}

/// Said at the end where the number of processes is not known.
std::string_view on_each(const BatchSettings& s) {
  return s.world_size_known ? "" : " on each process";
}

/// " over per_device_train_batch_size 2 x 4 processes = 8 leaves 4"
std::string division(const BatchSettings& s, const Batch& batch) {
  std::string text =
      fmt::format(" over per_device_train_batch_size {}", s.per_device_train_batch_size);
  if (batch.divisor != s.per_device_train_batch_size || s.world_size == 1) {
    text += times_processes(s);
    if (s.world_size_known) text += fmt::format(" = {}", batch.divisor);
  }
  text += on_each(s);
  if (batch.divisor != 0 && batch.generation_batch % batch.divisor != 0) {
    text += fmt::format("{} leaves {}", s.world_size_known ? "" : ",",
                        batch.generation_batch % batch.divisor);
  }
  return text;
}

/// From 0.18.0 on: one rollout serves several micro-steps.
Batch with_generation_batch(const BatchSettings& s, Version trl) {
  Batch batch;
  const std::int64_t micro = product(s.per_device_train_batch_size, s.world_size);
  // 0.18.0-0.19.0 tested (N % B) * W instead of N % (B * W) and floored the quotient.
  const bool exact_division = trl >= Version{0, 19, 1};

  if (s.generation_batch_size && s.steps_per_generation) {
    batch.generation_batch = *s.generation_batch_size;
    batch.steps_per_generation = *s.steps_per_generation;
    batch.arithmetic = fmt::format("generation_batch_size {}, steps_per_generation {}",
                                   batch.generation_batch, batch.steps_per_generation);
    batch.refusal = BatchRefusal::BothSet;
    return batch;
  }
  if (s.generation_batch_size) {
    batch.generation_batch = *s.generation_batch_size;
    batch.steps_per_generation = micro == 0 ? 0 : batch.generation_batch / micro;
    batch.divisor = exact_division ? micro : s.per_device_train_batch_size;
    batch.arithmetic = fmt::format("generation_batch_size {}", batch.generation_batch);
    if (!divides(batch.divisor, batch.generation_batch)) {
      batch.refusal = BatchRefusal::GenerationBatch;
      batch.arithmetic += division(s, batch);
      return batch;
    }
  } else {
    batch.steps_per_generation = s.steps_per_generation.value_or(s.gradient_accumulation_steps);
    batch.generation_batch = product(micro, batch.steps_per_generation);
    batch.arithmetic =
        fmt::format("per_device_train_batch_size {}{} x {} {} = {}{}",
                    s.per_device_train_batch_size, times_processes(s),
                    s.steps_per_generation ? "steps_per_generation" : "gradient_accumulation_steps",
                    batch.steps_per_generation, batch.generation_batch, on_each(s));
  }
  if (!divides(s.num_generations, batch.generation_batch)) {
    batch.refusal = BatchRefusal::Groups;
  } else if (s.generation_batch_size) {
    batch.arithmetic += division(s, batch);
  }
  return batch;
}

}  // namespace

Batch batch_of(const BatchSettings& s, Version trl) {
  if (trl >= Version{0, 18, 0}) return with_generation_batch(s, trl);

  Batch batch;
  const std::int64_t micro = product(s.per_device_train_batch_size, s.world_size);
  batch.steps_per_generation = 1;
  if (trl < Version{0, 15, 0}) {
    // 0.14.0: the batch counts prompts, each expanded to a whole group; nothing to divide.
    batch.generation_batch = product(micro, s.num_generations);
    batch.arithmetic =
        fmt::format("per_device_train_batch_size {} prompts{} x num_generations {} = {}{}",
                    s.per_device_train_batch_size, times_processes(s), s.num_generations,
                    batch.generation_batch, on_each(s));
    return batch;
  }
  batch.generation_batch = micro;
  batch.arithmetic = s.world_size_known
                         ? fmt::format("per_device_train_batch_size {}{} = {}",
                                       s.per_device_train_batch_size, times_processes(s), micro)
                         : fmt::format("per_device_train_batch_size {}{}", micro, on_each(s));
  if (trl >= Version{0, 17, 0}) {
    batch.steps_per_generation = s.gradient_accumulation_steps;
    batch.generation_batch = product(micro, s.gradient_accumulation_steps);
    batch.arithmetic =
        fmt::format("per_device_train_batch_size {}{} x gradient_accumulation_steps {} = {}{}",
                    s.per_device_train_batch_size, times_processes(s),
                    s.gradient_accumulation_steps, batch.generation_batch, on_each(s));
  }
  if (!divides(s.num_generations, batch.generation_batch)) {
    batch.refusal = BatchRefusal::Groups;
  }
  return batch;
}

}  // namespace grpolint::dialect
