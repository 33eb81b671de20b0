#include "model/counts.h"

#include <algorithm>
#include <cassert>

#include "model/checked.h"

namespace grpolint::model {
namespace {

/// Widths derived from a geometry, in checked arithmetic.
struct Widths {
  Checked hidden;
  Checked query;  // all query heads
  Checked key;    // all key (or value) heads
  Checked linear_key;
  Checked linear_value;

  explicit Widths(const Geometry& g)
      : hidden(g.hidden),
        query(Checked(g.heads) * g.head_dim),
        key(Checked(g.kv_heads) * g.head_dim),
        linear_key(Checked(g.linear_key_heads) * g.linear_key_head_dim),
        linear_value(Checked(g.linear_value_heads) * g.linear_value_head_dim) {}
};

bool is_latent(const Geometry& g) { return g.kv_lora_rank > 0; }

Checked latent_attention(const Geometry& g) {
  const Checked hidden = g.hidden;
  const Checked query_width = Checked(g.heads) * (Checked(g.nope_head_dim) + g.rope_head_dim);
  const Checked query = g.q_lora_rank > 0 ? hidden * g.q_lora_rank + g.q_lora_rank +
                                                Checked(g.q_lora_rank) * query_width
                                          : hidden * query_width;
  const Checked latent = hidden * (Checked(g.kv_lora_rank) + g.rope_head_dim) + g.kv_lora_rank;
  const Checked expand =
      Checked(g.kv_lora_rank) * g.heads * (Checked(g.nope_head_dim) + g.value_head_dim);
  return query + latent + expand + Checked(g.heads) * g.value_head_dim * hidden;
}

Checked full_attention(const Geometry& g) {
  if (is_latent(g)) return latent_attention(g);
  const Widths w(g);
  const Checked query_out = w.query * (g.output_gate ? 2 : 1);
  Checked sum = w.hidden * query_out + Checked(2) * w.hidden * w.key + w.query * w.hidden;
  if (g.attention_bias) sum += query_out + Checked(2) * w.key;
  if (g.attention_output_bias) sum += w.hidden;
  if (g.qk_norm) sum += Checked(2) * g.head_dim;
  if (g.qk_norm_full) sum += w.query + w.key;
  if (g.attention_sinks) sum += g.heads;
  return sum;
}

Checked linear_attention(const Geometry& g) {
  const Widths w(g);
  const Checked mixed = Checked(2) * w.linear_key + w.linear_value;  // q, k and v together
  return w.hidden * (mixed + w.linear_value + Checked(2) * g.linear_value_heads) +
         Checked(g.linear_conv_kernel) * mixed + Checked(2) * g.linear_value_heads +
         g.linear_value_head_dim + w.linear_value * w.hidden;
}

Checked dense_mlp(const Geometry& g) {
  const Checked matrices = g.gated_mlp ? 3 : 2;
  Checked sum = matrices * g.hidden * g.intermediate;
  if (g.mlp_bias) sum += (matrices - 1) * g.intermediate + g.hidden;
  return sum;
}

Checked one_expert(const Geometry& g) {
  Checked sum = Checked(3) * g.hidden * g.expert_intermediate;
  if (g.expert_bias) sum += Checked(2) * g.expert_intermediate + g.hidden;
  return sum;
}

/// A mixture layer without its routed experts: router and shared expert.
Checked mixture_frame(const Geometry& g) {
  Checked sum = Checked(g.hidden) * g.experts + Checked(3) * g.hidden * g.shared_intermediate;
  if (g.router_bias) sum += g.experts;
  if (g.shared_expert_gate) sum += g.hidden;
  return sum;
}

Checked layer_norms(const Geometry& g) { return Checked(g.hidden) * (g.post_norms ? 4 : 2); }

/// One attention layer with its own projections plus the one that joins state and next token.
Checked draft_layer(const Geometry& g) {
  const Checked feed_forward =
      g.moe_layers > 0 ? mixture_frame(g) + one_expert(g) * g.experts : dense_mlp(g);
  return full_attention(g) + feed_forward + layer_norms(g) + Checked(2) * g.hidden * g.hidden +
         Checked(3) * g.hidden;
}

Checked largest_parameter(const Geometry& g, const std::vector<LinearModule>& modules) {
  std::int64_t largest = (Checked(g.vocabulary) * g.hidden).value();
  for (const LinearModule& module : modules) {
    largest = std::max(largest, (Checked(module.in) * module.out).value());
  }
  if (g.fused_experts && g.moe_layers > 0) {
    const Checked gate_and_up = Checked(2) * g.expert_intermediate * g.hidden * g.experts;
    largest = std::max(largest, gate_and_up.value());
  }
  return largest;
}

/// Collects modules; sizes that overflow are clamped to 0, which counting has refused already.
class ModuleList {
 public:
  void add(std::string_view name, Checked in, Checked out, Checked count) {
    if (in.value() > 0 && out.value() > 0 && count.value() > 0) {
      modules_.push_back({name, in.value(), out.value(), count.value()});
    }
  }
  std::vector<LinearModule> take() && { return std::move(modules_); }

 private:
  std::vector<LinearModule> modules_;
};

void add_attention(const Geometry& g, ModuleList& list) {
  const Widths w(g);
  const Checked count = Checked(g.layers) - g.linear_layers;
  if (is_latent(g)) {
    const Checked query = Checked(g.heads) * (Checked(g.nope_head_dim) + g.rope_head_dim);
    if (g.q_lora_rank > 0) {
      list.add("q_a_proj", w.hidden, g.q_lora_rank, count);
      list.add("q_b_proj", g.q_lora_rank, query, count);
    } else {
      list.add("q_proj", w.hidden, query, count);
    }
    list.add("kv_a_proj_with_mqa", w.hidden, Checked(g.kv_lora_rank) + g.rope_head_dim, count);
    list.add("kv_b_proj", g.kv_lora_rank,
             Checked(g.heads) * (Checked(g.nope_head_dim) + g.value_head_dim), count);
    list.add("o_proj", Checked(g.heads) * g.value_head_dim, w.hidden, count);
    return;
  }
  if (g.fused_projections) {
    list.add("qkv_proj", w.hidden, w.query + Checked(2) * w.key, count);
  } else {
    list.add("q_proj", w.hidden, w.query * (g.output_gate ? 2 : 1), count);
    list.add("k_proj", w.hidden, w.key, count);
    list.add("v_proj", w.hidden, w.key, count);
  }
  list.add("o_proj", w.query, w.hidden, count);
}

void add_linear_attention(const Geometry& g, ModuleList& list) {
  const Widths w(g);
  const Checked count = g.linear_layers;
  const Checked mixed = Checked(2) * w.linear_key + w.linear_value;
  if (g.family == "qwen3_next") {
    list.add("in_proj_qkvz", w.hidden, mixed + w.linear_value, count);
    list.add("in_proj_ba", w.hidden, Checked(2) * g.linear_value_heads, count);
  } else {
    list.add("in_proj_qkv", w.hidden, mixed, count);
    list.add("in_proj_z", w.hidden, w.linear_value, count);
    list.add("in_proj_b", w.hidden, g.linear_value_heads, count);
    list.add("in_proj_a", w.hidden, g.linear_value_heads, count);
  }
  list.add("out_proj", w.linear_value, w.hidden, count);
}

void add_mlp(const Geometry& g, Checked width, Checked count, ModuleList& list) {
  if (g.fused_projections) {
    list.add("gate_up_proj", g.hidden, width * 2, count);
  } else {
    if (g.gated_mlp) list.add("gate_proj", g.hidden, width, count);
    list.add("up_proj", g.hidden, width, count);
  }
  list.add("down_proj", width, g.hidden, count);
}

void add_experts(const Geometry& g, ModuleList& list) {
  if (g.fused_experts) return;
  const Checked count = Checked(g.moe_layers) * g.experts;
  if (g.family == "mixtral") {
    list.add("w1", g.hidden, g.expert_intermediate, count);
    list.add("w2", g.expert_intermediate, g.hidden, count);
    list.add("w3", g.hidden, g.expert_intermediate, count);
  } else {
    add_mlp(g, g.expert_intermediate, count, list);
  }
}

}  // namespace

std::vector<LinearModule> linear_modules(const Geometry& geometry) {
  ModuleList list;
  add_attention(geometry, list);
  add_linear_attention(geometry, list);
  add_mlp(geometry, geometry.intermediate, Checked(geometry.layers) - geometry.moe_layers, list);
  add_experts(geometry, list);
  add_mlp(geometry, geometry.shared_intermediate, geometry.moe_layers, list);
  return std::move(list).take();
}

bool count_parameters(Geometry& geometry) {
  const Geometry& g = geometry;
  const Checked table = Checked(g.vocabulary) * g.hidden;
  const Checked embeddings = table * (g.tied_embeddings ? 1 : 2);
  const Checked experts = one_expert(g) * g.experts * g.moe_layers;
  const Checked idle_experts =
      one_expert(g) * (Checked(g.experts) - g.experts_per_token) * g.moe_layers;
  const Checked blocks = full_attention(g) * (Checked(g.layers) - g.linear_layers) +
                         linear_attention(g) * g.linear_layers +
                         dense_mlp(g) * (Checked(g.layers) - g.moe_layers) +
                         mixture_frame(g) * g.moe_layers + experts + layer_norms(g) * g.layers;
  const Checked language = blocks + g.hidden + embeddings;
  const Checked total = language + g.other_parameters;
  const Checked active = language - idle_experts - (g.tied_embeddings ? Checked(0) : table);
  const Checked draft = draft_layer(g) * g.draft_layers;

  const std::vector<LinearModule> modules = linear_modules(g);
  Checked packed;
  for (const LinearModule& module : modules) {
    packed += Checked(module.in) * module.out * module.count;
  }
  if (total.overflowed() || active.overflowed() || draft.overflowed() || packed.overflowed()) {
    return false;
  }
  geometry.parameters = total.value();
  geometry.active_parameters = active.value();
  geometry.embedding_parameters = embeddings.value();
  geometry.block_linear_parameters = packed.value();
  geometry.largest_parameter = largest_parameter(g, modules).value();
  geometry.expert_parameters = experts.value();
  geometry.draft_parameters = draft.value();
  return true;
}

double lora_parameters(const Geometry& geometry, std::span<const std::string> targets,
                       std::int64_t rank) {
  assert(rank >= 0 && rank <= 1 << 16);
  std::vector<LinearModule> modules = linear_modules(geometry);
  const auto names = [&](std::string_view name) {
    return std::any_of(targets.begin(), targets.end(), [&](std::string_view target) {
      return target.substr(target.rfind('.') + 1) == name;
    });
  };
  const bool all = names("all-linear");
  double sum = 0;
  for (const LinearModule& module : modules) {
    if (all || names(module.name)) {
      sum += static_cast<double>(module.in + module.out) * static_cast<double>(module.count);
    }
  }
  for (const std::string_view name : {"lm_head", "embed_tokens"}) {
    if (names(name)) sum += static_cast<double>(geometry.hidden + geometry.vocabulary);
  }
  return sum * static_cast<double>(rank);
}

std::int64_t cached_layers(const Geometry& geometry) {
  return geometry.layers - geometry.linear_layers;
}

namespace {

double kv_bytes_per_token_and_layer(const Geometry& g, double bytes_per_element) {
  const double elements =
      is_latent(g) ? static_cast<double>(g.kv_lora_rank) + static_cast<double>(g.rope_head_dim)
                   : 2.0 * static_cast<double>(g.kv_heads) * static_cast<double>(g.head_dim);
  return elements * bytes_per_element;
}

}  // namespace

double kv_bytes_per_token(const Geometry& geometry, double bytes_per_element) {
  return kv_bytes_per_token_and_layer(geometry, bytes_per_element) *
         static_cast<double>(cached_layers(geometry));
}

double kv_bytes_per_sequence(const Geometry& geometry, double tokens, double bytes_per_element) {
  const double windowed_tokens =
      geometry.sliding_window > 0 ? std::min(tokens, static_cast<double>(geometry.sliding_window))
                                  : tokens;
  const auto sliding = static_cast<double>(geometry.sliding_layers);
  const double full = static_cast<double>(cached_layers(geometry)) - sliding;
  return kv_bytes_per_token_and_layer(geometry, bytes_per_element) *
         (full * tokens + sliding * windowed_tokens);
}

double state_bytes_per_sequence(const Geometry& geometry, double bytes_per_recurrent_element,
                                double bytes_per_convolution_element) {
  if (geometry.linear_layers == 0) return 0;
  const auto key_dim = static_cast<double>(geometry.linear_key_head_dim);
  const auto value_width = static_cast<double>(geometry.linear_value_heads) *
                           static_cast<double>(geometry.linear_value_head_dim);
  const double key_width = static_cast<double>(geometry.linear_key_heads) * key_dim;
  const double window =
      static_cast<double>(std::max<std::int64_t>(geometry.linear_conv_kernel, 1)) - 1;
  const double recurrent = value_width * key_dim * bytes_per_recurrent_element;
  const double convolution = window * (2 * key_width + value_width) * bytes_per_convolution_element;
  return static_cast<double>(geometry.linear_layers) * (recurrent + convolution);
}

}  // namespace grpolint::model
