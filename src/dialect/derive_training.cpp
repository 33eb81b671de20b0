#include <algorithm>
#include <array>

#include "dialect/deriver.h"

namespace grpolint::dialect {
namespace {

// https://github.com/huggingface/trl, trl/trainer/grpo_config.py, by tag.
constexpr Version kLigerLoss{0, 17, 0};        ///< use_liger_loss
constexpr Version kLigerKernelLoss{0, 25, 0};  ///< use_liger_kernel selects the loss
constexpr Version kLigerLossRemoved{0, 28, 0};
constexpr Version kChunkedByLigerKey{1, 14, 0};  ///< the key selects TRL's own chunked projection
constexpr Version kAlwaysChunked{1, 15, 0};      ///< which needs no key from here on
constexpr Version kBf16Resolved{0, 19, 0};       ///< a null bf16 becomes `not fp16`
/// Unsloth recomputes plainly below this length (unsloth/models/_utils.py, 015bdef0).
constexpr double kUnslothCheckpointingLength = 512;

/// Names of transformers' OptimizerNames that keep AdamW's two states in 8 bits: bitsandbytes'
/// and torchao's. https://github.com/huggingface/transformers, training_args.py, 5.15.0.
constexpr std::array<std::string_view, 4> kAdamw8bit = {"adamw_8bit", "adamw_bnb_8bit",
                                                        "adamw_torch_8bit", "paged_adamw_8bit"};

void optimizer(Deriver& d) {
  const std::string_view name = d.text("optim");
  if (name.empty()) {
    d.derive("optim_8bit", Value::unknown(), {"optim"});
    d.derive("optim_paged", Value::unknown(), {"optim"});
    return;
  }
  const bool eight_bit = std::find(kAdamw8bit.begin(), kAdamw8bit.end(), name) != kAdamw8bit.end();
  d.derive("optim_8bit", Value::boolean(eight_bit), {"optim"});
  d.derive("optim_paged", Value::boolean(name.starts_with("paged_")), {"optim"});
}

void set_checkpointing(Deriver& d, std::optional<bool> on, std::string kind,
                       const std::vector<std::string>& sources) {
  d.derive("checkpointing", boolean_value(on), sources);
  Value named = Value::unknown();
  if (on) named = Value::string(*on ? std::move(kind) : "none");
  d.derive("checkpointing_kind", std::move(named), sources);
}

void unsloth_checkpointing(Deriver& d) {
  // Some files put Unsloth's word on TRL's key.
  const bool word_on_trl_key =
      d.text("gradient_checkpointing") == "unsloth" && !d.written("use_gradient_checkpointing");
  const std::string argument =
      word_on_trl_key ? "gradient_checkpointing" : "use_gradient_checkpointing";
  const bool own = d.text(argument) == "unsloth";
  std::optional<bool> on = d.truth(argument);
  if (d.text(argument) == "False" || d.text(argument) == "false") on = false;
  const std::optional<double> length = d.number("max_seq_length");
  const bool short_sequences = length && *length < kUnslothCheckpointingLength;
  std::vector<std::string> sources = {argument};
  if (own && short_sequences) sources.emplace_back("max_seq_length");
  set_checkpointing(d, on, own && !short_sequences ? "unsloth" : "full", sources);
}

void trl_checkpointing(Deriver& d) {
  // FSDP's own activation checkpointing does the same work.
  if (d.truth("fsdp_config.activation_checkpointing") == true) {
    set_checkpointing(d, true, "full", {"fsdp_config.activation_checkpointing"});
  } else if (d.launch.activation_checkpointing == true) {
    d.state("checkpointing", Value::boolean(true), Origin::Companion,
            "fsdp_activation_checkpointing in " + d.launch.file);
    d.state("checkpointing_kind", Value::string("full"), Origin::Companion,
            "fsdp_activation_checkpointing in " + d.launch.file);
  } else if (d.written("activation_checkpointing") &&
             !d.value("activation_checkpointing").is_absent()) {
    // The newer name, from transformers 5.23.0, wins when both are set.
    set_checkpointing(d, d.truth("activation_checkpointing"), "full",
                      {"activation_checkpointing", "gradient_checkpointing"});
  } else {
    set_checkpointing(d, d.truth("gradient_checkpointing"), "full", {"gradient_checkpointing"});
  }
}

void chunked_loss(Deriver& d) {
  if (d.unsloth()) {
    d.derive("chunked_loss", Value::string("unsloth"), {}, "Unsloth always chunks the loss");
    return;
  }
  if (d.trl() >= kAlwaysChunked) {
    d.derive("chunked_loss", Value::string("trl"), {"version.trl"},
             "TRL 1.15.0 and later never build the full logits");
    return;
  }
  std::vector<std::string> sources;
  std::optional<bool> liger = false;
  if (d.trl() >= kLigerKernelLoss) {
    // Until its removal a written use_liger_loss was copied over use_liger_kernel.
    const bool copied = d.trl() < kLigerLossRemoved && d.written("use_liger_loss") &&
                        !d.value("use_liger_loss").is_absent();
    sources = {copied ? "use_liger_loss" : "use_liger_kernel"};
    liger = d.truth(sources.front());
  } else if (d.trl() >= kLigerLoss) {
    sources = {"use_liger_loss"};
    liger = d.truth("use_liger_loss");
  }
  const bool release_matters = d.written("use_liger_loss") || d.written("use_liger_kernel");
  if (release_matters) sources.emplace_back("version.trl");
  const std::string kind = d.trl() >= kChunkedByLigerKey ? "trl" : "liger";
  d.derive("chunked_loss", liger ? Value::string(*liger ? kind : "none") : Value::unknown(),
           std::move(sources));
}

/// GRPOConfig fills a bf16 that is left null; the fact says what the run uses.
void resolve_bf16(Deriver& d) {
  if (d.unsloth() || d.trl() < kBf16Resolved || d.written("bf16")) return;
  if (!d.value("bf16").is_absent()) return;
  const std::optional<bool> fp16 = d.truth("fp16");
  d.derive("bf16", boolean_value(fp16 ? std::optional(!*fp16) : std::nullopt), {"fp16"},
           "TRL turns bf16 on unless fp16 is");
}

}  // namespace

void derive_training(Deriver& d) {
  resolve_bf16(d);
  optimizer(d);
  if (d.unsloth()) {
    unsloth_checkpointing(d);
  } else {
    trl_checkpointing(d);
  }
  chunked_loss(d);
}

}  // namespace grpolint::dialect
