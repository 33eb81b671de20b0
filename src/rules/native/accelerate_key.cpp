#include <algorithm>
#include <array>
#include <optional>

#include "rules/native/checks.h"
#include "text/nearest.h"

namespace grpolint::rules::native {
namespace {

/// Fields of accelerate's ClusterConfig, and the two old keys that it converts: accelerate
/// 1.6.0-1.15.0, accelerate/commands/config/config_args.py. ipex_config and tp_config are in the
/// earlier of these only.
constexpr std::array<std::string_view, 35> kKeys = {
    "command_file",
    "commands",
    "compute_environment",
    "debug",
    "deepspeed_config",
    "distributed_type",
    "downcast_bf16",
    "dynamo_backend",
    "dynamo_config",
    "enable_cpu_affinity",
    "fp16",
    "fp8_config",
    "fsdp_config",
    "gpu_ids",
    "ipex_config",
    "machine_rank",
    "main_process_ip",
    "main_process_port",
    "main_training_function",
    "megatron_lm_config",
    "mixed_precision",
    "mpirun_config",
    "num_machines",
    "num_processes",
    "parallelism_config",
    "rdzv_backend",
    "same_network",
    "tp_config",
    "tpu_env",
    "tpu_name",
    "tpu_use_cluster",
    "tpu_use_sudo",
    "tpu_vm",
    "tpu_zone",
    "use_cpu",
};

/// Settings of DeepSpeedPlugin in an accelerate config:
/// accelerate/commands/launch.py, 1.6.0-1.15.0.
constexpr std::array<std::string_view, 9> kDeepspeedKeys = {
    "deepspeed_config_file", "deepspeed_hostfile",       "gradient_accumulation_steps",
    "gradient_clipping",     "offload_optimizer_device", "offload_param_device",
    "zero3_init_flag",       "zero3_save_16bit_model",   "zero_stage",
};

/// "deepspeed_config.zero_stage": the place of a key that stands one level too high.
std::optional<std::string> place_below(const std::string& key) {
  if (std::find(kDeepspeedKeys.begin(), kDeepspeedKeys.end(), key) != kDeepspeedKeys.end()) {
    return "deepspeed_config." + key;
  }
  return key.starts_with("fsdp_") ? std::optional("fsdp_config." + key) : std::nullopt;
}

/// The key that was meant; absent where nothing is certain.
Value meant_by(const std::string& key) {
  if (const auto place = place_below(key)) return Value::string(*place);
  const auto near = nearest(key, kKeys);
  return near ? Value::string(std::string(*near)) : Value::absent();
}

}  // namespace

std::vector<Match> accelerate_key(const RuleContext& context) {
  std::vector<Match> matches;
  const Node* root = context.document.root();
  if (root == nullptr || root->kind != NodeKind::Mapping) return matches;
  // SageMaker's configs have other fields.
  if (context.facts.value("accelerate.compute_environment") == Value::string("AMAZON_SAGEMAKER")) {
    return matches;
  }
  for (const Member* member : context.document.effective_members(*context.document.root_id)) {
    if (std::find(kKeys.begin(), kKeys.end(), member->key) != kKeys.end()) continue;
    Match match;
    match.span = member->key_span;
    match.key_path = member->key;
    match.locals = {
        {"key", Value::string(member->key)},
        {"suggestion", meant_by(member->key)},
    };
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
