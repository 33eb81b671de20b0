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
  return one(std::move(changed),
             setup.liger_loss_key ? "use_liger_loss: true" : "use_liger_kernel: true");
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

/// The key and value that load the weights in 16 bits.
std::string half_dtype(const Setup& setup) {
  return fmt::format("{}: {}", setup.torch_dtype_key ? "torch_dtype" : "dtype",
                     setup.gpu.supports_bf16 ? "bfloat16" : "float16");
}

std::string four_bit_words(const Setup& setup) {
  if (setup.model_keys == ModelKeys::InitKwargs) {
    return "a 4-bit quantization_config under model_init_kwargs";
  }
  // Where the keys wait for a later release, that release calls it dtype.
  const bool later = setup.model_keys == ModelKeys::ReadLater;
  const std::string dtype =
      later ? fmt::format("dtype: {}", setup.gpu.supports_bf16 ? "bfloat16" : "float16")
            : half_dtype(setup);
  return fmt::format("load_in_4bit: true {} {}", setup.adapter.present ? "with" : "and", dtype);
}

std::string_view read_by(ModelKeys keys) {
  return keys == ModelKeys::ReadLater ? " (read from TRL 0.26 on)" : "";
}

std::vector<Change> half_precision(const Setup& setup) {
  if (setup.weight_dtype != Dtype::Float32 || setup.precision == Precision::Native16) return {};
  Setup changed = setup;
  changed.weight_dtype = changed.reference_dtype =
      setup.gpu.supports_bf16 ? Dtype::BFloat16 : Dtype::Float16;
  return one(std::move(changed),
             fmt::format("{}{}", half_dtype(setup),
                         setup.model_keys == ModelKeys::Read ? "" : " under model_init_kwargs"));
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
             fmt::format("{}{}{}", setup.adapter.present ? "" : "use_peft: true with ",
                         four_bit_words(setup), read_by(setup.model_keys)));
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

Remedy priced(const Change& change) {
  const DeviceEstimate device = trainer_estimate(change.setup, count(change.setup), Detail::Bare);
  return {change.text, device.peak().bytes, device.verdict};
}

/// What a search has found so far: remedies that fit, and the best of those that do not.
class Findings {
 public:
  explicit Findings(double capacity_bytes) : capacity_(capacity_bytes) {}
  bool full() const { return fitting_.size() == kMost; }
  bool any() const { return !fitting_.empty(); }
  /// True when the change makes the run fit.
  bool consider(const Change& change) {
    Remedy remedy = priced(change);
    if (remedy.verdict == Verdict::Fits) {
      fitting_.push_back(std::move(remedy));
      return true;
    }
    if (!nearest_ || remedy.peak.likely < nearest_->peak.likely) nearest_ = std::move(remedy);
    return false;
  }
  std::vector<Remedy> take() && {
    // Nothing gets below the line: the best change may still turn a failure into a tight fit.
    if (fitting_.empty() && nearest_ && nearest_->verdict == Verdict::Tight &&
        nearest_->peak.likely <= capacity_) {
      fitting_.push_back(*std::move(nearest_));
    }
    return std::move(fitting_);
  }

 private:
  static constexpr std::size_t kMost = 3;
  double capacity_;
  std::vector<Remedy> fitting_;
  std::optional<Remedy> nearest_;
};

std::vector<Change> valid_changes(const Setup& setup, Lever lever) {
  std::vector<Change> changes = lever(setup);
  std::erase_if(changes, [](const Change& change) { return validate(change.setup).has_value(); });
  return changes;
}

/// The mildest pair of variants of two levers that fits, if any.
void consider_pair(const std::vector<Change>& firsts, Lever second, Findings& found) {
  for (const Change& first : firsts) {
    for (Change& both : valid_changes(first.setup, second)) {
      both.text = first.text + " and " + both.text;
      if (found.consider(both)) return;
    }
  }
}

}  // namespace

std::vector<Remedy> find_remedies(const Setup& setup) {
  Findings singles(setup.gpu.capacity_bytes);
  std::vector<std::vector<Change>> changes;
  for (const Lever lever : kLevers) {
    changes.push_back(valid_changes(setup, lever));
    for (const Change& change : changes.back()) {
      if (singles.full() || singles.consider(change)) break;
    }
  }
  if (singles.any()) return std::move(singles).take();
  Findings pairs(setup.gpu.capacity_bytes);
  for (std::size_t first = 0; first < kLevers.size(); ++first) {
    for (std::size_t second = first + 1; second < kLevers.size() && !pairs.full(); ++second) {
      consider_pair(changes[first], kLevers[second], pairs);
    }
  }
  return std::move(pairs).take();
}

}  // namespace grpolint::sizing
