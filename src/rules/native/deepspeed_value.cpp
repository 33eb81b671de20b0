#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "rules/native/checks.h"
#include "rules/places.h"
#include "text/shorten.h"

namespace grpolint::rules::native {
namespace {

/// What is looked up inside these before DeepSpeed sees them, and what is if they are no mapping:
/// find_config_node, accelerate/utils/deepspeed.py, 1.6.0-1.15.0, asked by
/// transformers/integrations/deepspeed.py, 4.51.0-5.24.0.
constexpr std::array<std::string_view, 8> kSections = {"amp",
                                                       "bf16",
                                                       "fp16",
                                                       "optimizer",
                                                       "optimizer.params",
                                                       "scheduler",
                                                       "scheduler.params",
                                                       "zero_optimization"};
/// _batch_assertion, deepspeed/runtime/config.py at commit 029f12b3, read on 2026-11-30.
constexpr std::array<std::string_view, 3> kCounts = {
    "gradient_accumulation_steps", "train_batch_size", "train_micro_batch_size_per_gpu"};
/// DeepSpeedBF16Config and DeepSpeedFP16Config, deepspeed/runtime/precision_config.py at commit
/// 0ac46845, read on 2026-11-30.
constexpr std::array<std::string_view, 2> kSwitches = {"bf16.enabled", "fp16.enabled"};
/// Of pydantic's boolean, in any case: pydantic 2.14.4.
constexpr std::array<std::string_view, 12> kBooleanWords = {"0",   "1",  "f", "false", "n", "no",
                                                            "off", "on", "t", "true",  "y", "yes"};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

class Values {
 public:
  Values(const RuleContext& context, std::string_view prefix)
      : context_(context), prefix_(prefix) {}

  void sections() {
    for (const std::string_view key : kSections) {
      const Fact* fact = written(key);
      if (fact == nullptr || fact->value.is_absent() || !fact->value.is_known()) continue;
      if (fact->value.kind() == ValueKind::Map) continue;
      // DeepSpeed alone still takes the boolean of its first releases.
      const bool old = key == "zero_optimization" && fact->value.kind() == ValueKind::Boolean;
      if (old && !through_transformers()) continue;
      add(key, *fact, "section", "a mapping");
    }
  }

  void counts() {
    for (const std::string_view key : kCounts) {
      const Fact* fact = written(key);
      if (fact == nullptr || fact->value.kind() != ValueKind::Number) continue;
      if (fact->value.as_number() < 1) add(key, *fact, "count", "a number from 1 on, or auto");
    }
  }

  void switches() {
    for (const std::string_view key : kSwitches) {
      const Fact* fact = written(key);
      if (fact != nullptr && !is_switch(fact->value)) {
        add(key, *fact, "switch", "true, false or auto");
      }
    }
  }

  std::vector<Match> matches;

 private:
  const Fact* written(std::string_view key) const {
    const Fact* fact = context_.facts.find(fmt::format("{}.{}", prefix_, key));
    return fact != nullptr && fact->site ? fact : nullptr;
  }

  /// A config that names the file, or holds the mapping, has arguments to compare with.
  bool through_transformers() const { return context_.facts.find("run.bf16") != nullptr; }

  bool is_switch(const Value& value) const {
    switch (value.kind()) {
      case ValueKind::Unknown:
      case ValueKind::Boolean:
        return true;
      case ValueKind::Number:
        return value.as_number() == 0 || value.as_number() == 1;
      case ValueKind::String: {
        if (value.as_string() == "auto") return true;
        const std::string word = lower(value.as_string());
        // transformers compares the word itself with its boolean.
        return !through_transformers() &&
               std::find(kBooleanWords.begin(), kBooleanWords.end(), word) != kBooleanWords.end();
      }
      default:
        return false;
    }
  }

  static std::string shown(const Value& value) {
    switch (value.kind()) {
      case ValueKind::Absent:
        return "null";
      case ValueKind::List:
        return "a list";
      case ValueKind::Map:
        return "a mapping";
      case ValueKind::String:
        return fmt::format("the string '{}'", shortened(value.as_string()));
      default:
        return value.to_text();
    }
  }

  void add(std::string_view key, const Fact& fact, std::string_view kind, std::string_view wanted) {
    Match match;
    match.span = span_of(*fact.site, context_.source);
    match.key_path = fact.site->path;
    match.locals = {
        {"key", Value::string(std::string(key))},
        {"written", Value::string(shown(fact.value))},
        {"kind", Value::string(std::string(kind))},
        {"wanted", Value::string(std::string(wanted))},
    };
    matches.push_back(std::move(match));
  }

  const RuleContext& context_;
  std::string prefix_;
};

}  // namespace

std::vector<Match> deepspeed_value(const RuleContext& context) {
  const bool accelerate = context.run->dialect == "accelerate";
  Values values(context, accelerate ? "accelerate.deepspeed_config" : "run.deepspeed");
  if (accelerate) {
    // accelerate's own config has none of the other keys.
    const Value& type = context.facts.value("accelerate.distributed_type");
    if (type == Value::string("DEEPSPEED")) values.counts();
    return std::move(values.matches);
  }
  values.sections();
  values.counts();
  values.switches();
  return std::move(values.matches);
}

}  // namespace grpolint::rules::native
