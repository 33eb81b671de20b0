#include <array>

#include "dialect/run.h"

namespace grpolint::dialect {
namespace {

constexpr Type kBoolean{TypeKind::Boolean, Unit::None};
constexpr Type kString{TypeKind::String, Unit::None};
constexpr Type kNumber{TypeKind::Number, Unit::None};
constexpr Type kTokens{TypeKind::Number, Unit::Tokens};
constexpr Type kVersion{TypeKind::Version, Unit::None};

// Fields a rule can read besides the framework's own arguments. Every one is always stated, as
// Unknown when nothing tells it.
constexpr std::array kDeclarations = {
    FactDeclaration{"run.dialect", kString, "'trl' or 'unsloth'"},
    FactDeclaration{"run.route", kString, "'trl', 'python' or 'unknown': how the file is read"},
    FactDeclaration{"run.layout", kString, "'flat' or 'sectioned'"},
    FactDeclaration{"run.engine", kString,
                    "where rollouts are generated: 'none' (HF generate), 'colocate', 'server'"},
    FactDeclaration{"run.sleep_mode", kBoolean,
                    "the co-resident engine gives memory back between rollouts: "
                    "vllm_enable_sleep_mode or Unsloth standby"},
    FactDeclaration{"run.sleep_level", kNumber, "1 or 2; 0 without sleep mode"},
    FactDeclaration{"run.unsloth_standby", kBoolean, "Unsloth standby is on"},
    FactDeclaration{"run.optim_8bit", kBoolean, "an 8-bit AdamW (bitsandbytes, paged too)"},
    FactDeclaration{"run.optim_paged", kBoolean, "a paged optimizer"},
    FactDeclaration{"run.checkpointing", kBoolean,
                    "activations are recomputed: gradient_checkpointing or Unsloth's own"},
    FactDeclaration{"run.checkpointing_kind", kString, "'none', 'full' or 'unsloth'"},
    FactDeclaration{"run.adapter", kString, "'none', 'lora' or 'qlora'"},
    FactDeclaration{"run.quantization", kString, "'none', 'nf4', 'fp4', 'int8' or 'fp8'"},
    FactDeclaration{"run.model_config_read", kBoolean,
                    "dtype and load_in_4bit as keys of the file reach the model"},
    FactDeclaration{"run.weight_dtype", kString, "'float32', 'bfloat16' or 'float16' as loaded"},
    FactDeclaration{"run.reference_model", kBoolean,
                    "a second full copy of the policy is held for the KL term"},
    FactDeclaration{"run.chunked_loss", kString,
                    "'none', 'liger', 'trl' (its own, from 1.14.0) or 'unsloth'"},
    FactDeclaration{"run.world_size", kNumber, "number of training processes"},
    FactDeclaration{"run.nodes", kNumber, "number of machines"},
    FactDeclaration{"run.uses_deepspeed", kBoolean,
                    "deepspeed is on: its value is neither false nor empty"},
    FactDeclaration{"run.uses_fsdp", kBoolean, "fsdp is on: its value is neither false nor empty"},
    FactDeclaration{"run.own_script", kBoolean,
                    "a script of the user's own seems to read the file: its route is unknown, or "
                    "a key resembles no argument of TRL and no route is stated"},
    FactDeclaration{"run.sharding", kString, "'none', 'ddp', 'zero1', 'zero2', 'zero3' or 'fsdp'"},
    FactDeclaration{"run.offload_optimizer", kBoolean, "optimizer states live in host memory"},
    FactDeclaration{"run.offload_parameters", kBoolean, "parameters live in host memory"},
    FactDeclaration{"run.micro_batch", kNumber,
                    "completions of one micro-step on one process, after Unsloth's correction"},
    FactDeclaration{"run.steps_per_generation_effective", kNumber,
                    "micro-steps served by one rollout, as the TRL version derives it"},
    FactDeclaration{"run.generation_batch", kNumber,
                    "completions of one rollout over all processes"},
    FactDeclaration{"run.prompt_tokens", kTokens,
                    "longest prompt: stated, or max_prompt_length where it still truncates"},
    FactDeclaration{"run.planned_bandwidth", Type({TypeKind::Number, Unit::BytesPerSecond}),
                    "decode bandwidth the user's plan states"},
    FactDeclaration{"version.trl", kVersion, "TRL release the run is checked against"},
    FactDeclaration{"version.transformers", kVersion, "transformers release"},
    FactDeclaration{"version.vllm", kVersion, "vLLM release; unknown unless stated or found"},
    FactDeclaration{"version.unsloth", kVersion, "Unsloth release; unknown unless stated"},
    FactDeclaration{"version.trl_written_for", kVersion,
                    "newest TRL release that still has every key written; absent when the resolved "
                    "release does"},
    FactDeclaration{"version.trl_assumed", kBoolean,
                    "nothing states the TRL release; the newest known one is taken"},
};

}  // namespace

std::span<const FactDeclaration> fact_declarations() { return kDeclarations; }

}  // namespace grpolint::dialect
