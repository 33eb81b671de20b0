#include "sizing/remedies.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "sizing/optimizer.h"
#include "sizing/validate.h"
#include "sizing/verdict.h"

namespace grpolint::sizing {
namespace {

/// A changed setup and the words for the change.
struct Change {
  Setup setup;
  std::string text;
};

/// Variants of one lever, the mildest first.
using Lever = std::vector<Change> (*)(const Setup&);

std::vector<Change> one(Setup setup, std::string text) {
  std::vector<Change> changes;
  changes.push_back({std::move(setup), std::move(text)});
  return changes;
}

std::vector<Change> sleep_mode(const Setup& setup) {
  if (setup.engine.mode != Engine::Colocate || setup.engine.sleep != Sleep::None) return {};
  Setup changed = setup;
  if (setup.unsloth) {
    changed.engine.sleep = Sleep::KvOnly;
    return one(std::move(changed), "UNSLOTH_VLLM_STANDBY=1 in the environment");
  }
  if (!setup.sleep_available || setup.sleep_keeps_old_weights) return {};
  changed.engine.sleep = Sleep::Level2;
  return one(std::move(changed), "vllm_enable_sleep_mode: true");
}

std::vector<Change> model_length(const Setup& setup) {
  if (setup.engine.mode == Engine::None) return {};
  const double needed = std::ceil((setup.prompt.high + setup.completion.value) / 256) * 256;
  const double current = setup.engine.max_model_length
                             ? setup.engine.max_model_length->value
                             : static_cast<double>(setup.model.context_length);
  if (current <= needed) return {};
  Setup changed = setup;
  changed.engine.max_model_length = Tokens{needed};
  return one(std::move(changed), fmt::format("vllm_max_model_length: {:.0f}", needed));
}

std::vector<Change> utilization(const Setup& setup) {
  std::vector<Change> changes;
  if (setup.engine.mode != Engine::Colocate) return changes;
  for (int percent = 90; percent >= 10; percent -= 5) {
    const double share = percent / 100.0;
    if (share >= setup.engine.utilization) continue;
    Setup changed = setup;
    changed.engine.utilization = share;
    changes.push_back(
        {std::move(changed),
         fmt::format("{}: {:g}",
                     setup.unsloth ? "gpu_memory_utilization" : "vllm_gpu_memory_utilization",
                     share)});
  }
  return changes;
}

/// Smaller micro-batches with as many completions per rollout and per optimizer step as before.
std::vector<Change> micro_batches(const Setup& setup) {
  std::vector<Change> changes;
  for (std::int64_t parts = 2; setup.micro_batch % parts == 0 && parts <= setup.micro_batch;
       parts *= 2) {
    Setup changed = setup;
    changed.micro_batch = setup.micro_batch / parts;
    changed.accumulation = setup.accumulation * parts;
    changed.steps_per_generation = setup.steps_per_generation * parts;
    changes.push_back(
        {std::move(changed),
         fmt::format("per_device_train_batch_size: {} with gradient_accumulation_steps: {} and the "
                     "same generation batch",
                     setup.micro_batch / parts, setup.accumulation * parts)});
  }
  return changes;
}

std::vector<Change> checkpointing(const Setup& setup) {
  if (setup.checkpointing != Checkpointing::None) return {};
  Setup changed = setup;
  changed.checkpointing = Checkpointing::Full;
  return one(std::move(changed), "gradient_checkpointing: true");
}

std::vector<Change> chunked_loss(const Setup& setup) {
  if (setup.chunked_loss != ChunkedLoss::None || !setup.liger_available || setup.unsloth ||
      setup.entropy_gradient) {
    return {};
  }
  Setup changed = setup;
  changed.chunked_loss = ChunkedLoss::Liger;
  return one(std::move(changed), "use_liger_kernel: true");
}

std::vector<Change> optimizer(const Setup& setup) {
  const OptimizerLaw* law = find_optimizer(setup.optimizer);
  if (law == nullptr || law->shape != StateShape::Elementwise) return {};
  Setup changed = setup;
  changed.optimizer = "adamw_8bit";
  return one(std::move(changed), "optim: adamw_8bit");
}

std::vector<Change> no_reference(const Setup& setup) {
  if (!setup.reference_model) return {};
  Setup changed = setup;
  changed.reference_model = changed.reference_pass = false;
  return one(std::move(changed), "beta: 0.0");
}

std::vector<Change> half_precision(const Setup& setup) {
  if (setup.weight_dtype != Dtype::Float32 || setup.precision == Precision::Native16) return {};
  Setup changed = setup;
  changed.weight_dtype = changed.reference_dtype =
      setup.gpu.supports_bf16 ? Dtype::BFloat16 : Dtype::Float16;
  return one(std::move(changed), setup.gpu.supports_bf16 ? "dtype: bfloat16 (model_init_kwargs)"
                                                         : "dtype: float16 (model_init_kwargs)");
}

std::vector<Change> completion_length(const Setup& setup) {
  std::vector<Change> changes;
  for (const double share : {0.75, 0.5, 0.25}) {
    const double length = std::floor(setup.completion.value * share / 16) * 16;
    if (length < 64) continue;
    Setup changed = setup;
    changed.completion = Tokens{length};
    changes.push_back({std::move(changed), fmt::format("max_completion_length: {:.0f}", length)});
  }
  return changes;
}

std::vector<Change> zero3(const Setup& setup) {
  if (setup.world_size <= 1 || setup.sharding == Sharding::Zero3 ||
      setup.sharding == Sharding::Fsdp || setup.unsloth) {
    return {};
  }
  Setup changed = setup;
  changed.sharding = Sharding::Zero3;
  changed.precision = Precision::Native16;
  return one(std::move(changed), "DeepSpeed ZeRO-3");
}

std::vector<Change> lora(const Setup& setup) {
  if (setup.adapter.present) return {};
  Setup changed = setup;
  changed.adapter.present = true;
  changed.adapter.rank = 16;
  changed.adapter.targets = {"all-linear"};
  changed.adapter.dtype = Dtype::Float32;
  changed.reference_model = false;
  return one(std::move(changed), "use_peft: true (LoRA rank 16)");
}

std::vector<Change> qlora(const Setup& setup) {
  if (setup.quantization != Quantization::None || setup.gpu.vendor == "apple") return {};
  Setup changed = setup;
  if (!setup.adapter.present) changed.adapter.targets = {"all-linear"};
  changed.adapter.present = true;
  changed.adapter.dtype = Dtype::BFloat16;
  changed.reference_model = false;
  changed.quantization = changed.engine.quantization = Quantization::Nf4;
  changed.weight_dtype = setup.gpu.supports_bf16 ? Dtype::BFloat16 : Dtype::Float16;
  return one(std::move(changed),
             setup.adapter.present ? "load_in_4bit: true with dtype: bfloat16"
                                   : "use_peft: true with load_in_4bit: true and dtype: bfloat16");
}

std::vector<Change> server_mode(const Setup& setup) {
  if (setup.engine.mode != Engine::Colocate || setup.unsloth) return {};
  Setup changed = setup;
  changed.engine.mode = Engine::Server;
  changed.engine.gpu.reset();
  return one(std::move(changed), "vllm_mode: server on another GPU");
}

// What changes the run least comes first: where memory lies, then speed, then what is trained.
constexpr std::array<Lever, 14> kLevers = {
    sleep_mode,   model_length, utilization,  micro_batches,  checkpointing,
    chunked_loss, optimizer,    no_reference, half_precision, completion_length,
    zero3,        lora,         qlora,        server_mode,
};

struct Priced {
  Setup setup;
  Remedy remedy;
};

/// The mildest variant of the lever that fits, else the one with the lowest peak.
std::optional<Priced> price(const Setup& setup, Lever lever, const std::string& before) {
  std::optional<Priced> best;
  for (Change& change : lever(setup)) {
    if (validate(change.setup)) continue;
    const DeviceEstimate device = trainer_estimate(change.setup, count(change.setup), Detail::Bare);
    Remedy remedy{before.empty() ? change.text : before + " and " + change.text,
                  device.peak().bytes, device.verdict};
    const bool better =
        !best || remedy.verdict < best->remedy.verdict ||
        (remedy.verdict == best->remedy.verdict && remedy.verdict != Verdict::Fits &&
         remedy.peak.likely < best->remedy.peak.likely);
    if (better) best = Priced{std::move(change.setup), std::move(remedy)};
    if (best->remedy.verdict == Verdict::Fits) break;
  }
  return best;
}

void keep_fitting(const std::vector<Priced>& priced, std::vector<Remedy>& remedies) {
  constexpr std::size_t kMost = 3;
  for (const Priced& candidate : priced) {
    if (remedies.size() == kMost) return;
    if (candidate.remedy.verdict == Verdict::Fits) remedies.push_back(candidate.remedy);
  }
}

}  // namespace

std::vector<Remedy> find_remedies(const Setup& setup) {
  std::vector<Priced> singles;
  std::vector<std::size_t> used;
  for (std::size_t i = 0; i < kLevers.size(); ++i) {
    if (auto priced = price(setup, kLevers[i], {})) {
      singles.push_back(*std::move(priced));
      used.push_back(i);
    }
  }
  std::vector<Remedy> remedies;
  keep_fitting(singles, remedies);
  if (!remedies.empty()) return remedies;
  std::vector<Priced> pairs;
  for (std::size_t first = 0; first < singles.size(); ++first) {
    for (std::size_t second = used[first] + 1; second < kLevers.size(); ++second) {
      if (auto priced =
              price(singles[first].setup, kLevers[second], singles[first].remedy.change)) {
        pairs.push_back(*std::move(priced));
      }
    }
  }
  keep_fitting(pairs, remedies);
  if (!remedies.empty()) return remedies;
  // Nothing gets below the line: the best pair may still turn a failure into a tight fit.
  const auto best = std::min_element(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
    return a.remedy.peak.likely < b.remedy.peak.likely;
  });
  if (best != pairs.end() && best->remedy.verdict == Verdict::Tight) {
    remedies.push_back(best->remedy);
  }
  return remedies;
}

}  // namespace grpolint::sizing
