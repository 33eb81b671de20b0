#include <algorithm>
#include <array>

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
    const auto meant = nearest(member->key, kKeys);
    Match match;
    match.span = member->key_span;
    match.key_path = member->key;
    match.locals = {
        {"key", Value::string(member->key)},
        {"suggestion", meant ? Value::string(std::string(*meant)) : Value::absent()},
    };
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
