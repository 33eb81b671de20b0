#include "sizing/levers.h"
#include "sizing/optimizer.h"

namespace grpolint::sizing {
namespace {

Dtype half(const Setup& setup) {
  return setup.gpu.supports_bf16 ? Dtype::BFloat16 : Dtype::Float16;
}

/// Of LoRA weights, as setup_from_facts() reads it for the release.
Dtype adapter_dtype(const Setup& setup) {
  if (setup.unsloth || setup.sharding == Sharding::Zero3) return Dtype::BFloat16;
  const bool packed = setup.quantization != Quantization::None;
  return packed && setup.offers.quantized_keeps_dtype ? Dtype::BFloat16 : Dtype::Float32;
}

void add_adapter(Setup& setup) {
  if (!setup.adapter.present) {
    setup.adapter = AdapterSetup{};
    setup.adapter.present = true;
  }
  setup.adapter.dtype = adapter_dtype(setup);
  if (setup.engine.shares_weights) setup.engine.lora_rank = setup.adapter.rank;
  setup.reference_model = false;
}

/// The keys that add an adapter; Unsloth has one unless everything is trained.
std::vector<Setting> adapter_keys(const Setup& setup) {
  if (setup.adapter.present) return {};
  if (setup.unsloth) return {{"full_finetuning", "false"}};
  return {{"use_peft", "true"}, {"lora_target_modules", "all-linear"}};
}

}  // namespace

std::optional<Setting> half_dtype(const Setup& setup) {
  if (setup.weight_dtype != Dtype::Float32) return std::nullopt;
  const std::string name = setup.torch_dtype_key ? "torch_dtype" : "dtype";
  return Setting{setup.model_keys == ModelKeys::Read ? name : "model_init_kwargs." + name,
                 half(setup) == Dtype::BFloat16 ? "bfloat16" : "float16"};
}

std::vector<Change> checkpointing(const Setup& setup) {
  if (setup.checkpointing == Checkpointing::Unsloth) return {};
  Setup changed = setup;
  if (setup.unsloth) {
    changed.checkpointing = Checkpointing::Unsloth;
    return {{std::move(changed), {{"use_gradient_checkpointing", "unsloth"}}, {}}};
  }
  if (setup.checkpointing != Checkpointing::None) return {};
  changed.checkpointing = Checkpointing::Full;
  return {{std::move(changed), {{"gradient_checkpointing", "true"}}, {}}};
}

std::vector<Change> chunked_loss(const Setup& setup) {
  if (setup.chunked_loss != ChunkedLoss::None || !setup.liger_available || setup.unsloth ||
      setup.entropy_gradient) {
    return {};
  }
  Setup changed = setup;
  changed.chunked_loss = ChunkedLoss::Liger;
  const char* key = setup.liger_loss_key ? "use_liger_loss" : "use_liger_kernel";
  return {{std::move(changed), {{key, "true"}}, {}}};
}

std::vector<Change> eight_bit_states(const Setup& setup) {
  const OptimizerLaw* law = find_optimizer(setup.optimizer);
  if (law == nullptr || law->shape != StateShape::Elementwise) return {};
  Setup changed = setup;
  changed.optimizer = "adamw_8bit";
  return {{std::move(changed), {{"optim", "adamw_8bit"}}, {}}};
}

std::vector<Change> no_reference(const Setup& setup) {
  if (!setup.reference_model) return {};
  Setup changed = setup;
  changed.reference_model = changed.reference_pass = false;
  return {{std::move(changed), {{"beta", "0.0"}}, {}}};
}

std::vector<Change> half_precision(const Setup& setup) {
  const auto dtype = half_dtype(setup);
  if (!dtype || setup.precision == Precision::Native16) return {};
  // Before 0.26 TRL turns what a 4-bit model has besides packed weights into float32 again.
  if (setup.quantization != Quantization::None && !setup.offers.quantized_keeps_dtype) return {};
  Setup changed = setup;
  changed.weight_dtype = changed.reference_dtype = half(setup);
  return {{std::move(changed), {*dtype}, {}}};
}

std::vector<Change> zero3(const Setup& setup) {
  if (setup.world_size <= 1 || setup.sharding == Sharding::Zero3 ||
      setup.sharding == Sharding::Fsdp || setup.unsloth) {
    return {};
  }
  Setup changed = setup;
  changed.sharding = Sharding::Zero3;
  changed.precision = Precision::Native16;
  if (changed.adapter.present) changed.adapter.dtype = Dtype::BFloat16;
  return {{std::move(changed), {}, "DeepSpeed ZeRO-3"}};
}

std::vector<Change> lora(const Setup& setup) {
  if (setup.adapter.present) return {};
  Setup changed = setup;
  add_adapter(changed);
  return {{std::move(changed), adapter_keys(setup), "(LoRA rank 16)"}};
}

std::vector<Change> qlora(const Setup& setup) {
  if (setup.quantization != Quantization::None || setup.gpu.vendor == "apple") return {};
  // A file whose keys wait for a later release is priced as that release would run it.
  Setup changed = setup;
  const bool later = setup.model_keys == ModelKeys::ReadLater;
  if (later) changed.offers.quantized_keeps_dtype = true;
  const bool keeps = changed.offers.quantized_keeps_dtype || setup.unsloth;
  if (setup.engine.mode != Engine::None && !keeps) return {};
  changed.quantization = setup.unsloth ? Quantization::Nf4Double : Quantization::Nf4;
  if (setup.engine.mode != Engine::None) changed.engine.quantization = changed.quantization;
  changed.weight_dtype = keeps ? half(setup) : Dtype::Float32;
  add_adapter(changed);
  std::vector<Setting> settings = adapter_keys(setup);
  if (setup.model_keys == ModelKeys::InitKwargs) {
    settings.push_back({"model_init_kwargs.quantization_config.load_in_4bit", "true"});
  } else {
    settings.push_back({"load_in_4bit", "true"});
  }
  if (keeps) {
    if (auto dtype = half_dtype(setup)) {
      // Where the keys wait for a later release, that release calls it dtype.
      if (later) dtype->key = "dtype";
      settings.push_back(*std::move(dtype));
    }
  }
  // No key reaches the quantization of a flat file before 0.26, so that the upgrade is the advice.
  return {{std::move(changed), std::move(settings), {}, later ? "TRL 0.26 or later" : ""}};
}

}  // namespace grpolint::sizing
