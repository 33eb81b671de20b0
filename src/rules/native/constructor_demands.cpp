#include "rules/native/constructor_demands.h"

#include <algorithm>

namespace grpolint::rules::native {
namespace {

constexpr Version kBatchesInConfig{0, 18, 0};  // before, the trainer worked them out
constexpr Version kOneFormOfBatches{0, 20, 0};
constexpr Version kClipBounds{1, 6, 0};
constexpr Version kScaleRewardsInConfig{0, 22, 2};
constexpr Version kTransformers5{5, 0, 0};
constexpr Version kComparesWorkers{5, 15, 0};

class Demands {
 public:
  Demands(const RuleContext& context, const dialect::Entry& entry)
      : context_(context),
        name_(entry.argument),
        node_(context.document.node(entry.node)),
        trl_(context.run->releases.trl),
        transformers_(context.run->releases.for_library("transformers")) {}

  std::string error() const {
    if (uses_as_batch()) return "GRPOConfig calculates with it and raises TypeError";
    if (compares()) return "TrainingArguments compares it with a number and raises TypeError";
    if (asks_for_an_integer()) return "TrainingArguments asks for an int and raises ValueError";
    if (reads_as_path()) return "TrainingArguments expands it as a path and raises TypeError";
    if (is("metric_for_best_model") && !is_string() && !is_null() &&
        !written("greater_is_better")) {
      return "TrainingArguments asks how it ends and raises AttributeError";
    }
    if (is("scale_rewards") && trl_ >= kScaleRewardsInConfig && is_collection()) {
      return "GRPOConfig looks it up in a table and raises TypeError";
    }
    if (is("lora_target_modules") && node_.kind == NodeKind::Mapping && node_.members.size() == 1) {
      return "ModelConfig takes its first item and raises KeyError";
    }
    return {};
  }

 private:
  bool is(std::string_view name) const { return name_ == name; }
  bool is_string() const { return node_.kind == NodeKind::String; }
  bool is_null() const { return node_.kind == NodeKind::Null; }
  bool is_collection() const {
    return node_.kind == NodeKind::Sequence || node_.kind == NodeKind::Mapping;
  }
  /// Python's booleans are numbers.
  bool is_number() const {
    return node_.kind == NodeKind::Integer || node_.kind == NodeKind::Float ||
           node_.kind == NodeKind::Boolean;
  }
  bool written(std::string_view argument) const {
    const auto& entries = context_.run->entries;
    return std::any_of(entries.begin(), entries.end(), [&](const dialect::Entry& entry) {
      return entry.argument == argument &&
             context_.document.node(entry.node).kind != NodeKind::Null;
    });
  }
  bool setting_is(std::string_view argument, std::string_view value) const {
    const Value& setting = context_.facts.value("run." + std::string(argument));
    return setting.kind() == ValueKind::String && setting.as_string() == value;
  }
  bool evaluates() const {
    const Value& strategy = context_.facts.value("run.eval_strategy");
    return strategy.kind() == ValueKind::String && strategy.as_string() != "no";
  }

  bool uses_as_batch() const {
    if (trl_ < kBatchesInConfig || is_number()) return false;
    if (is("per_device_train_batch_size") || is("num_generations")) return true;
    if (is("gradient_accumulation_steps")) {
      return !written("steps_per_generation") && !written("generation_batch_size");
    }
    if (is("steps_per_generation") || is("generation_batch_size")) return !is_null();
    const bool checks_eval = evaluates() && (trl_ < kOneFormOfBatches || trl_ >= Version{0, 22, 0});
    if (is("per_device_eval_batch_size")) return checks_eval;
    return is("num_generations_eval") && checks_eval && !is_null();
  }

  /// Steps are compared when their strategy counts in steps.
  bool compares() const {
    if (is_number()) return false;
    if (is("logging_steps")) return setting_is("logging_strategy", "steps");
    if (is("save_steps")) return setting_is("save_strategy", "steps");
    if (is("eval_steps")) return setting_is("eval_strategy", "steps") && !is_null();
    if (is("warmup_steps")) return true;
    if (is("warmup_ratio")) return transformers_ < kTransformers5 || !is_null();
    if (is("dataloader_num_workers")) return transformers_ >= kComparesWorkers;
    const bool bound =
        is("vllm_importance_sampling_clip_min") || is("vllm_importance_sampling_clip_max");
    return bound && trl_ >= kClipBounds && !is_null() &&
           !context_.facts.value("run.vllm_importance_sampling_clip_min").is_absent() &&
           !context_.facts.value("run.vllm_importance_sampling_clip_max").is_absent();
  }

  /// Python's 10.0 is no int.
  bool asks_for_an_integer() const {
    const bool asked =
        is("torch_empty_cache_steps") || (is("warmup_steps") && transformers_ < kTransformers5);
    return asked && node_.kind == NodeKind::Float;
  }

  bool reads_as_path() const {
    const bool path = is("output_dir") || (is("logging_dir") && transformers_ < kTransformers5);
    return path && !is_string() && !is_null();
  }

  const RuleContext& context_;
  std::string_view name_;
  const Node& node_;
  Version trl_;
  Version transformers_;
};

}  // namespace

std::string constructor_error(const RuleContext& context, const dialect::Entry& entry) {
  return Demands(context, entry).error();
}

}  // namespace grpolint::rules::native
