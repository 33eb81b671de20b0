#include <fmt/format.h>

#include <array>

#include "rules/native/checks.h"
#include "rules/native/process_counts.h"

namespace grpolint::rules::native {
namespace {

constexpr std::array<std::string_view, 5> kSizes = {"per_device_train_batch_size",
                                                    "gradient_accumulation_steps",
                                                    "steps_per_generation", "generation_batch_size",

                                                    "per_device_eval_batch_size"};

/// The batch settings as GRPOConfig computes with them, whatever their signs.
class Arithmetic {
 public:
  explicit Arithmetic(const RuleContext& context)
      : trl_(context.run->releases.trl),
        batch_(integer(context.facts, "run.per_device_train_batch_size").value_or(8)),
        accumulation_(integer(context.facts, "run.gradient_accumulation_steps").value_or(1)),
        group_(integer(context.facts, "run.num_generations").value_or(8)),
        processes_(integer(context.facts, "run.world_size").value_or(1)),
        generation_batch_(integer(context.facts, "run.generation_batch_size")),
        steps_(integer(context.facts, "run.steps_per_generation")) {}

  /// GRPOConfig raises, on its way through zeros and negative products.
  bool is_refused() const {
    constexpr Version kInConfig{0, 18, 0};
    constexpr Version kToday{0, 20, 0};
    if (trl_ < kInConfig || group_ < 2) return false;
    if (generation_batch_ && steps_) return false;  // refused for that, by another rule
    if (batch_ == 0 && (generation_batch_ || trl_ < kToday)) return true;  // division by zero
    const std::int64_t total = generation_batch_
                                   ? *generation_batch_
                                   : batch_ * processes_ * steps_.value_or(accumulation_);
    if (trl_ < kToday) return total < group_ || total % group_ != 0;
    return total % group_ != 0;
  }

 private:
  Version trl_;
  std::int64_t batch_;
  std::int64_t accumulation_;
  std::int64_t group_;
  std::int64_t processes_;
  std::optional<std::int64_t> generation_batch_;
  std::optional<std::int64_t> steps_;
};

bool evaluates(const FactTable& facts) {
  const Value& strategy = facts.value("run.eval_strategy");
  return strategy.kind() == ValueKind::String && strategy.as_string() != "no";
}

/// 0.18.0 to 0.19.1 look for the group size among the divisors of the batch, and 0 has none.
bool eval_is_refused(const RuleContext& context) {
  const Version trl = context.run->releases.trl;
  return trl >= Version{0, 18, 0} && trl < Version{0, 20, 0};
}

}  // namespace

std::vector<Match> batch_below_one(const RuleContext& context) {
  std::vector<Match> matches;
  for (const std::string_view name : kSizes) {
    const std::string fact_name = fmt::format("run.{}", name);
    const auto size = integer(context.facts, fact_name);
    const Fact* fact = context.facts.find(fact_name);
    if (!size || *size >= 1 || fact == nullptr || !fact->site) continue;
    const bool of_evaluation = name == "per_device_eval_batch_size";
    if (of_evaluation && !evaluates(context.facts)) continue;

    Match match;
    match.span = fact->site->value;
    match.key_path = fact->site->path;
    match.reads = {fact_name, "version.trl"};
    bool refused = false;
    if (context.run->route != dialect::Route::Unknown) {
      refused = of_evaluation ? eval_is_refused(context) : Arithmetic(context).is_refused();
    }
    match.locals = {{"key", Value::string(std::string(name))},
                    {"value", Value::number(static_cast<double>(*size))},
                    {"refused", Value::boolean(refused)}};
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
