#include "sizing/engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/counts.h"
#include "sizing/range.h"

namespace grpolint::sizing {
namespace {

constexpr double kSamplerBytes = 38;  // fp32 logits, sorted values, int64 indices, sums, masks
constexpr std::string_view kBudget =
    "gpu_memory_utilization is a share of total memory: "
    "https://docs.vllm.ai/en/latest/configuration/conserving_memory/ (2026) and "
    "vllm/v1/worker/gpu_worker.py";
constexpr std::string_view kEngineWeights =
    "checked on the weights that vLLM printed in recorded notebook runs: "
    "https://github.com/unslothai/notebooks (2025); adapters are preallocated: "
    "https://docs.vllm.ai/en/latest/features/lora.html (2026)";
constexpr std::string_view kProfile =
    "constants read off the profile table in unsloth_zoo/vllm_utils.py, one model, so +-15 %: "
    "https://github.com/unslothai/unsloth-zoo (ce232d6, 2026-08-20); what the profiled batch "
    "leaves "
    "beside the sampler: GPUModelRunner.profile_run, https://github.com/vllm-project/vllm (2026); "
    "outside torch: 0.04 to 0.08 GiB in start-up logs of vLLM 0.7 and 0.8, "
    "https://github.com/unslothai/notebooks (2025), 0.13 GiB in newer ones, "
    "https://github.com/llm-d/llm-d-benchmark config_explorer (2026)";

double real(std::int64_t count) { return static_cast<double>(count); }

Component engine_weights(const Setup& setup, Detail detail) {
  const EngineSetup& engine = setup.engine;
  const model::Geometry& g = setup.model;
  const double total = real(g.parameters);
  const double packed =
      std::min(total, packed_elements(g, engine.quantization, setup.experts_quantized));
  const double width = quantized_bytes(engine.quantization, real(g.hidden));
  const double plain = bytes_per_element(engine.dtype);
  const double lora =
      engine.lora_rank > 0 ? model::lora_parameters(g, setup.adapter.targets, engine.lora_rank) : 0;
  const double bytes =
      (packed * width + (total - packed) * plain + lora * 2) / real(engine.tensor_parallel);
  return component(detail, ComponentKind::EngineWeights, exactly(bytes),
                   {"(P_packed * width + P_rest * bytes + P_lora * 2) / TP", kEngineWeights}, [&] {
                     return fmt::format("({:.0f} * {:.4f} + {:.0f} * {:g} + {:.0f} * 2) / {}",
                                        packed, width, total - packed, plain, lora,
                                        engine.tensor_parallel);
                   });
}

/// Intermediate width that the profiled forward touches per token.
double profiled_mlp(const model::Geometry& g) {
  const double expert =
      real(g.experts_per_token) * real(g.expert_intermediate) + real(g.shared_intermediate);
  return std::max(real(g.intermediate), expert);
}

/// Memory that the start-up profile finds outside torch: context, kernels, NCCL.
Range outside_torch(const EngineSetup& engine) {
  const double tp = real(engine.tensor_parallel);
  if (tp > 4) return {0.5 * kGiB, 1.0 * kGiB, 1.3 * kGiB};
  if (tp > 1) return {0.3 * kGiB, 0.5 * kGiB, 1.0 * kGiB};
  const double likely = engine.measures_foreign_memory ? 0.05 : 0.13;
  return {0.03 * kGiB, likely * kGiB, 0.3 * kGiB};
}

/// The profiled forward pass, or the sampler beside the hidden states that the pass left.
Range profile_bytes(const Setup& setup) {
  const EngineSetup& engine = setup.engine;
  const model::Geometry& g = setup.model;
  const double tokens = real(engine.batched_tokens);
  const double hidden = real(g.hidden);
  const double forward =
      tokens * 2 * (3 * profiled_mlp(g) / real(engine.tensor_parallel) + 3.6 * hidden) +
      0.035 * kGiB;
  const double sampler =
      real(engine.max_sequences) * real(g.vocabulary) * kSamplerBytes + tokens * 4 * hidden;
  const double peak = std::max(forward, sampler);
  return Range{0.85 * peak, peak, 1.15 * peak} + outside_torch(engine);
}

/// Batch sizes that vLLM captures a graph for.
double captured_sizes(const EngineSetup& engine) {
  const double largest =
      std::min({2 * real(engine.max_sequences), 512.0, real(engine.batched_tokens)});
  double sizes = std::min(3.0, largest);
  if (largest >= 8) sizes += std::floor(std::min(largest, 248.0) / 8);
  if (largest >= 256) sizes += std::floor((largest - 256) / 16) + 1;
  return sizes;
}

Range graph_bytes(const Setup& setup) {
  if (setup.engine.eager) return {};
  const double sets = setup.engine.measures_foreign_memory ? 1 : 2;
  const double likely = std::max(
      0.1 * kGiB, sets * captured_sizes(setup.engine) * real(setup.model.layers) * 0.25 * 1e6);
  return {std::min(0.04 * kGiB, likely), likely, 3 * likely};
}

double tensor_parallel_cache_share(const Setup& setup) {
  const double tp = real(setup.engine.tensor_parallel);
  if (setup.model.kv_lora_rank > 0) return 1;  // latent attention is replicated
  const double heads = std::max(1.0, real(setup.model.kv_heads));
  return std::max(1.0, std::ceil(heads / tp)) / heads;
}

double max_model_length(const Setup& setup) {
  if (setup.engine.max_model_length) return setup.engine.max_model_length->value;
  return std::max(1.0, real(setup.model.context_length));
}

}  // namespace

EngineMemory engine_memory(const Setup& setup, const hardware::Gpu& gpu, Detail detail) {
  const EngineSetup& engine = setup.engine;
  const model::Geometry& g = setup.model;
  EngineMemory m;
  const double total = gpu.total_bytes > 0 ? gpu.total_bytes : gpu.capacity_bytes;
  m.budget = std::ceil(total * engine.utilization);
  m.weights = engine_weights(setup, detail);
  const double weights = m.weights.bytes.likely;
  const Range profile = profile_bytes(setup);
  const Range graphs = graph_bytes(setup);
  const Range inside = engine.graphs_in_budget ? graphs : Range{};
  const double share = tensor_parallel_cache_share(setup);
  m.bytes_per_token = model::kv_bytes_per_token(g, engine.kv_bytes_per_element) * share;
  m.state_per_sequence = model::state_bytes_per_sequence(g) / real(engine.tensor_parallel);
  m.max_model_length = max_model_length(setup);
  m.longest_request =
      model::kv_bytes_per_sequence(g, m.max_model_length, engine.kv_bytes_per_element) * share +
      m.state_per_sequence;
  // The budget is fixed, so a small profile leaves a large cache: the sum does not vary.
  const auto left = [&](Case which) {
    return std::max(0.0, m.budget - weights - at(profile, which) - at(inside, which));
  };
  const double cache = left(Case::Likely);
  m.activations = component(
      detail, ComponentKind::EngineActivations, exactly(profile.likely),
      {"max(tokens * 2 * (3 I / TP + 3.6 H) + 0.035 GiB, sequences * V * 38 + tokens * 4 H) + "
       "outside torch",
       kProfile},
      [&] {
        return fmt::format(
            "max({0} * 2 * (3 * {1:g} / {2} + 3.6 * {3}) + 0.035 GiB, {4} * {5} * 38 + {0} * 4 * "
            "{3}) + {6:g} GiB",
            engine.batched_tokens, profiled_mlp(g), engine.tensor_parallel, g.hidden,
            engine.max_sequences, g.vocabulary, outside_torch(engine).likely / kGiB);
      });
  m.graphs = component(
      detail, ComponentKind::EngineGraphs,
      engine.graphs_in_budget ? exactly(graphs.likely) : graphs,
      {"sets * sizes * L * 0.25 MB, at least 0.1 GiB (+-3x)",
       "three published captures (0.36 GiB to 2.8 GiB): https://github.com/vllm-project/vllm "
       "(2026)"},
      [&] {
        if (engine.eager) return std::string("0");
        return fmt::format("max({} * {:g} * {} * 0.25 MB, 0.1 GiB)",
                           engine.measures_foreign_memory ? 1 : 2, captured_sizes(engine),
                           g.layers);
      });
  m.cache =
      component(detail, ComponentKind::KvCache, exactly(cache),
                {"total * utilization - weights - profile - graphs", kBudget}, [&] {
                  return fmt::format("max({:.0f} * {:g} - {:.0f} - {:.0f} - {:.0f}, 0)", total,
                                     engine.utilization, weights, profile.likely, inside.likely);
                });
  const double per_token = std::max(1.0, m.bytes_per_token);
  m.cache_tokens =
      ordered({left(Case::High) / per_token, cache / per_token, left(Case::Low) / per_token});
  return m;
}

Component engine_residual(const Setup& setup, const EngineMemory& engine, Detail detail) {
  const double ranks = std::log2(real(setup.engine.tensor_parallel));
  Range bytes = Range{0.8, 1.4, 3} * kGiB + exactly(0.8 * ranks * kGiB);
  // Unified memory: level 1 moves the weights to the host's half of the same pool.
  const bool weights_stay = setup.engine.sleep == Sleep::Level1 && setup.gpu.unified_memory;
  if (weights_stay) bytes += engine.weights.bytes;
  if (setup.engine.sleep == Sleep::KvOnly) {
    bytes = engine.weights.bytes + engine.graphs.bytes + Range{0.03, 0.15, 0.5} * kGiB;
  }
  return component(detail, ComponentKind::EngineResidual, bytes,
                   {setup.engine.sleep == Sleep::KvOnly ? "shared weights + graphs + 0.15 GiB"
                    : weights_stay ? "1.4 GiB + 0.8 GiB * log2(TP) + weights moved within the pool"
                                   : "1.4 GiB + 0.8 GiB * log2(TP)",
                    "measured after sleep(): 1.31 and 1.38 GiB (14B), up to 4.3 GiB: "
                    "https://github.com/vllm-project/vllm (2026)"},
                   [&] {
                     if (setup.engine.sleep == Sleep::KvOnly) {
                       return fmt::format("{:.0f} + {:.0f} + 0.15 GiB", engine.weights.bytes.likely,
                                          engine.graphs.bytes.likely);
                     }
                     return fmt::format("1.4 GiB + 0.8 GiB * {:.3f} + {:.0f}", ranks,
                                        weights_stay ? engine.weights.bytes.likely : 0);
                   });
}

StartUp start_up(const Setup& setup, const EngineMemory& engine, double capacity, Range resident) {
  StartUp result;
  const auto gib = [](double bytes) { return bytes / kGiB; };
  const auto report = [&](Case which, std::vector<std::string>& failures) {
    const double free = capacity - at(resident, which);
    if (engine.budget > free) {
      const std::string left =
          free < 0.05 * kGiB ? "nothing is" : fmt::format("{:.1f} GiB are", gib(free));
      failures.push_back(fmt::format(
          "vLLM asks for {:.1f} GiB ({:g} of the GPU) where {} free at its start: \"Free memory on "
          "device ... is less than desired GPU memory utilization\"",
          gib(engine.budget), setup.engine.utilization, left));
    }
    // The favourable case for the cache is the one with most tokens, which `ordered` put last.
    double cache = which == Case::Low ? engine.cache_tokens.high * engine.bytes_per_token
                                      : engine.cache.bytes.likely;
    if (setup.engine.measures_foreign_memory && which == Case::Likely &&
        !setup.engine.shares_weights) {
      cache -= resident.likely;
    }
    if (cache <= 0) {
      failures.push_back(
          fmt::format("vLLM's budget of {:.1f} GiB does not hold its weights and profile: \"No "
                      "available memory "
                      "for the cache blocks\"",
                      gib(engine.budget)));
    } else if (cache < engine.longest_request) {
      failures.push_back(fmt::format(
          "one sequence of {:.0f} tokens needs {:.2f} GiB of KV cache and {:.2f} GiB are left: set "
          "vllm_max_model_length",
          engine.max_model_length, gib(engine.longest_request), gib(cache)));
    }
  };
  report(Case::Low, result.certain);
  report(Case::Likely, result.likely);
  return result;
}

Component generate_cache(const Setup& setup, const MicroBatch& batch, Detail detail) {
  const double sequences = real(setup.micro_batch) * real(setup.steps_per_generation);
  const double layers = std::max<double>(1, real(model::cached_layers(setup.model)));
  const double growing = 1 + 1 / layers;  // a layer's cache is copied to grow by one token
  const auto one = [&](Case which) {
    return model::kv_bytes_per_sequence(setup.model, at(batch.sequence, which), 2) * growing +
           model::state_bytes_per_sequence(setup.model);
  };
  return component(
      detail, ComponentKind::KvCache,
      in_each_case([&](Case which) { return sequences * one(which); }),
      {"B * steps_per_generation * (cache of one sequence * (1 + 1/L) + its linear-attention "
       "state)",
       "model.generate over the whole local generation batch: "
       "https://github.com/huggingface/trl/blob/v1.9.0/trl/trainer/grpo_trainer.py#L1833 "
       "(2026-07-25)"},
      [&] {
        return fmt::format("{} * {} * ({:.0f} * {:.4f} + {:.0f})", setup.micro_batch,
                           setup.steps_per_generation,
                           model::kv_bytes_per_sequence(setup.model, batch.sequence.likely, 2),
                           growing, model::state_bytes_per_sequence(setup.model));
      });
}

Component generate_logits(const Setup& setup, Detail detail) {
  constexpr double kCopies = 12;  // fp32 logits, probabilities, one filtered copy
  const double sequences = real(setup.micro_batch) * real(setup.steps_per_generation);
  return component(detail, ComponentKind::Logits,
                   exactly(sequences * real(setup.model.vocabulary) * kCopies),
                   {"B * steps_per_generation * V * 12",
                    "https://github.com/huggingface/transformers/blob/main/src/transformers/"
                    "generation/utils.py (2026-08-17)"},
                   [&] {
                     return fmt::format("{} * {} * {} * 12", setup.micro_batch,
                                        setup.steps_per_generation, setup.model.vocabulary);
                   });
}

}  // namespace grpolint::sizing
