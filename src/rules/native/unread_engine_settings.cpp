#include <array>

#include "rules/native/checks.h"

namespace grpolint::rules::native {
namespace {

/// What TRL's config says of an engine, and what FastLanguageModel.from_pretrained reads instead.
struct EngineSetting {
  std::string_view key;
  std::string_view instead;
};
constexpr std::array kSettings = {
    EngineSetting{"vllm_gpu_memory_utilization", "gpu_memory_utilization"},
    EngineSetting{"vllm_max_model_length", "max_seq_length"},
    EngineSetting{"vllm_tensor_parallel_size", {}},
    EngineSetting{"vllm_model_impl", {}},
    EngineSetting{"vllm_server_base_url", {}},
    EngineSetting{"vllm_server_host", {}},
    EngineSetting{"vllm_server_port", {}},
};

}  // namespace

/// Looks at keys instead of facts: both names of the share of memory are one fact.
std::vector<Match> unread_engine_settings(const RuleContext& context) {
  std::vector<Match> matches;
  const Value& fast = context.facts.value("run.fast_inference");
  if (fast.kind() != ValueKind::Boolean || !fast.as_boolean()) return matches;
  for (const dialect::Entry& entry : context.run->entries) {
    for (const EngineSetting& setting : kSettings) {
      if (entry.key != setting.key || entry.by_alias) continue;
      Match match;
      match.span = entry.site.key;
      match.key_path = entry.site.path;
      match.reads = {"run.fast_inference"};
      match.locals = {
          {"key", Value::string(entry.key)},
          {"instead", setting.instead.empty() ? Value::absent()
                                              : Value::string(std::string(setting.instead))}};
      matches.push_back(std::move(match));
    }
  }
  return matches;
}

}  // namespace grpolint::rules::native
