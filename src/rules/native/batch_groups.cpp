#include <fmt/format.h>

#include <numeric>
#include <vector>

#include "rules/native/batch_settings.h"
#include "rules/native/checks.h"
#include "rules/native/process_counts.h"

namespace grpolint::rules::native {
namespace {

using dialect::Batch;
using dialect::BatchRefusal;
using dialect::BatchSettings;

constexpr std::int64_t kMostCompletions = 1'000'000;

Batch with(BatchSettings settings, std::int64_t world_size, Version trl) {
  settings.world_size = world_size;
  return dialect::batch_of(settings, trl);
}

/// The settings that the product is made of.
std::string levers(const BatchSettings& settings, Version trl) {
  if (settings.generation_batch_size) return "generation_batch_size or num_generations";
  if (trl < Version{0, 17, 0}) return "per_device_train_batch_size or num_generations";
  return fmt::format(
      "per_device_train_batch_size, {} or num_generations",
      settings.steps_per_generation ? "steps_per_generation" : "gradient_accumulation_steps");
}

/// "; 4 or 8 would be": group sizes near the written one, else a batch that holds a group.
std::string other_groups(const BatchSettings& settings, const Batch& batch, std::int64_t world_size,
                         Version trl) {
  std::string near = neighbouring_divisors(batch.generation_batch, settings.num_generations);
  if (!near.empty() || settings.generation_batch_size) return near;
  BatchSettings other = settings;
  constexpr std::int64_t kLargestBatch = 1024;
  for (std::int64_t size = settings.per_device_train_batch_size + 1; size <= kLargestBatch;
       ++size) {
    other.per_device_train_batch_size = size;
    if (with(other, world_size, trl).refusal == BatchRefusal::None) {
      return fmt::format("; per_device_train_batch_size {} would do", size);
    }
  }
  return {};
}

/// "; 56 or 64 would do": multiples of the divisor near the written size that hold whole groups.
std::string other_generation_batches(const Batch& batch, const BatchSettings& settings) {
  if (batch.divisor < 1 || batch.divisor > kMostCompletions) return {};
  const std::int64_t step = std::lcm(batch.divisor, settings.num_generations);
  if (step > kMostCompletions) return {};
  const std::int64_t below = batch.generation_batch / step * step;
  std::vector<std::int64_t> sizes;
  if (below > 0) sizes.push_back(below);
  if (below != batch.generation_batch) sizes.push_back(below + step);
  return fmt::format("; {} would do", listed(sizes));
}

/// One match when the batch is refused for the given reason.
std::vector<Match> refused_for(const RuleContext& context, BatchRefusal reason,
                               std::span<const std::string_view> facts) {
  const auto settings = batch_settings(context.facts);
  if (!settings) return {};
  const Version trl = context.run->releases.trl;
  const ProcessCounts counts = judge(context, [&](std::int64_t world_size) {
    return with(*settings, world_size, trl).refusal != reason;
  });
  if (counts.outcome == ProcessCounts::Case::Holds) return {};

  BatchSettings shown = *settings;
  shown.world_size_known = counts.known;
  const Batch batch = with(shown, counts.count, trl);
  Match match;
  place_at(context.facts, facts, match);
  add_locals(counts, match);
  match.locals.emplace_back("arithmetic", Value::string(batch.arithmetic));
  match.locals.emplace_back("num_generations",
                            Value::number(static_cast<double>(settings->num_generations)));
  match.locals.emplace_back(
      "alternatives",
      Value::string(reason == BatchRefusal::Groups ? other_groups(shown, batch, counts.count, trl)
                                                   : other_generation_batches(batch, *settings)));
  match.locals.emplace_back("levers", Value::string(levers(*settings, trl)));
  // The arithmetic has one form from 0.20.0 on, so that release stands for every later one.
  const Batch in_first = with(*settings, counts.count, Version{0, 20, 0});
  match.locals.emplace_back("every_release", Value::boolean(in_first.refusal == reason));
  return {std::move(match)};
}

/// The first release whose correction waits for what the file sets: before it Unsloth made the
/// batch num_generations whatever else was there (unsloth/models/rl.py, 2025.11.2 and 2025.11.4).
constexpr Version kLeavesStatedBatches{2025, 11, 4};

/// Before GRPOConfig sees the batch.
bool unsloth_makes_whole_groups(const RuleContext& context) {
  const dialect::Run& run = *context.run;
  if (run.dialect != "unsloth") return false;
  if (run.releases.unsloth < kLeavesStatedBatches && run.releases.unsloth != Version{}) return true;
  return context.facts.value("run.generation_batch_size").is_absent() &&
         context.facts.value("run.steps_per_generation").is_absent();
}

}  // namespace

std::vector<Match> batch_groups(const RuleContext& context) {
  if (unsloth_makes_whole_groups(context)) return {};
  return refused_for(context, BatchRefusal::Groups, kBatchFacts);
}

std::vector<Match> generation_batch(const RuleContext& context) {
  if (unsloth_makes_whole_groups(context)) return {};
  return refused_for(context, BatchRefusal::GenerationBatch, kGenerationBatchFacts);
}

}  // namespace grpolint::rules::native
