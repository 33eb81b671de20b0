#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grpolint::model {

enum class Attention : std::uint8_t { Full, Sliding, Linear, Latent };

/// The shape of a transformer as its config.json states it. Counts are exact integers; parameters
/// in elements, lengths in tokens. Zero where a feature is absent.
struct Geometry {
  std::string family;        ///< model_type: "qwen2", "llama", "gemma2", "deepseek_v3", ...
  bool known_family = true;  ///< false: counted as a Llama-like decoder, so the totals are a guess
  std::int64_t layers = 0;
  std::int64_t hidden = 0;
  std::int64_t intermediate = 0;  ///< of a dense MLP layer
  std::int64_t heads = 0;
  std::int64_t kv_heads = 0;
  std::int64_t head_dim = 0;
  std::int64_t vocabulary = 0;
  std::int64_t context_length = 0;  ///< max_position_embeddings
  bool tied_embeddings = false;
  bool attention_bias = false;         ///< of the q, k and v projections
  bool attention_output_bias = false;  ///< of the o projection
  bool attention_sinks = false;        ///< one learnt number per head (gpt-oss)
  bool mlp_bias = false;
  bool gated_mlp = true;
  bool qk_norm = false;       ///< per-head q/k norms
  bool qk_norm_full = false;  ///< q/k norms over the full width
  bool post_norms = false;    ///< two more norms per layer (Gemma-2/3)
  bool logit_softcap = false;
  bool output_gate = false;        ///< q_proj doubled by an output gate (Qwen3-Next, Qwen3.5)
  bool fused_projections = false;  ///< qkv_proj and gate_up_proj (Phi-3)
  // Mixture of experts
  std::int64_t experts = 0;
  std::int64_t experts_per_token = 0;
  std::int64_t expert_intermediate = 0;
  std::int64_t shared_intermediate = 0;
  std::int64_t moe_layers = 0;  ///< layers with experts; the rest are dense
  bool expert_bias = false;
  bool router_bias = false;
  bool shared_expert_gate = false;
  bool fused_experts = false;  ///< one 3-D parameter per projection: not quantised by bitsandbytes
  // Multi-head latent attention
  std::int64_t kv_lora_rank = 0;
  std::int64_t q_lora_rank = 0;
  std::int64_t rope_head_dim = 0;
  std::int64_t nope_head_dim = 0;
  std::int64_t value_head_dim = 0;
  // Sliding-window and linear attention
  std::int64_t sliding_window = 0;
  std::int64_t sliding_layers = 0;
  std::int64_t linear_layers = 0;
  std::int64_t linear_key_heads = 0;
  std::int64_t linear_value_heads = 0;
  std::int64_t linear_key_head_dim = 0;
  std::int64_t linear_value_head_dim = 0;
  std::int64_t linear_conv_kernel = 0;
  // Vision tower and other parts outside the language model
  bool has_vision = false;  ///< config.json has a vision_config
  std::int64_t other_parameters = 0;
  std::int64_t draft_layers =
      0;  ///< multi-token-prediction layers: in the checkpoint, never loaded
  // A checkpoint that bitsandbytes packed, by its quantization_config
  std::string packed_as;  ///< "nf4", "nf4-double", "int8"; empty: not packed by bitsandbytes
  std::int64_t unpacked_linear_parameters = 0;  ///< block linears it leaves in 16 bit
  // Totals, filled by count_parameters()
  std::int64_t parameters = 0;  ///< all weights held on the GPU
  std::int64_t active_parameters =
      0;  ///< touched per token, input embedding excluded, head included
  std::int64_t embedding_parameters = 0;     ///< input embedding (+ head when untied)
  std::int64_t block_linear_parameters = 0;  ///< nn.Linear inside the blocks: what 4-bit packs
  std::int64_t largest_parameter = 0;        ///< elements of the largest single tensor
  std::int64_t expert_parameters = 0;        ///< all routed experts together
  std::int64_t draft_parameters = 0;         ///< checkpoint only, not part of `parameters`
};

}  // namespace grpolint::model
