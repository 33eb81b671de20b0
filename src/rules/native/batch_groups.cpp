#include "rules/native/batch_settings.h"
#include "rules/native/checks.h"
#include "rules/native/process_counts.h"

namespace grpolint::rules::native {
namespace {

using dialect::Batch;
using dialect::BatchRefusal;
using dialect::BatchSettings;

Batch with(BatchSettings settings, std::int64_t world_size, Version trl) {
  settings.world_size = world_size;
  return dialect::batch_of(settings, trl);
}

/// One match when the batch is refused for the given reason.
std::vector<Match> refused_for(const RuleContext& context, BatchRefusal reason,
                               std::span<const std::string_view> facts) {
  const auto settings = batch_settings(context.facts);
  if (!settings) return {};
  const Version trl = context.run->releases.trl;
  const ProcessCounts counts = judge(context.facts, [&](std::int64_t world_size) {
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
      Value::string(neighbouring_divisors(batch.generation_batch, settings->num_generations)));
  // The arithmetic has one form from 0.20.0 on, so that release stands for every later one.
  const Batch in_first = with(*settings, counts.count, Version{0, 20, 0});
  match.locals.emplace_back("every_release", Value::boolean(in_first.refusal == reason));
  return {std::move(match)};
}

}  // namespace

std::vector<Match> batch_groups(const RuleContext& context) {
  // Without either, Unsloth makes the batch a whole group before GRPOConfig sees it.
  const bool derived = context.facts.value("run.generation_batch_size").is_absent() &&
                       context.facts.value("run.steps_per_generation").is_absent();
  if (derived && context.run->dialect == "unsloth") return {};
  return refused_for(context, BatchRefusal::Groups, kBatchFacts);
}

std::vector<Match> generation_batch(const RuleContext& context) {
  return refused_for(context, BatchRefusal::GenerationBatch, kGenerationBatchFacts);
}

}  // namespace grpolint::rules::native
