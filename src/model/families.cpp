#include "model/families.h"

#include <array>

namespace grpolint::model {
namespace {

using Bias = Family::Bias;
using Experts = Family::Experts;
using Window = Family::Window;

constexpr std::array kFamilies = {
    Family{.model_type = "llama", .bias = Bias::FromConfig},
    Family{.model_type = "mistral", .window = Window::AllLayers},
    Family{.model_type = "ministral", .window = Window::AllLayers},
    Family{.model_type = "granite", .bias = Bias::FromConfig},
    Family{.model_type = "qwen2", .bias = Bias::QueryKeyValue, .window = Window::UpperLayers},
    Family{.model_type = "qwen3",
           .bias = Bias::FromConfig,
           .window = Window::UpperLayers,
           .qk_norm = true},
    Family{.model_type = "qwen3_vl_text", .bias = Bias::FromConfig, .qk_norm = true},
    Family{.model_type = "smollm3", .tied_by_default = true, .bias = Bias::FromConfig},
    Family{.model_type = "phi3", .window = Window::AllLayers, .fused_projections = true},
    Family{.model_type = "gemma", .tied_by_default = true, .bias = Bias::FromConfig},
    Family{.model_type = "gemma2",
           .tied_by_default = true,
           .bias = Bias::FromConfig,
           .window = Window::Alternate,
           .post_norms = true},
    Family{.model_type = "gemma3_text",
           .tied_by_default = true,
           .bias = Bias::FromConfig,
           .window = Window::Pattern,
           .qk_norm = true,
           .post_norms = true},
    Family{.model_type = "olmo2", .bias = Bias::FromConfig, .qk_norm_full = true},
    Family{.model_type = "olmo3", .bias = Bias::FromConfig, .qk_norm_full = true},
    Family{.model_type = "qwen2_moe",
           .bias = Bias::QueryKeyValue,
           .experts = Experts::SparseStep,
           .window = Window::UpperLayers,
           .shared_expert_gate = true},
    Family{.model_type = "qwen3_moe",
           .bias = Bias::FromConfig,
           .experts = Experts::SparseStep,
           .window = Window::UpperLayers,
           .qk_norm = true},
    Family{.model_type = "qwen3_vl_moe_text",
           .bias = Bias::FromConfig,
           .experts = Experts::SparseStep,
           .qk_norm = true,
           .fused_experts = true},
    Family{.model_type = "mixtral", .experts = Experts::EveryLayer, .window = Window::AllLayers},
    Family{.model_type = "gpt_oss",
           .bias = Bias::All,
           .experts = Experts::EveryLayer,
           .window = Window::Alternate,
           .fused_experts = true,
           .expert_biases = true},
    Family{.model_type = "deepseek_v2", .experts = Experts::AfterDense, .latent = true},
    Family{.model_type = "deepseek_v3", .experts = Experts::AfterDense, .latent = true},
    Family{.model_type = "kimi_k2", .experts = Experts::AfterDense, .latent = true},
    Family{.model_type = "qwen3_next",
           .bias = Bias::FromConfig,
           .experts = Experts::SparseStep,
           .qk_norm = true,
           .linear_attention = true,
           .shared_expert_gate = true},
    Family{.model_type = "qwen3_5_text",
           .bias = Bias::FromConfig,
           .qk_norm = true,
           .linear_attention = true},
    Family{.model_type = "qwen3_5_moe_text",
           .bias = Bias::FromConfig,
           .experts = Experts::EveryLayer,
           .qk_norm = true,
           .linear_attention = true,
           .fused_experts = true,
           .shared_expert_gate = true},
};

/// A model_type of a whole vision-language model, for the text part that does not name its own.
constexpr std::array<std::array<std::string_view, 2>, 7> kTextParts = {{
    {"gemma3", "gemma3_text"},
    {"qwen2_5_vl", "qwen2"},
    {"qwen3_5", "qwen3_5_text"},
    {"qwen3_5_moe", "qwen3_5_moe_text"},
    {"qwen2_5_vl_text", "qwen2"},
    {"qwen3_vl", "qwen3_vl_text"},
    {"qwen3_vl_moe", "qwen3_vl_moe_text"},
}};

}  // namespace

Family family_of(std::string_view model_type) {
  for (const auto& [whole, text] : kTextParts) {
    if (model_type == whole) return family_of(text);
  }
  for (const Family& family : kFamilies) {
    if (family.model_type == model_type) return family;
  }
  return {
      .model_type = "", .bias = Bias::FromConfig, .experts = Experts::AfterDense, .known = false};
}

}  // namespace grpolint::model
