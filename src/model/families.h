#pragma once

#include <cstdint>
#include <string_view>

namespace grpolint::model {

/// What the code of a model family fixes, whatever its config.json says, and the class defaults of
/// fields that published files leave out. Taken from the modelling code of transformers 4.57 and
/// 5.x (huggingface/transformers, src/transformers/models/<model_type>/).
struct Family {
  enum class Bias : std::uint8_t {
    None,           ///< never, whatever attention_bias says
    FromConfig,     ///< attention_bias adds one to q, k, v and o
    QueryKeyValue,  ///< always on q, k and v
    All,            ///< always, the o projection included
  };
  enum class Experts : std::uint8_t {
    None,
    EveryLayer,  ///< Mixtral, gpt-oss
    SparseStep,  ///< decoder_sparse_step and mlp_only_layers
    AfterDense,  ///< first_k_dense_replace and moe_layer_freq
  };
  enum class Window : std::uint8_t {
    None,
    AllLayers,    ///< every layer, when sliding_window is set
    Alternate,    ///< every second layer, the first included
    Pattern,      ///< all but every sliding_window_pattern-th (6) layer
    UpperLayers,  ///< from max_window_layers on, when use_sliding_window is set
  };

  std::string_view model_type;
  bool tied_by_default = false;
  Bias bias = Bias::None;
  Experts experts = Experts::None;
  Window window = Window::None;
  bool qk_norm = false;
  bool qk_norm_full = false;
  bool post_norms = false;
  bool fused_projections = false;
  bool latent = false;
  bool linear_attention = false;  ///< gated delta net in all but every fourth layer
  bool fused_experts = false;
  bool expert_biases = false;  ///< router and experts
  bool shared_expert_gate = false;
  bool known = true;
};

/// The family of a model_type; one with `known` false and a Llama-like layout when not listed.
Family family_of(std::string_view model_type);

}  // namespace grpolint::model
