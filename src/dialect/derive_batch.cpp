#include <cmath>
#include <cstdint>
#include <string>

#include "dialect/batch_arithmetic.h"
#include "dialect/deriver.h"

namespace grpolint::dialect {
namespace {

// https://github.com/huggingface/trl, trl/trainer/grpo_config.py, by tag.
constexpr Version kCountsCompletions{0, 15, 0};    ///< before, the batch counts prompts
constexpr Version kGenerationBatch{0, 18, 0};      ///< generation_batch_size, steps_per_generation
constexpr Version kPromptsNotTruncated{0, 26, 0};  ///< max_prompt_length is ignored, then gone

/// A whole number of a size that arithmetic can bear.
std::optional<std::int64_t> whole(std::optional<double> value) {
  constexpr double kLargest = 1e15;
  if (!value || !std::isfinite(*value) || std::abs(*value) > kLargest) return std::nullopt;
  if (std::floor(*value) != *value) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

Value number_or_unknown(std::optional<std::int64_t> value) {
  return value ? Value::number(static_cast<double>(*value)) : Value::unknown();
}

struct Inputs {
  std::optional<std::int64_t> micro_batch;
  std::optional<std::int64_t> accumulation;
  std::optional<std::int64_t> group;
  std::optional<std::int64_t> world;
  bool generation_batch_set = false;
  bool steps_set = false;
};

Inputs inputs_of(const Deriver& d) {
  Inputs in;
  in.micro_batch = whole(d.number("per_device_train_batch_size"));
  in.accumulation = whole(d.number("gradient_accumulation_steps"));
  in.group = whole(d.number("num_generations"));
  in.world = whole(d.number("world_size"));
  in.generation_batch_set = !d.value("generation_batch_size").is_absent();
  in.steps_set = !d.value("steps_per_generation").is_absent();
  return in;
}

const std::vector<std::string> kBatchSources = {"per_device_train_batch_size",
                                                "gradient_accumulation_steps", "num_generations"};

/// Unsloth sets the batch to a whole group where the product is none (unsloth/models/rl.py).
void micro_batch(Deriver& d, Inputs& in) {
  std::vector<std::string> sources = {"per_device_train_batch_size"};
  std::string because;
  if (d.unsloth() && !in.generation_batch_set && !in.steps_set) {
    if (!in.micro_batch || !in.accumulation || !in.group || !in.world) {
      in.micro_batch.reset();
    } else if (*in.group > 0) {
      const double product = static_cast<double>(*in.micro_batch) *
                             static_cast<double>(*in.accumulation) * static_cast<double>(*in.world);
      if (std::fmod(product, static_cast<double>(*in.group)) != 0) {
        in.micro_batch = in.group;
        because = "Unsloth raises the batch to num_generations";
      }
    }
    sources = kBatchSources;
    sources.emplace_back("world_size");
  }
  std::optional<std::int64_t> completions = in.micro_batch;
  if (d.trl() < kCountsCompletions && completions) {
    sources.emplace_back("num_generations");
    completions = in.group ? std::optional(*completions * *in.group) : std::nullopt;
    because = "TRL 0.14 counts prompts, each expanded to a group";
  }
  d.derive("micro_batch", number_or_unknown(completions), std::move(sources), std::move(because));
}

BatchSettings settings_of(const Deriver& d, const Inputs& in) {
  BatchSettings settings;
  settings.per_device_train_batch_size = in.micro_batch.value_or(1);
  settings.gradient_accumulation_steps = in.accumulation.value_or(1);
  settings.num_generations = in.group.value_or(1);
  settings.world_size = in.world.value_or(1);
  if (d.trl() >= kGenerationBatch) {
    settings.generation_batch_size = whole(d.number("generation_batch_size"));
    settings.steps_per_generation = whole(d.number("steps_per_generation"));
  }
  return settings;
}

void batches(Deriver& d, const Inputs& in) {
  std::vector<std::string> steps_sources = {"steps_per_generation", "gradient_accumulation_steps"};
  std::vector<std::string> batch_sources = {"generation_batch_size", "steps_per_generation",
                                            "per_device_train_batch_size",
                                            "gradient_accumulation_steps", "world_size"};
  if (in.generation_batch_set) {
    steps_sources = {"generation_batch_size", "per_device_train_batch_size", "world_size"};
    batch_sources = {"generation_batch_size"};
  }
  const bool unreadable = d.unknown("generation_batch_size") || d.unknown("steps_per_generation");
  const bool both_set = in.generation_batch_set && in.steps_set && d.trl() >= kGenerationBatch;
  if (unreadable || both_set) {
    d.derive("steps_per_generation_effective", Value::unknown(), std::move(steps_sources));
    d.derive("generation_batch", Value::unknown(), std::move(batch_sources));
    return;
  }
  const Batch batch = batch_of(settings_of(d, in), d.trl());
  const bool batch_stated = in.generation_batch_set && d.trl() >= kGenerationBatch;
  const bool per_step_known = in.micro_batch && in.world;
  // With a stated generation batch the steps follow from the processes; else it is the other way.
  const bool steps_known = batch_stated ? per_step_known : in.steps_set || in.accumulation;
  const bool group_needed = d.trl() < kCountsCompletions;
  const bool batch_known =
      batch_stated || (per_step_known && steps_known && (!group_needed || in.group));
  d.derive("steps_per_generation_effective",
           steps_known ? Value::number(static_cast<double>(batch.steps_per_generation))
                       : Value::unknown(),
           std::move(steps_sources));
  d.derive(
      "generation_batch",
      batch_known ? Value::number(static_cast<double>(batch.generation_batch)) : Value::unknown(),
      std::move(batch_sources));
}

void prompt_tokens(Deriver& d) {
  if (d.target.prompt_tokens) {
    d.state("prompt_tokens", Value::number(d.target.prompt_tokens->value, Unit::Tokens),
            Origin::Stated, d.target.prompt_tokens->by);
    return;
  }
  std::vector<std::string> sources = {"max_prompt_length"};
  if (d.written("max_prompt_length")) sources.emplace_back("version.trl");
  const std::optional<double> length = d.number("max_prompt_length");
  if (!length || d.trl() >= kPromptsNotTruncated) {
    d.derive("prompt_tokens", Value::unknown(), std::move(sources),
             d.trl() >= kPromptsNotTruncated ? "TRL 0.26.0 and later do not truncate prompts" : "");
    return;
  }
  d.derive("prompt_tokens", Value::number(*length, Unit::Tokens), std::move(sources),
           "prompts are cut to max_prompt_length");
}

void planned_bandwidth(Deriver& d) {
  if (!d.target.bandwidth) {
    d.state("planned_bandwidth", Value::unknown(), Origin::Unknown, "");
    return;
  }
  const Stated<double>& plan = *d.target.bandwidth;
  Fact fact;
  fact.value = Value::number(plan.value, Unit::BytesPerSecond);
  fact.origin = Origin::Stated;
  fact.because = plan.by;
  if (plan.span) fact.site = Site{*plan.span, *plan.span, {}};
  d.facts.set("run.planned_bandwidth", std::move(fact));
}

}  // namespace

void derive_batch(Deriver& d) {
  Inputs inputs = inputs_of(d);
  micro_batch(d, inputs);
  batches(d, inputs);
  prompt_tokens(d);
  planned_bandwidth(d);
}

}  // namespace grpolint::dialect
