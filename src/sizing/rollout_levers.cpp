#include <fmt/format.h>

#include <cmath>

#include "sizing/engine_from_facts.h"
#include "sizing/levers.h"

namespace grpolint::sizing {
namespace {

std::string number(double value) { return fmt::format("{:g}", value); }
std::string in_tokens(double value) { return fmt::format("{:.0f}", value); }

/// The engine that `use_vllm` starts on the trainer's GPU with the release's defaults.
void start_engine(Setup& setup, double utilization) {
  EngineSetup& e = setup.engine;
  e = EngineSetup{};
  e.mode = Engine::Colocate;
  e.utilization = utilization;
  e.max_sequences = setup.micro_batch * setup.steps_per_generation;
  e.batched_tokens = setup.offers.batched_tokens_4096 ? 4096 : 2048;
  e.quantization = setup.offers.quantized_keeps_dtype ? setup.quantization : Quantization::None;
  e.max_model_length = Tokens{needed_length(setup)};
  setup.old_log_probs |= setup.offers.engine_adds_pass;
}

/// vLLM cannot hold what bitsandbytes packs in 8 bits, nor, before TRL packed both sides alike, a
/// 4-bit model's new weights.
bool engine_takes_weights(const Setup& setup) {
  return setup.quantization == Quantization::None ||
         (setup.quantization != Quantization::Int8 && setup.offers.quantized_keeps_dtype);
}

}  // namespace

double needed_length(const Setup& setup) {
  return std::ceil((setup.prompt.high + setup.completion.value) / 256) * 256;
}

std::vector<Change> sleep_mode(const Setup& setup) {
  if (setup.engine.mode != Engine::Colocate || setup.engine.sleep != Sleep::None) return {};
  Setup changed = setup;
  if (setup.unsloth) {
    if (!setup.engine.shares_weights) return {};
    changed.engine.sleep = Sleep::KvOnly;
    changed.engine.utilization = standby_utilization({setup.gpu.capacity_bytes});
    return {{std::move(changed), {}, "UNSLOTH_VLLM_STANDBY=1 in the environment"}};
  }
  if (!setup.sleep_available || setup.sleep_keeps_old_weights) return {};
  changed.engine.sleep = setup.offers.sleep_level_2 ? Sleep::Level2 : Sleep::Level1;
  return {{std::move(changed), {{"vllm_enable_sleep_mode", "true"}}, {}}};
}

std::vector<Change> model_length(const Setup& setup) {
  if (setup.engine.mode != Engine::Colocate) return {};
  if (!setup.unsloth && !setup.offers.model_length) return {};
  const double needed = needed_length(setup);
  const double current = setup.engine.max_model_length
                             ? setup.engine.max_model_length->value
                             : static_cast<double>(setup.model.context_length);
  if (current <= needed) return {};
  Setup changed = setup;
  changed.engine.max_model_length = Tokens{needed};
  const char* key = setup.unsloth ? "max_seq_length" : "vllm_max_model_length";
  return {{std::move(changed), {{key, in_tokens(needed)}}, {}}};
}

std::vector<Change> utilization(const Setup& setup) {
  std::vector<Change> changes;
  // Unsloth standby replaces whatever the file says.
  if (setup.engine.mode != Engine::Colocate || setup.engine.sleep == Sleep::KvOnly) return changes;
  for (int percent = 90; percent >= 10; percent -= 5) {
    const double share = percent / 100.0;
    if (share >= setup.engine.utilization) continue;
    Setup changed = setup;
    changed.engine.utilization = share;
    const bool own = setup.engine.shares_weights;
    changes.push_back(
        {std::move(changed),
         {{own ? "gpu_memory_utilization" : "vllm_gpu_memory_utilization", number(share)}},
         {}});
  }
  return changes;
}

std::vector<Change> tensor_parallel(const Setup& setup) {
  std::vector<Change> changes;
  if (setup.engine.mode != Engine::Colocate || setup.unsloth) return changes;
  for (const std::int64_t size : {2, 4, 8}) {
    const std::int64_t current = setup.engine.tensor_parallel;
    if (size <= current || setup.world_size % size != 0 || setup.model.heads % size != 0) continue;
    Setup changed = setup;
    changed.engine.tensor_parallel = size;
    changed.engine.max_sequences = setup.engine.max_sequences / current * size;
    changes.push_back(
        {std::move(changed), {{"vllm_tensor_parallel_size", std::to_string(size)}}, {}});
  }
  return changes;
}

std::vector<Change> colocated_engine(const Setup& setup) {
  std::vector<Change> changes;
  if (setup.engine.mode != Engine::None || !setup.offers.colocate || !engine_takes_weights(setup)) {
    return changes;
  }
  for (const double share : {0.3, 0.2, 0.4, 0.5}) {
    Setup changed = setup;
    start_engine(changed, share);
    std::vector<Setting> settings = {{"use_vllm", "true"}, {"vllm_mode", "colocate"}};
    settings.push_back({"vllm_gpu_memory_utilization", number(share)});
    if (setup.offers.model_length) {
      settings.push_back(
          {"vllm_max_model_length", in_tokens(changed.engine.max_model_length->value)});
    }
    changes.push_back({std::move(changed), std::move(settings), {}});
  }
  return changes;
}

std::vector<Change> server_mode(const Setup& setup) {
  if (setup.engine.mode == Engine::Server || setup.unsloth || !setup.offers.server) return {};
  if (setup.engine.mode == Engine::None && !engine_takes_weights(setup)) return {};
  Setup changed = setup;
  if (setup.engine.mode == Engine::None) changed.old_log_probs |= setup.offers.engine_adds_pass;
  changed.engine.mode = Engine::Server;
  changed.engine.gpu.reset();
  std::vector<Setting> settings;
  if (setup.engine.mode == Engine::None) settings.push_back({"use_vllm", "true"});
  if (setup.offers.colocate) settings.push_back({"vllm_mode", "server"});
  return {{std::move(changed), std::move(settings), "on another GPU"}};
}

}  // namespace grpolint::sizing
