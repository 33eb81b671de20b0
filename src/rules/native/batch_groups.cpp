#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "dialect/batch_arithmetic.h"
#include "rules/native/checks.h"

namespace grpolint::rules::native {
namespace {

using dialect::Batch;
using dialect::BatchSettings;

constexpr std::array<std::int64_t, 5> kLikelyProcessCounts = {1, 2, 4, 8, 16};

/// A written integer; empty when it is absent or no integer.
std::optional<std::int64_t> integer(const FactTable& facts, std::string_view name) {
  const Value& value = facts.value(name);
  if (value.kind() != ValueKind::Number) return std::nullopt;
  const double number = value.as_number();
  if (std::floor(number) != number || std::fabs(number) > 1e15) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

/// Empty when something needed is unknown, or is the business of another rule (sizes below 1,
/// groups below 2).
std::optional<BatchSettings> settings_of(const FactTable& facts) {
  for (const std::string_view optional :
       {"run.generation_batch_size", "run.steps_per_generation"}) {
    if (facts.value(optional).kind() == ValueKind::Unknown) return std::nullopt;
  }
  const auto batch = integer(facts, "run.per_device_train_batch_size");
  const auto accumulation = integer(facts, "run.gradient_accumulation_steps");
  const auto group = integer(facts, "run.num_generations");
  if (!batch || !accumulation || !group) return std::nullopt;
  if (*batch < 1 || *accumulation < 1 || *group < 2) return std::nullopt;
  BatchSettings settings;
  settings.per_device_train_batch_size = *batch;
  settings.gradient_accumulation_steps = *accumulation;
  settings.num_generations = *group;
  settings.generation_batch_size = integer(facts, "run.generation_batch_size");
  settings.steps_per_generation = integer(facts, "run.steps_per_generation");
  return settings;
}

std::string listed(const std::vector<std::int64_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i > 0) text += i + 1 == numbers.size() ? " or " : ", ";
    text += fmt::format("{}", numbers[i]);
  }
  return text;
}

/// Group sizes near the written one that the batch does hold: "; 4 or 8 would be".
std::string alternatives(const BatchSettings& settings, const Batch& batch) {
  if (batch.generation_batch < 2) return {};
  std::optional<std::int64_t> below;
  std::optional<std::int64_t> above;
  const std::int64_t limit = std::min<std::int64_t>(batch.generation_batch, 4096);
  for (std::int64_t group = 2; group <= limit; ++group) {
    if (batch.generation_batch % group != 0) continue;
    if (group < settings.num_generations) below = group;
    if (group > settings.num_generations && !above) above = group;
  }
  std::vector<std::int64_t> both;
  if (below) both.push_back(*below);
  if (above) both.push_back(*above);
  return both.empty() ? std::string() : fmt::format("; {} would be", listed(both));
}

/// Releases whose arithmetic differs, from 0.20.0 on: one form only, so the newest stands for all.
bool refused_by_every_release(const BatchSettings& settings) {
  return !dialect::batch_of(settings, Version{0, 20, 0}).refusal.empty();
}

/// What in the file speaks for more than one process, or against it.
std::optional<std::int64_t> hinted_process_count(const FactTable& facts) {
  const Value& tensor_parallel = facts.value("run.vllm_tensor_parallel_size");
  const Value& engine = facts.value("run.engine");
  if (engine.kind() != ValueKind::String || engine.as_string() != "colocate") return std::nullopt;
  if (tensor_parallel.kind() != ValueKind::Number || tensor_parallel.as_number() <= 1) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(tensor_parallel.as_number());
}

Match make_match(const RuleContext& context, const BatchSettings& settings, const Batch& batch,
                 std::string_view kind) {
  Match match;
  for (const char* name : {"run.num_generations", "run.generation_batch_size",
                           "run.steps_per_generation", "run.per_device_train_batch_size",
                           "run.gradient_accumulation_steps", "run.world_size", "version.trl"}) {
    const Fact* fact = context.facts.find(name);
    if (fact == nullptr || fact->value.is_absent()) continue;
    match.reads.emplace_back(name);
    if (!fact->site) continue;
    if (match.key_path.empty()) {
      match.span = fact->site->key;
      match.key_path = fact->site->path;
    } else {
      match.labels.push_back({fact->site->key, ""});
    }
  }
  match.locals = {
      {"case", Value::string(std::string(kind))},
      {"arithmetic", Value::string(batch.arithmetic)},
      {"num_generations", Value::number(static_cast<double>(settings.num_generations))},
      {"works_for", Value::string("")},
      {"alternatives", Value::string(alternatives(settings, batch))},
      {"contradiction", Value::string("")},
      {"every_release", Value::boolean(refused_by_every_release(settings))},
  };
  return match;
}

void set_local(Match& match, std::string_view name, std::string text) {
  for (auto& [local, value] : match.locals) {
    if (local == name) value = Value::string(std::move(text));
  }
}

}  // namespace

std::vector<Match> batch_groups(const RuleContext& context) {
  auto settings = settings_of(context.facts);
  if (!settings) return {};
  // Setting both is a mistake of its own, whatever the numbers.
  if (settings->generation_batch_size && settings->steps_per_generation) return {};
  const Version trl = context.run->releases.trl;

  if (const auto world_size = integer(context.facts, "run.world_size")) {
    if (*world_size < 1) return {};
    settings->world_size = *world_size;
    const Batch batch = dialect::batch_of(*settings, trl);
    if (batch.refusal.empty()) return {};
    return {make_match(context, *settings, batch, "refused")};
  }

  std::vector<std::int64_t> works;
  for (const std::int64_t count : kLikelyProcessCounts) {
    settings->world_size = count;
    if (dialect::batch_of(*settings, trl).refusal.empty()) works.push_back(count);
  }
  if (works.size() == kLikelyProcessCounts.size()) return {};
  settings->world_size = 1;
  const Batch alone = dialect::batch_of(*settings, trl);
  if (works.empty()) {
    return {make_match(context, *settings, alone, "no process count works")};
  }
  const auto hint = hinted_process_count(context.facts);
  const bool contradicted =
      hint && std::none_of(works.begin(), works.end(),
                           [&](std::int64_t count) { return count % *hint == 0; });
  Match match =
      make_match(context, *settings, alone,
                 contradicted ? "contradicted process counts only" : "some process counts work");
  set_local(match, "works_for", listed(works));
  if (contradicted) {
    set_local(match, "contradiction",
              fmt::format("vllm_tensor_parallel_size {} needs a multiple of {}", *hint, *hint));
  }
  return {std::move(match)};
}

}  // namespace grpolint::rules::native
