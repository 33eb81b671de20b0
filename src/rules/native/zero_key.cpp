#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "rules/native/checks.h"
#include "text/nearest.h"

namespace grpolint::rules::native {
namespace {

/// Fields of DeepSpeedZeroConfig with the aliases under which they are written, the deprecated ones
/// included: deepspeed/runtime/zero/config.py at commit 1b88ac36, read on 2026-11-30.
constexpr std::array<std::string_view, 55> kZeroKeys = {
    "allgather_bucket_size",
    "allgather_partitions",
    "allgather_sequential",
    "contiguous_gradients",
    "cpu_offload",
    "cpu_offload_param",
    "cpu_offload_use_pin_memory",
    "elastic_checkpoint",
    "enable_sanity_checks",
    "gather_16bit_weights_on_model_save",
    "ignore_unused_parameters",
    "leaf_module",
    "legacy_stage1",
    "load_from_fp32_weights",
    "log_trace_cache_warnings",
    "max_live_parameters",
    "max_reuse_distance",
    "memory_efficient_linear",
    "mics_hierarchical_params_gather",
    "mics_shard_size",
    "model_persistence_threshold",
    "module_granularity_threshold",
    "offload_optimizer",
    "offload_param",
    "overlap_comm",
    "override_module_apply",
    "param_persistence_threshold",
    "partition_stream_chunk_size",
    "pipeline_loading_checkpoint",
    "prefetch_bucket_size",
    "reduce_bucket_size",
    "reduce_scatter",
    "round_robin_gradients",
    "save_muon_momentum_buffer_in_memory",
    "stage",
    "stage3_allgather_sequential",
    "stage3_gather_16bit_weights_on_model_save",
    "stage3_gather_fp16_weights_on_model_save",
    "stage3_max_live_parameters",
    "stage3_max_reuse_distance",
    "stage3_model_persistence_threshold",
    "stage3_module_granularity_threshold",
    "stage3_param_persistence_threshold",
    "stage3_partition_stream_chunk_size",
    "stage3_prefetch_bucket_size",
    "stage3_use_all_reduce_for_fetch_params",
    "sub_group_size",
    "use_all_reduce_for_fetch_params",
    "use_multi_rank_bucket_allreduce",
    "zenflow",
    "zero_hpz_partition_size",
    "zero_quantized_gradients",
    "zero_quantized_nontrainable_weights",
    "zero_quantized_weights",
    "zeropp_loco_param",
};
/// Fields of DeepSpeedZeroOffloadParamConfig and ...OptimizerConfig, in
/// offload_config.py of the same folder.
constexpr std::array<std::string_view, 6> kParameterKeys = {
    "buffer_count", "buffer_size", "device", "max_in_cpu", "nvme_path", "pin_memory"};
constexpr std::array<std::string_view, 11> kOptimizerKeys = {
    "buffer_count", "convert_grad_on_cpu", "cpuadam_cores_perc", "device",         "fast_init",
    "nvme_path",    "pin_memory",          "pipeline_read",      "pipeline_write", "ratio",
    "super_offload"};

/// Adds a match for every key written directly under `mapping` that is not among `known`.
void add_unknown(const RuleContext& context, const std::string& mapping,
                 const std::vector<std::string_view>& known, std::vector<Match>& matches) {
  const std::string prefix = mapping + ".";
  const auto& facts = context.facts.all();
  for (auto fact = facts.lower_bound(prefix);
       fact != facts.end() && fact->first.starts_with(prefix); ++fact) {
    const std::string_view key = std::string_view(fact->first).substr(prefix.size());
    const bool nested = key.find('.') != std::string_view::npos;
    if (nested || !fact->second.site) continue;
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const auto meant = nearest(key, known);
    Match match;
    match.span = fact->second.site->key;
    match.key_path = fact->second.site->path;
    match.locals = {
        {"key", Value::string(std::string(key))},
        {"suggestion", meant ? Value::string(std::string(*meant)) : Value::absent()},
    };
    matches.push_back(std::move(match));
  }
}

}  // namespace

std::vector<Match> zero_key(const RuleContext& context) {
  const std::string zero = "run.deepspeed.zero_optimization";
  std::vector<Match> matches;
  add_unknown(context, zero, {kZeroKeys.begin(), kZeroKeys.end()}, matches);
  add_unknown(context, zero + ".offload_param", {kParameterKeys.begin(), kParameterKeys.end()},
              matches);
  add_unknown(context, zero + ".offload_optimizer", {kOptimizerKeys.begin(), kOptimizerKeys.end()},
              matches);
  return matches;
}

}  // namespace grpolint::rules::native
