#include "sizing/engine_from_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sizing/trl_releases.h"

namespace grpolint::sizing {
namespace {

// vLLM: https://github.com/vllm-project/vllm.
constexpr Version kGraphsInBudget{0, 21, 0};
constexpr Version kOwnMemoryOnly{0, 9, 0};  ///< foreign memory is no longer charged

void read_trl_colocate(FactReader& facts, Version trl, Setup& s) {
  EngineSetup& e = s.engine;
  e.utilization = facts.number_or("run.vllm_gpu_memory_utilization", 0.3);
  e.tensor_parallel = whole(facts.number_or("run.vllm_tensor_parallel_size", 1));
  const std::int64_t served =
      trl < kSequencesByGeneration ? s.accumulation : s.steps_per_generation;
  e.max_sequences = std::clamp<std::int64_t>(s.micro_batch, 0, 1 << 20) *
                    std::clamp<std::int64_t>(served, 0, 1 << 20);
  e.max_sequences = std::clamp<std::int64_t>(e.max_sequences, 0, 1 << 20) *
                    std::clamp<std::int64_t>(e.tensor_parallel, 0, 1 << 20);
  e.batched_tokens = trl < kBatchedTokens ? 2048 : 4096;
  if (trl >= kModelLengthOption) {
    if (const auto length = facts.number("run.vllm_max_model_length")) {
      e.max_model_length = Tokens{*length};
    }
  } else if (const auto prompt = facts.number("run.max_prompt_length")) {
    e.max_model_length = Tokens{*prompt + s.completion.value};
  }
  const std::string_view quantization = facts.text("run.quantization");
  if (quantization == "fp8") e.quantization = Quantization::Fp8;
  const bool four_bit =
      s.quantization == Quantization::Nf4 || s.quantization == Quantization::Nf4Double;
  if (four_bit && trl >= kModelLengthOption) e.quantization = Quantization::Nf4;
}

/// Unsloth turns standby off for models with a vision tower unless told otherwise: the sleeping
/// pool is unstable for them (unsloth_zoo/vllm_utils.py, ce232d6, 2026-08-20, and 2026.10.9).
bool standby_refused(FactReader& facts, const Setup& s) {
  if (!s.engine.shares_weights || !s.model.has_vision) return false;
  if (facts.truth("run.text_only") == true) return false;
  const Value& forced = facts.value("run.env.UNSLOTH_VLLM_STANDBY_VISION");
  return forced.is_known() && (forced.is_absent() || forced.to_text() == "0");
}

void read_sleep(FactReader& facts, Setup& s) {
  if (facts.truth("run.sleep_mode") != true) return;
  if (standby_refused(facts, s)) {
    facts.assume("Unsloth turns standby off for models with a vision tower");
    return;
  }
  s.engine.sleep = s.engine.shares_weights                           ? Sleep::KvOnly
                   : facts.number("run.sleep_level").value_or(2) < 2 ? Sleep::Level1
                                                                     : Sleep::Level2;
}

/// Unsloth's engine shares the trainer's weights and holds the adapter itself.
void read_unsloth_engine(FactReader& facts, Setup& s) {
  EngineSetup& e = s.engine;
  e.shares_weights = true;
  e.utilization = facts.number_or("run.gpu_memory_utilization", 0.5);
  e.max_model_length = Tokens{facts.number_or("run.max_seq_length", 2048)};
  e.lora_rank = s.adapter.present ? s.adapter.rank : 0;
  e.quantization = s.quantization;
  e.kv_bytes_per_element = facts.truth("run.float8_kv_cache") == true ? 1 : 2;
  // Tiers by KV memory in unsloth_zoo/vllm_utils.py (ce232d6), here by the GPU.
  const double gib = s.gpu.capacity_bytes / kGiB;
  e.batched_tokens = gib < 20 ? 2048 : gib < 40 ? 4096 : 8192;
  e.max_sequences = gib < 20 ? 16 : gib < 40 ? 48 : 128;
}

void read_server(FactReader& facts, Version trl, const hardware::Selection& hardware,
                 const Stated& stated, Setup& s) {
  EngineSetup& e = s.engine;
  e.max_sequences = 256;
  e.batched_tokens = 8192;
  if (trl < kVllmMode && !stated.engine_gpu) {
    // Up to 0.15 the engine sits on a spare GPU of the same machine.
    e.utilization = facts.number_or("run.vllm_gpu_memory_utilization", 0.9);
    e.gpu = *hardware.gpu;
    return;
  }
  e.utilization = 0.9;
  if (const auto length = facts.number("run.vllm_max_model_length")) {
    e.max_model_length = Tokens{*length};
  }
  facts.assume("the engine's server runs with its defaults: gpu_memory_utilization 0.9");
  if (stated.engine_gpu) {
    e.gpu = *stated.engine_gpu->gpu;
    e.tensor_parallel = std::max(1, stated.engine_gpu->count);
  } else {
    facts.assume(
        "the engine's GPU is not stated: its memory is not sized and its speed is taken "
        "to be that of the trainer's");
  }
}

}  // namespace

double standby_utilization(Bytes total) {
  struct Tier {
    double gib;
    double utilization;
  };
  // unsloth_zoo/vllm_utils.py (ce232d6, 2026-08-20), vLLM 0.11 and newer.
  constexpr std::array kTiers = {Tier{90, 0.879}, Tier{40, 0.879}, Tier{25, 0.855},
                                 Tier{20, 0.784}, Tier{14, 0.760}, Tier{10, 0.736}};
  for (const Tier& tier : kTiers) {
    if (total.value >= tier.gib * kGiB) return tier.utilization;
  }
  return 0.7125;
}

void read_engine(FactReader& facts, Version trl, const hardware::Selection& hardware,
                 const Stated& stated, Setup& s) {
  EngineSetup& e = s.engine;
  const std::string_view mode = facts.text("run.engine");
  if (facts.unknown("run.engine")) facts.assume("the rollout engine is not known; none is taken");
  if (mode == "server") {
    e.mode = Engine::Server;
    read_server(facts, trl, hardware, stated, s);
    return;
  }
  if (mode != "colocate") return;
  e.mode = Engine::Colocate;
  if (s.unsloth && facts.truth("run.fast_inference") == true) {
    read_unsloth_engine(facts, s);
  } else {
    read_trl_colocate(facts, trl, s);
  }
  read_sleep(facts, s);
  if (e.sleep == Sleep::KvOnly) {
    e.utilization = standby_utilization({s.gpu.capacity_bytes});
    facts.assume(fmt::format("Unsloth standby sets gpu_memory_utilization to {:g} on this GPU",
                             e.utilization));
  }
  if (const auto vllm = facts.version("version.vllm")) {
    e.graphs_in_budget = *vllm >= kGraphsInBudget;
    e.measures_foreign_memory = *vllm < kOwnMemoryOnly;
  }
  if (!e.max_model_length && s.model.context_length <= 0) {
    facts.assume("the model's context length is not known; prompt and completion are taken");
    e.max_model_length = Tokens{s.prompt.high + s.completion.value};
  }
}

}  // namespace grpolint::sizing
