#include <fmt/format.h>

#include <array>

#include "rules/native/checks.h"
#include "rules/native/process_counts.h"

namespace grpolint::rules::native {
namespace {

constexpr std::array<std::string_view, 6> kFacts = {
    "run.per_device_eval_batch_size",
    "run.num_generations_eval",
    "run.num_generations",
    "run.eval_strategy",
    "run.world_size",
    "version.trl",
};

/// The group size that evaluation uses; empty when the release does not check it.
std::optional<std::int64_t> evaluated_group(const FactTable& facts, Version trl) {
  const auto group = integer(facts, "run.num_generations");
  if (trl >= Version{0, 26, 1}) {
    const auto eval_group = integer(facts, "run.num_generations_eval");
    if (!eval_group && !facts.value("run.num_generations_eval").is_absent()) return std::nullopt;
    return eval_group && *eval_group != 0 ? eval_group : group;
  }
  const bool unchecked =
      trl < Version{0, 15, 0} || (trl >= Version{0, 20, 0} && trl < Version{0, 22, 0});
  return unchecked ? std::nullopt : group;
}

std::string arithmetic(std::int64_t batch, const ProcessCounts& counts) {
  if (!counts.known) return fmt::format("per_device_eval_batch_size {} on each process", batch);
  return fmt::format("per_device_eval_batch_size {} x {} process{} = {}", batch, counts.count,
                     counts.count == 1 ? "" : "es", batch * counts.count);
}

}  // namespace

std::vector<Match> eval_batch(const RuleContext& context) {
  const Value& strategy = context.facts.value("run.eval_strategy");
  if (strategy.kind() != ValueKind::String || strategy.as_string() == "no") return {};
  const auto batch = integer(context.facts, "run.per_device_eval_batch_size");
  const auto group = evaluated_group(context.facts, context.run->releases.trl);
  if (!batch || *batch < 1 || *batch > 1'000'000'000 || !group || *group < 2) return {};

  const ProcessCounts counts = judge(context, [&](std::int64_t world_size) {
    return world_size > 1'000'000 || *batch * world_size % *group == 0;
  });
  if (counts.outcome == ProcessCounts::Case::Holds) return {};

  Match match;
  place_at(context.facts, kFacts, match);
  add_locals(counts, match);
  match.locals.emplace_back("arithmetic", Value::string(arithmetic(*batch, counts)));
  match.locals.emplace_back("num_generations", Value::number(static_cast<double>(*group)));
  return {std::move(match)};
}

}  // namespace grpolint::rules::native
