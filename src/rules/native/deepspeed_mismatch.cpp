#include <fmt/format.h>

#include <array>
#include <optional>

#include "rules/native/checks.h"
#include "rules/places.h"

namespace grpolint::rules::native {
namespace {

/// A DeepSpeed value that transformers compares with an argument: HfTrainerDeepSpeedConfig,
/// transformers/integrations/deepspeed.py, 4.51.0-5.24.0.
struct Pair {
  std::string_view deepspeed;
  std::string_view argument;
};
constexpr std::array kNumbers = {
    Pair{"train_micro_batch_size_per_gpu", "per_device_train_batch_size"},
    Pair{"gradient_accumulation_steps", "gradient_accumulation_steps"},
    Pair{"gradient_clipping", "max_grad_norm"},
    Pair{"optimizer.params.lr", "learning_rate"},
    Pair{"optimizer.params.eps", "adam_epsilon"},
    Pair{"optimizer.params.weight_decay", "weight_decay"},
    Pair{"scheduler.params.warmup_max_lr", "learning_rate"},
};
/// What accelerate copies from its own config into the DeepSpeed one: DeepSpeedPlugin.
constexpr std::array kOfAccelerate = {
    Pair{"gradient_accumulation_steps", "gradient_accumulation_steps"},
    Pair{"gradient_clipping", "max_grad_norm"},
};

std::optional<double> number(const FactTable& facts, std::string_view name) {
  const Value& value = facts.value(fmt::format("run.{}", name));
  if (value.kind() == ValueKind::Number) return value.as_number();
  return std::nullopt;
}

/// True, false, or empty when nobody knows.
std::optional<bool> truth(const FactTable& facts, std::string_view name) {
  const Value& value = facts.value(fmt::format("run.{}", name));
  if (value.is_absent()) return false;
  if (value.kind() == ValueKind::Boolean) return value.as_boolean();
  return std::nullopt;
}

std::optional<bool> either(std::optional<bool> a, std::optional<bool> b) {
  if (a == true || b == true) return true;
  if (!a || !b) return std::nullopt;
  return false;
}

class Comparison {
 public:
  Comparison(const RuleContext& context, std::string_view prefix)
      : context_(context), prefix_(prefix) {}

  void number(std::string_view key, std::optional<double> wanted, std::string_view argument,
              std::vector<std::string> reads) {
    const Fact* fact = written(key);
    if (fact == nullptr || !wanted) return;
    const Value& value = fact->value;
    const bool text = value.kind() == ValueKind::String && value.as_string() != "auto";
    const bool other = value.kind() == ValueKind::Number && value.as_number() != *wanted;
    if (text || other) add(key, *fact, argument, Value::number(*wanted), std::move(reads));
  }

  void boolean(std::string_view key, std::optional<bool> wanted, std::string_view argument) {
    const Fact* fact = written(key);
    if (fact == nullptr || !wanted || fact->value.kind() != ValueKind::Boolean) return;
    if (fact->value.as_boolean() == *wanted) return;
    add(key, *fact, argument, Value::boolean(*wanted), {fmt::format("run.{}", argument)});
  }

  std::vector<Match> matches;

 private:
  const Fact* written(std::string_view key) const {
    const Fact* fact = context_.facts.find(fmt::format("{}.{}", prefix_, key));
    return fact != nullptr && fact->site ? fact : nullptr;
  }

  /// Where the argument's value is from, when it is not written beside the DeepSpeed value.
  static Value source_of(const Fact* argument) {
    if (argument == nullptr) return Value::absent();
    if (argument->origin != Origin::Written) return Value::string("by default");
    return argument->site ? Value::absent() : Value::string("of " + argument->because);
  }

  void add(std::string_view key, const Fact& fact, std::string_view argument, Value wanted,
           std::vector<std::string> reads) {
    const Fact* other = context_.facts.find(fmt::format("run.{}", argument));
    Match match;
    match.span = span_of(*fact.site, context_.source);
    match.key_path = fact.site->path;
    match.reads = std::move(reads);
    match.locals = {
        {"key", Value::string(std::string(key))},
        {"written", Value::string(fact.value.to_text())},
        {"argument", Value::string(std::string(argument))},
        {"wanted", Value::string(wanted.to_text())},
        {"source", source_of(other)},
    };
    matches.push_back(std::move(match));
  }

  const RuleContext& context_;
  std::string prefix_;
};

/// per_device_train_batch_size x gradient_accumulation_steps x processes, where all are known.
std::optional<double> whole_batch(const FactTable& facts) {
  const auto micro = number(facts, "per_device_train_batch_size");
  const auto steps = number(facts, "gradient_accumulation_steps");
  const auto processes = number(facts, "world_size");
  if (!micro || !steps || !processes) return std::nullopt;
  return *micro * *steps * *processes;
}

}  // namespace

std::vector<Match> deepspeed_mismatch(const RuleContext& context) {
  const FactTable& facts = context.facts;
  const bool accelerate = context.run->dialect == "accelerate";
  if (accelerate && facts.value("accelerate.distributed_type") != Value::string("DEEPSPEED")) {
    return {};
  }
  Comparison comparison(context, accelerate ? "accelerate.deepspeed_config" : "run.deepspeed");
  const std::span<const Pair> pairs =
      accelerate ? std::span<const Pair>(kOfAccelerate) : std::span<const Pair>(kNumbers);
  for (const Pair& pair : pairs) {
    comparison.number(pair.deepspeed, number(facts, pair.argument), pair.argument,
                      {fmt::format("run.{}", pair.argument)});
  }
  if (accelerate) return std::move(comparison.matches);
  comparison.number(
      "train_batch_size", whole_batch(facts),
      "per_device_train_batch_size x gradient_accumulation_steps x processes =",
      {"run.per_device_train_batch_size", "run.gradient_accumulation_steps", "run.world_size"});
  // Without a config there is nothing to compare with.
  if (facts.find("run.bf16") == nullptr) return std::move(comparison.matches);
  comparison.boolean("fp16.enabled", either(truth(facts, "fp16"), truth(facts, "fp16_full_eval")),
                     "fp16");
  comparison.boolean("bf16.enabled", either(truth(facts, "bf16"), truth(facts, "bf16_full_eval")),
                     "bf16");
  return std::move(comparison.matches);
}

}  // namespace grpolint::rules::native
