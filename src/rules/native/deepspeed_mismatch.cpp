#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "dialect/python_values.h"
#include "fact/three_valued.h"
#include "rules/native/checks.h"
#include "rules/places.h"

namespace grpolint::rules::native {
namespace {

Value as_written(const Value& written) { return written; }

/// accelerate hands its values on as text: `int(text) if text.isdigit() else text`.
Value as_accumulation(const Value& written) {
  if (written.kind() != ValueKind::String) return written;
  const std::string& text = written.as_string();
  const bool digits =
      std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  const auto number = digits ? dialect::python_int(text) : std::nullopt;
  return number ? Value::number(*number) : written;
}

/// "auto" in any case, else float(text), which is left out of the configuration when it is zero.
Value as_clipping(const Value& written) {
  Value value = written;
  if (written.kind() == ValueKind::String) {
    std::string text = written.as_string();
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto number = dialect::python_float(text);
    value = number ? Value::number(*number) : Value::string(std::move(text));
  }
  return value == Value::number(0) ? Value::absent() : value;
}

/// A DeepSpeed value that transformers compares with an argument: HfTrainerDeepSpeedConfig,
/// transformers/integrations/deepspeed.py, 4.51.0-5.24.0.
struct Pair {
  std::string_view deepspeed;
  std::string_view argument;
  Value (*read)(const Value& written) = as_written;  ///< as it stands when it is compared
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
/// What accelerate copies from its own config into the DeepSpeed one: DeepSpeedPlugin,
/// accelerate/utils/dataclasses.py, and prepare_deepspeed_cmd_env, accelerate/utils/launch.py,
/// 1.14.0.
constexpr std::array kOfAccelerate = {
    Pair{"gradient_accumulation_steps", "gradient_accumulation_steps", as_accumulation},
    Pair{"gradient_clipping", "max_grad_norm", as_clipping},
};

/// No batch at all, of which deepspeed-value-refused speaks.
bool is_no_count(std::string_view key, const Value& value) {
  const bool counts = key.starts_with("train_") || key == "gradient_accumulation_steps";
  return counts && value.kind() == ValueKind::Number && value.as_number() < 1;
}

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

class Comparison {
 public:
  Comparison(const RuleContext& context, std::string_view prefix)
      : context_(context), prefix_(prefix) {}

  void number(const Pair& pair, std::optional<double> wanted, std::vector<std::string> reads) {
    const Fact* fact = written(pair.deepspeed);
    if (fact == nullptr || !wanted) return;
    const Value value = pair.read(fact->value);
    const bool text = value.kind() == ValueKind::String && value.as_string() != "auto";
    const bool other = value.kind() == ValueKind::Number && value.as_number() != *wanted;
    if ((!text && !other) || is_no_count(pair.deepspeed, value)) return;
    add(pair.deepspeed, *fact, pair.argument, Value::number(*wanted), std::move(reads));
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

  /// A number in quotes is not the number.
  static std::string shown(const Value& value) {
    const std::string text = value.to_text();
    return value.kind() == ValueKind::String ? fmt::format("\"{}\"", text) : text;
  }

  void add(std::string_view key, const Fact& fact, std::string_view argument, const Value& wanted,
           std::vector<std::string> reads) {
    const Fact* other = context_.facts.find(fmt::format("run.{}", argument));
    Match match;
    match.span = span_of(*fact.site, context_.source);
    match.key_path = fact.site->path;
    match.reads = std::move(reads);
    match.locals = {
        {"key", Value::string(std::string(key))},
        {"written", Value::string(shown(fact.value))},
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

/// Whether accelerate's own values reach the comparison: not when a DeepSpeed configuration of the
/// arguments or of a file takes their place, which refuses them (DST019).
bool takes_values_of_accelerate(const FactTable& facts) {
  const Value& file = facts.value("accelerate.deepspeed_config.deepspeed_config_file");
  return facts.value("accelerate.distributed_type") == Value::string("DEEPSPEED") &&
         facts.value("run.uses_deepspeed") == Value::boolean(false) &&
         (file.is_absent() || file == Value::string("none"));
}

}  // namespace

std::vector<Match> deepspeed_mismatch(const RuleContext& context) {
  const FactTable& facts = context.facts;
  const bool accelerate = context.run->dialect == "accelerate";
  if (accelerate && !takes_values_of_accelerate(facts)) return {};
  Comparison comparison(context, accelerate ? "accelerate.deepspeed_config" : "run.deepspeed");
  const std::span<const Pair> pairs =
      accelerate ? std::span<const Pair>(kOfAccelerate) : std::span<const Pair>(kNumbers);
  for (const Pair& pair : pairs) {
    comparison.number(pair, number(facts, pair.argument), {fmt::format("run.{}", pair.argument)});
  }
  if (accelerate) return std::move(comparison.matches);
  comparison.number(
      {"train_batch_size",
       "per_device_train_batch_size x gradient_accumulation_steps x processes ="},
      whole_batch(facts),
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
