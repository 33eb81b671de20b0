#include <algorithm>
#include <array>
#include <string>

#include "dialect/deriver.h"

namespace grpolint::dialect {
namespace {

// https://github.com/huggingface/trl, trl/scripts/grpo.py, trl/trainer/grpo_trainer.py and
// trl/trainer/utils.py, by tag.
constexpr Version kScriptReadsModelConfig{0, 26, 0};  ///< `trl grpo` passes ModelConfig on
constexpr Version kInitKwargsMerged{1, 14, 1};        ///< ... and model_init_kwargs over it
constexpr Version kFloat32Pinned{0, 27, 0};  ///< float32 is passed when nothing states a dtype
constexpr Version kBetaZeroSkipsReference{0, 16, 0};
/// transformers 5 loads the checkpoint's own dtype when nothing is passed (MIGRATION_GUIDE_V5.md).
constexpr Version kCheckpointDtype{5, 0, 0};

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

/// Whether the script that reads the file passes ModelConfig (dtype, quantization) to the model.
/// Training scripts of their own do, open-r1's for one, whatever the TRL release:
/// https://github.com/huggingface/open-r1, src/open_r1/grpo.py.
bool model_config_counts(const Deriver& d) {
  if (d.run.route != Route::Trl || d.trl() >= kScriptReadsModelConfig) return true;
  return std::any_of(d.run.entries.begin(), d.run.entries.end(),
                     [](const Entry& entry) { return entry.of_training_script(); });
}

/// Sources of an answer that hangs on model_config_counts().
std::vector<std::string> with_release(const Deriver& d, std::vector<std::string> sources) {
  if (d.run.route == Route::Trl && !d.unsloth()) sources.emplace_back("version.trl");
  return sources;
}

/// `trl grpo` replaces model_init_kwargs by what ModelConfig says.
bool init_kwargs_replaced(const Deriver& d) {
  return d.run.route == Route::Trl && d.trl() >= kScriptReadsModelConfig &&
         d.trl() < kInitKwargsMerged;
}

// ---- Quantization and adapters ----

std::string_view quantized_checkpoint(std::string_view model) {
  const std::string name = lower(model);
  if (name.ends_with("bnb-4bit")) return "nf4";
  if (name.ends_with("-fp8") || name.ends_with("-fp8-dynamic")) return "fp8";
  return {};
}

void unsloth_quantization(Deriver& d) {
  struct Choice {
    std::string_view argument;
    std::string_view result;
  };
  // Full fine-tuning switches quantization off; the other loaders exclude each other
  // (unsloth/models/loader.py).
  constexpr std::array kChoices = {
      Choice{"full_finetuning", "none"}, Choice{"load_in_fp8", "fp8"},
      Choice{"load_in_8bit", "int8"},    Choice{"load_in_16bit", "none"},
      Choice{"load_in_4bit", "nf4"},
  };
  for (const Choice& choice : kChoices) {
    const std::optional<bool> on = d.truth(choice.argument);
    if (on == false) continue;
    d.derive("quantization", on ? Value::string(std::string(choice.result)) : Value::unknown(),
             {std::string(choice.argument)});
    return;
  }
  const std::string_view checkpoint = quantized_checkpoint(d.text("model_name_or_path"));
  d.derive("quantization", Value::string(checkpoint.empty() ? "none" : std::string(checkpoint)),
           {"load_in_4bit", "model_name_or_path"});
}

std::string four_bit_type(const Deriver& d, std::string_view argument) {
  return d.text(argument) == "fp4" ? "fp4" : "nf4";
}

/// Quantization asked for in model_init_kwargs; true when that decided.
bool init_kwargs_quantization(Deriver& d) {
  struct Choice {
    std::string_view argument;
    bool four_bit;
  };
  constexpr std::array kChoices = {
      Choice{"model_init_kwargs.load_in_4bit", true},
      Choice{"model_init_kwargs.quantization_config.load_in_4bit", true},
      Choice{"model_init_kwargs.load_in_8bit", false},
      Choice{"model_init_kwargs.quantization_config.load_in_8bit", false},
  };
  if (init_kwargs_replaced(d)) return false;
  for (const Choice& choice : kChoices) {
    if (d.truth(choice.argument) != true) continue;
    const std::string type =
        four_bit_type(d, "model_init_kwargs.quantization_config.bnb_4bit_quant_type");
    d.derive("quantization", Value::string(choice.four_bit ? type : "int8"),
             {std::string(choice.argument)});
    return true;
  }
  return false;
}

void trl_quantization(Deriver& d) {
  if (init_kwargs_quantization(d)) return;
  const std::string_view checkpoint = quantized_checkpoint(d.text("model_name_or_path"));
  if (!checkpoint.empty()) {
    d.derive("quantization", Value::string(std::string(checkpoint)), {"model_name_or_path"},
             "the checkpoint's name");
    return;
  }
  const std::optional<bool> four = d.truth("load_in_4bit");
  const std::optional<bool> eight = d.truth("load_in_8bit");
  if (four == false && eight == false) {
    d.derive("quantization", Value::string("none"), {"load_in_4bit", "load_in_8bit"});
    return;
  }
  if (!model_config_counts(d)) {
    d.derive("quantization", Value::string("none"),
             {four == false ? "load_in_8bit" : "load_in_4bit", "version.trl"},
             "`trl grpo` before TRL 0.26.0 ignores load_in_4bit and load_in_8bit");
    return;
  }
  Value result = Value::unknown();
  if (four == true) {
    result = Value::string(four_bit_type(d, "bnb_4bit_quant_type"));
  } else if (four == false && eight == true) {
    result = Value::string("int8");
  }
  d.derive("quantization", std::move(result),
           with_release(d, {four == false ? "load_in_8bit" : "load_in_4bit"}));
}

void adapter(Deriver& d) {
  const bool unsloth = d.unsloth();
  std::optional<bool> lora = d.truth("use_peft");
  std::vector<std::string> sources = {"use_peft"};
  if (unsloth) {
    // Unsloth trains adapters unless told to train everything (get_peft_model is then a no-op).
    const std::optional<bool> full = d.truth("full_finetuning");
    lora = full ? std::optional(!*full) : std::nullopt;
    sources = {"full_finetuning"};
  }
  if (lora == false) {
    d.derive("adapter", Value::string("none"), std::move(sources));
    return;
  }
  sources.emplace_back("quantization");
  if (!lora || d.unknown("quantization")) {
    d.derive("adapter", Value::unknown(), std::move(sources));
    return;
  }
  const std::string_view quantization = d.text("quantization");
  const bool four_bit = quantization == "nf4" || quantization == "fp4";
  d.derive("adapter", Value::string(four_bit ? "qlora" : "lora"), std::move(sources));
}

// ---- Dtype of the weights as loaded ----

/// The canonical name; empty for "auto" and for words nobody knows.
std::string_view canonical_dtype(std::string_view text) {
  const std::string word = lower(text);
  std::string_view name = word;
  if (name.starts_with("torch.")) name.remove_prefix(6);
  if (name == "bfloat16" || name == "bf16") return "bfloat16";
  if (name == "float16" || name == "fp16" || name == "half") return "float16";
  if (name == "float32" || name == "fp32" || name == "float") return "float32";
  return {};
}

constexpr std::string_view kCheckpointBecause =
    "the checkpoint's own dtype, taken to be bfloat16 as most are";

void set_dtype(Deriver& d, std::string_view written, std::vector<std::string> sources) {
  const std::string_view name = canonical_dtype(written);
  if (!name.empty()) {
    d.derive("weight_dtype", Value::string(std::string(name)), std::move(sources));
  } else if (lower(written) == "auto") {
    d.assume("weight_dtype", Value::string("bfloat16"), std::string(kCheckpointBecause));
  } else {
    d.derive("weight_dtype", Value::unknown(), std::move(sources));
  }
}

void unsloth_dtype(Deriver& d) {
  if (d.truth("float32_mixed_precision") == true && d.truth("full_finetuning") == true) {
    d.derive("weight_dtype", Value::string("float32"), {"float32_mixed_precision"});
    return;
  }
  for (const std::string_view argument : {"dtype", "torch_dtype"}) {
    if (!d.written(argument) || d.value(argument).is_absent()) continue;
    if (lower(d.text(argument)) == "auto") break;
    set_dtype(d, d.text(argument), {std::string(argument)});
    return;
  }
  d.derive("weight_dtype", Value::string("bfloat16"), {"dtype"},
           "Unsloth loads in bfloat16 where the GPU can");
}

/// The argument whose value reaches from_pretrained; empty when none does.
std::string deciding_dtype(const Deriver& d) {
  std::vector<std::string> candidates;
  if (!init_kwargs_replaced(d)) {
    candidates.emplace_back("model_init_kwargs.dtype");
    // From 0.27.0 the float32 that TRL passes as `dtype` beats torch_dtype.
    if (d.trl() < kFloat32Pinned) candidates.emplace_back("model_init_kwargs.torch_dtype");
  }
  if (model_config_counts(d)) {
    candidates.emplace_back("dtype");
    candidates.emplace_back("torch_dtype");
  }
  for (const std::string& candidate : candidates) {
    if (d.written(candidate) && !d.value(candidate).is_absent()) return candidate;
  }
  return {};
}

void trl_dtype(Deriver& d) {
  const std::string argument = deciding_dtype(d);
  if (!argument.empty()) {
    set_dtype(d, d.text(argument), with_release(d, {argument}));
    return;
  }
  if (d.trl() < kFloat32Pinned && d.run.releases.transformers >= kCheckpointDtype) {
    d.assume("weight_dtype", Value::string("bfloat16"), std::string(kCheckpointBecause));
    return;
  }
  if (d.run.route != Route::Trl) {
    d.assume("weight_dtype", Value::string("float32"),
             "what the library loads when the script passes no dtype");
    return;
  }
  std::vector<std::string> sources;
  for (const std::string_view ignored : {"dtype", "torch_dtype"}) {
    if (d.written(ignored)) sources.emplace_back(ignored);
  }
  const bool has_ignored = !sources.empty() && !model_config_counts(d);
  sources.emplace_back("version.trl");
  d.derive("weight_dtype", Value::string("float32"), std::move(sources),
           has_ignored ? "`trl grpo` before TRL 0.26.0 ignores dtype and torch_dtype"
                       : "loaded in float32 unless a dtype is passed");
}

// ---- Reference model ----

/// Unsloth fills a beta that is left out by the loss: unsloth/models/rl.py, 2026.9.12-2026.10.9.
void unsloth_beta(Deriver& d) {
  constexpr Version kBetaByLoss{2026, 9, 12};
  constexpr double kElsewhere = 0.001;
  const bool left_out = !d.written("beta") || d.value("beta").is_absent();
  if (!left_out || d.run.releases.unsloth < kBetaByLoss) return;
  if (d.unknown("loss_type")) {
    d.derive("beta", Value::unknown(), {"loss_type"});
    return;
  }
  const std::string loss = lower(d.text("loss_type"));
  const bool without_kl = loss.empty() || loss == "dapo" || loss == "dr_grpo";
  d.derive("beta", Value::number(without_kl ? 0 : kElsewhere), {"loss_type"},
           "Unsloth's default for this loss_type");
}

void reference_model(Deriver& d) {
  const std::vector<std::string> sources = {"beta", "adapter"};
  if (d.unknown("adapter")) {
    d.derive("reference_model", Value::unknown(), sources);
    return;
  }
  if (d.text("adapter") != "none") {
    d.derive("reference_model", Value::boolean(false), {"adapter"},
             "with adapters the base model is the reference");
    return;
  }
  if (d.trl() < kBetaZeroSkipsReference) {
    d.derive("reference_model", Value::boolean(true), {"adapter", "version.trl"},
             "TRL before 0.16.0 loads it whatever beta is");
    return;
  }
  d.derive("reference_model", boolean_value(d.truth("beta")), sources);
}

}  // namespace

void derive_weights(Deriver& d) {
  d.derive("model_config_read",
           Value::boolean(d.run.route != Route::Python && model_config_counts(d)),
           with_release(d, {"route"}));
  if (d.unsloth()) {
    unsloth_quantization(d);
    unsloth_dtype(d);
    unsloth_beta(d);
  } else {
    trl_quantization(d);
    trl_dtype(d);
  }
  adapter(d);
  reference_model(d);
}

}  // namespace grpolint::dialect
