#include "sizing/from_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sizing/engine_from_facts.h"
#include "sizing/fact_reader.h"
#include "sizing/ignored_weights.h"
#include "sizing/offers.h"
#include "sizing/optimizer.h"
#include "sizing/range.h"
#include "sizing/trl_releases.h"

namespace grpolint::sizing {
namespace {

/// transformers 5 stores experts as 3-D parameters, which bitsandbytes leaves alone.
constexpr Version kFusedExperts{5, 0, 0};
/// Unsloth packs the rows of a micro-batch: unslothai/unsloth-zoo dfe1579d (2026-07-03).
constexpr Version kUnslothPacking{2026, 7, 0};

Dtype dtype_named(std::string_view name) {
  return name == "bfloat16" ? Dtype::BFloat16 : name == "float16" ? Dtype::Float16 : Dtype::Float32;
}

struct Reading {
  FactReader& facts;
  Setup& setup;
  Version trl;
};

/// A checkpoint that is packed already stays as its own quantization_config says; Unsloth's engine
/// alone swaps a dynamic one for the plain 4-bit one (unsloth/models/loader.py).
void read_packed_checkpoint(Reading& r) {
  Setup& s = r.setup;
  const std::string& packed = s.model.packed_as;
  if (!packed.empty() && r.facts.text("run.adapter") != "none") {
    s.quantization = packed == "int8"         ? Quantization::Int8
                     : packed == "nf4-double" ? Quantization::Nf4Double
                                              : Quantization::Nf4;
    return;
  }
  const std::string_view name = r.facts.text("run.model_name_or_path");
  const bool packs =
      s.quantization == Quantization::Nf4 || s.quantization == Quantization::Nf4Double;
  if (!packs || !name.ends_with("-unsloth-bnb-4bit") ||
      r.facts.truth("run.fast_inference") == true) {
    return;
  }
  s.quantization = Quantization::Nf4Double;
  s.dynamic_quantization = true;
  r.facts.assume(
      "which modules the checkpoint leaves in 16 bit is not known; 5 % more weights are taken (0 "
      "to "
      "33 %): --model-config with its config.json tells");
}

void read_quantization(Reading& r) {
  const std::string_view name = r.facts.text("run.quantization");
  if (r.facts.unknown("run.quantization")) {
    r.facts.assume("quantization is not known; none is taken");
  }
  const bool nested = r.setup.unsloth || r.facts.truth("run.use_bnb_nested_quant") == true;
  if (name == "nf4" || name == "fp4") {
    r.setup.quantization = nested ? Quantization::Nf4Double : Quantization::Nf4;
  } else if (name == "int8") {
    r.setup.quantization = Quantization::Int8;
  } else if (name == "fp8") {
    r.setup.quantization = Quantization::Fp8;
  }
  read_packed_checkpoint(r);
  const auto transformers = r.facts.version("version.transformers");
  r.setup.experts_quantized = r.setup.unsloth || (transformers && *transformers < kFusedExperts);
  const std::string_view storage = r.facts.text("run.bnb_4bit_quant_storage");
  r.setup.shards_quantized = !storage.empty() && storage != "uint8";
}

void read_targets(Reading& r) {
  AdapterSetup& adapter = r.setup.adapter;
  const Value& written = r.facts.value("run.lora_target_modules");
  if (written.kind() == ValueKind::String) {
    adapter.targets = {written.as_string()};
    return;
  }
  if (written.kind() == ValueKind::List && !written.as_list().empty()) {
    adapter.targets.clear();
    for (const Value& item : written.as_list()) {
      if (item.kind() == ValueKind::String) adapter.targets.push_back(item.as_string());
    }
    return;
  }
  if (r.setup.unsloth) {
    adapter.targets = {"all-linear"};
    return;
  }
  adapter.targets = r.setup.model.fused_projections ? std::vector<std::string>{"qkv_proj"}
                                                    : std::vector<std::string>{"q_proj", "v_proj"};
  r.facts.assume("lora_target_modules is not stated; PEFT's usual " +
                 std::string(r.setup.model.fused_projections ? "qkv_proj" : "q_proj and v_proj") +
                 " are taken");
}

void read_adapter(Reading& r) {
  Setup& s = r.setup;
  const std::string_view kind = r.facts.text("run.adapter");
  if (r.facts.unknown("run.adapter"))
    r.facts.assume("whether LoRA is used is not known; no is taken");
  s.adapter.present = kind == "lora" || kind == "qlora";
  if (!s.adapter.present) return;
  s.adapter.rank = whole(r.facts.number_or("run.lora_r", 16));
  s.adapter.dora = r.facts.truth("run.use_dora") == true;
  read_targets(r);
  for (const Value& module : r.facts.value("run.lora_modules_to_save").kind() == ValueKind::List
                                 ? r.facts.value("run.lora_modules_to_save").as_list()
                                 : std::vector<Value>{}) {
    if (module.kind() != ValueKind::String) continue;
    s.adapter.saves_embedding |= module.as_string() == "embed_tokens";
    s.adapter.saves_head |= module.as_string() == "lm_head";
  }
  const bool quantized = s.quantization != Quantization::None;
  if (!s.unsloth && quantized && r.trl < kQloraKeepsDtype) {
    s.weight_dtype = Dtype::Float32;  // prepare_model_for_kbit_training
  } else if (s.unsloth || quantized || s.sharding == Sharding::Zero3) {
    s.adapter.dtype = Dtype::BFloat16;
  }
}

void read_distribution(Reading& r, const hardware::Selection& hardware) {
  Setup& s = r.setup;
  const std::string_view name = r.facts.text("run.sharding");
  s.sharding = name == "ddp"     ? Sharding::Ddp
               : name == "zero1" ? Sharding::Zero1
               : name == "zero2" ? Sharding::Zero2
               : name == "zero3" ? Sharding::Zero3
               : name == "fsdp"  ? Sharding::Fsdp
                                 : Sharding::None;
  if (const auto world = r.facts.number("run.world_size")) {
    s.world_size = whole(*world);
  } else {
    s.world_size = std::max(1, hardware.count);
    r.facts.assume(fmt::format("the number of processes is not known; {} is taken", s.world_size));
  }
  if (s.sharding == Sharding::None && s.world_size > 1) s.sharding = Sharding::Ddp;
  const Fact* sharding = r.facts.fact("run.sharding");
  const bool assumed = sharding != nullptr && sharding->origin == Origin::Assumed;
  s.sharding_open = assumed && s.world_size > 1;
  s.offload_open = assumed && r.facts.unknown("run.offload_optimizer");
  if (s.sharding_open || s.offload_open) {
    r.facts.assume(fmt::format("{}; {} is taken, and ZeRO-3{} for the low estimate",
                               sharding->because, name.empty() ? "no sharding" : name,
                               s.offload_open ? " with offload" : ""));
  }
  s.offload_optimizer = r.facts.truth("run.offload_optimizer") == true;
  s.offload_parameters = r.facts.truth("run.offload_parameters") == true;
  if (const auto gathers = r.facts.truth("run.ds3_gather_for_generation")) {
    s.gathers_for_generation =
        r.facts.value("run.ds3_gather_for_generation").is_absent() || *gathers;
  }
}

void read_precision(Reading& r) {
  Setup& s = r.setup;
  s.weight_dtype = dtype_named(r.facts.text("run.weight_dtype"));
  if (r.facts.unknown("run.weight_dtype")) {
    r.facts.assume("the dtype of the weights is not known; float32 is taken");
  }
  if (s.unsloth) {
    s.precision = Precision::Plain;
    if (s.weight_dtype == Dtype::Float32) s.weight_dtype = Dtype::BFloat16;
  } else {
    const bool half = r.facts.truth("run.bf16") != false || r.facts.truth("run.fp16") == true;
    const bool native = s.sharding == Sharding::Zero1 || s.sharding == Sharding::Zero2 ||
                        s.sharding == Sharding::Zero3 || s.sharding == Sharding::Fsdp;
    s.precision = !half ? Precision::Plain : native ? Precision::Native16 : Precision::Autocast;
  }
  s.reference_dtype = s.weight_dtype;
  s.head_float32 = r.facts.truth("run.cast_lm_head_to_fp32") == true;
}

void read_lengths(Reading& r, const Stated& stated) {
  Setup& s = r.setup;
  const Fact* prompt = r.facts.fact("run.prompt_tokens");
  if (const auto tokens = r.facts.number("run.prompt_tokens")) {
    const bool said = prompt->origin == Origin::Stated;
    // A limit on the prompt says how long it can be, not how long it is.
    s.prompt = said ? exactly(*tokens) : Range{std::min(64.0, *tokens), *tokens, *tokens};
  } else {
    r.facts.assume("no prompt length is stated; 256 tokens are taken (64 to 1024)");
  }
  s.completion = Tokens{r.facts.number_or("run.max_completion_length", 256)};
  s.mean_completion = stated.mean_completion;
  if (!stated.mean_completion) {
    r.facts.assume("completions average 40 % of max_completion_length (20 to 80 %) in the times");
  }
}

void read_batch(Reading& r) {
  Setup& s = r.setup;
  const std::string_view batch =
      r.facts.number("run.micro_batch") ? "run.micro_batch" : "run.per_device_train_batch_size";
  s.micro_batch = whole(r.facts.number_or(batch, 8));
  s.accumulation = whole(r.facts.number_or("run.gradient_accumulation_steps", 1));
  s.steps_per_generation = whole(
      r.facts.number_or("run.steps_per_generation_effective", static_cast<double>(s.accumulation)));
  s.num_iterations = whole(r.facts.number_or("run.num_iterations", 1));
  s.num_generations = whole(r.facts.number_or("run.num_generations", 8));
}

/// When GRPOTrainer runs the policy once more to get the log-probabilities before training.
bool needs_old_log_probs(const Reading& r) {
  const Setup& s = r.setup;
  const auto served = s.steps_per_generation * s.num_iterations;
  bool needed = false;
  if (r.trl < kOldLogProbsByIterations) {
    needed = s.num_iterations > 1;
  } else if (r.trl < kOldLogProbsByRemainder) {
    needed = s.num_iterations > 1 || s.steps_per_generation > s.accumulation;
  } else {
    needed = served <= 0 || s.accumulation % served != 0;
  }
  if (needed || r.trl < kImportanceSampling || r.facts.truth("run.use_vllm") != true) return needed;
  return corrects_sampling(r.facts);
}

void read_loss(Reading& r) {
  Setup& s = r.setup;
  const std::string_view attention =
      !r.facts.text("run.attn_implementation").empty()
          ? r.facts.text("run.attn_implementation")
          : r.facts.text("run.model_init_kwargs.attn_implementation");
  s.attention = attention == "eager" ? AttentionKernel::Eager
                : attention.find("flash") != std::string_view::npos || s.unsloth
                    ? AttentionKernel::Flash
                    : AttentionKernel::Sdpa;
  const std::string_view kind = r.facts.text("run.checkpointing_kind");
  s.checkpointing = kind == "none"      ? Checkpointing::None
                    : kind == "unsloth" ? Checkpointing::Unsloth
                                        : Checkpointing::Full;
  if (r.facts.unknown("run.checkpointing_kind")) {
    r.facts.assume("gradient_checkpointing is not known; true is taken");
  }
  const std::string_view chunked = r.facts.text("run.chunked_loss");
  s.chunked_loss = chunked == "liger"     ? ChunkedLoss::Liger
                   : chunked == "unsloth" ? ChunkedLoss::Unsloth
                                          : ChunkedLoss::None;
  if (!s.unsloth && r.trl >= kFusedHead) s.chunked_loss = ChunkedLoss::FusedHead;
  const auto unsloth = r.facts.version("version.unsloth");
  s.unsloth_packing = !unsloth || *unsloth >= kUnslothPacking;
  s.padding_free = s.unsloth && s.unsloth_packing;
  s.entropy_gradient = r.facts.number("run.entropy_coef").value_or(0) != 0 ||
                       r.facts.truth("run.use_adaptive_entropy") == true;
  s.scaled_copy_of_logits = r.trl >= kTemperatureScales && r.trl < kScalesInPlace;
  s.old_log_probs = needs_old_log_probs(r);
  s.reference_model = r.facts.truth("run.reference_model") == true;
  s.reference_pass = r.facts.number("run.beta").value_or(0) != 0 || s.reference_model;
}

void read_reward_models(Reading& r) {
  const std::string_view name = r.facts.text("run.reward_model_name_or_path");
  if (name.empty()) return;
  const auto size = model::size_from_name(name);
  if (!size) {
    r.facts.assume(
        fmt::format("the reward model {} has no size in its name and is left out", name));
    return;
  }
  r.setup.reward_model_parameters = size->total;
  r.facts.assume(fmt::format("the reward model {} is held in float32 on every GPU", name));
}

void read_optimizer(Reading& r) {
  const std::string_view name = r.facts.text("run.optim");
  if (name.empty()) {
    r.facts.assume("optim is not known; adamw_torch_fused is taken");
    return;
  }
  r.setup.optimizer = name;
  if (find_optimizer(name) == nullptr) {
    r.facts.assume(fmt::format("optim {} is priced as AdamW", name));
  }
}

}  // namespace

Result<Setup> setup_from_facts(const FactTable& facts, const model::Model& model,
                               const hardware::Selection& hardware, const Stated& stated) {
  Setup s;
  s.model = model.likely;
  s.gpu = *hardware.gpu;
  FactReader reader(facts, s.assumptions);
  if (!model.exact) s.assumptions.push_back("the geometry of the model: " + model.because);
  s.unsloth = reader.text("run.dialect") == "unsloth";
  Reading r{reader, s, reader.version("version.trl").value_or(Version{1, 16, 0})};
  read_distribution(r, hardware);
  read_precision(r);
  read_quantization(r);
  read_adapter(r);
  read_ignored_weights(reader, s);
  read_batch(r);
  read_lengths(r, stated);
  read_loss(r);
  read_optimizer(r);
  read_reward_models(r);
  read_offers(reader, r.trl, s);
  read_engine(reader, r.trl, hardware, stated, s);
  s.bandwidth = stated.bandwidth;
  if (!s.bandwidth) {
    if (const auto planned = reader.number("run.planned_bandwidth")) {
      s.bandwidth = BytesPerSecond{*planned};
    }
  }
  s.measured_peak = stated.measured_peak;
  s.measured_step_seconds = stated.measured_step_seconds;
  if (stated.fast_enough) s.fast_enough = *stated.fast_enough;
  return s;
}

}  // namespace grpolint::sizing
