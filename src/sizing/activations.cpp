#include "sizing/activations.h"

#include <fmt/format.h>

#include <algorithm>

namespace grpolint::sizing {
namespace {

double real(std::int64_t count) { return static_cast<double>(count); }

/// Widths of the average layer: hidden, MLP, query heads, key heads, in elements.
struct Widths {
  double hidden = 0;
  double mlp = 0;  // of the widest kind of layer
  double mlp_mean = 0;
  double query = 0;
  double key = 0;
  double routed = 0;  // k * H of the widest kind, 0 for dense
  double routed_mean = 0;
  double heads = 0;
};

Widths widths(const model::Geometry& g) {
  Widths w;
  w.hidden = real(g.hidden);
  w.heads = real(g.heads);
  const bool latent = g.kv_lora_rank > 0;
  w.query = latent ? real(g.heads) * real(g.nope_head_dim + g.rope_head_dim)
                   : real(g.heads) * real(g.head_dim);
  w.key = latent ? w.query : real(g.kv_heads) * real(g.head_dim);
  if (g.linear_layers > 0) {
    w.query = std::max(w.query, real(g.linear_value_heads) * real(g.linear_value_head_dim));
    w.key = std::max(w.key, real(g.linear_key_heads) * real(g.linear_key_head_dim));
  }
  const double layers = std::max(1.0, real(g.layers));
  const double mixture = real(g.moe_layers) / layers;
  const double expert_mlp =
      real(g.experts_per_token) * real(g.expert_intermediate) + real(g.shared_intermediate);
  const double dense_mlp = g.moe_layers < g.layers ? real(g.intermediate) : 0;
  w.mlp = g.moe_layers > 0 ? std::max(expert_mlp, dense_mlp) : dense_mlp;
  w.mlp_mean = mixture * expert_mlp + (1 - mixture) * real(g.intermediate);
  w.routed = g.moe_layers > 0 ? real(g.experts_per_token) * w.hidden : 0;
  w.routed_mean = w.routed * mixture;
  return w;
}

/// Which measured family of coefficients applies.
struct Regime {
  bool adapter = false;
  bool wide = false;  // fp32 parameters computing through autocast
  bool mlp_adapted = true;
  bool upcasts = false;  // fp32 adapters on a 16-bit base without autocast
  double scale = 1;      // 2: everything in fp32
};

Regime regime(const Setup& setup) {
  Regime r;
  r.adapter = setup.adapter.present;
  const Dtype trained = r.adapter ? setup.adapter.dtype : setup.weight_dtype;
  r.wide = trained == Dtype::Float32 && setup.precision != Precision::Native16;
  if (setup.precision == Precision::Plain && setup.weight_dtype == Dtype::Float32 && !r.adapter) {
    r.wide = false;
    r.scale = 2;
  }
  r.upcasts = r.adapter && r.wide && setup.precision == Precision::Plain &&
              setup.weight_dtype != Dtype::Float32;
  const auto adapts_mlp = [](const std::string& target) {
    return target == "all-linear" || target.find("gate") != std::string::npos ||
           target.find("up_proj") != std::string::npos ||
           target.find("down_proj") != std::string::npos;
  };
  r.mlp_adapted =
      std::any_of(setup.adapter.targets.begin(), setup.adapter.targets.end(), adapts_mlp);
  return r;
}

/// Attention's share per token. Masked SDPA repeats keys and values for every query head; eager
/// attention keeps the scores, which grow with the sequence.
double attention_share(const Setup& setup, const Widths& w, double query_coefficient,
                       double score_coefficient, double sequence, Case which) {
  switch (setup.attention) {
    case AttentionKernel::Eager:
      return (query_coefficient > 8 ? 12 : 8) * w.query + score_coefficient * w.heads * sequence;
    case AttentionKernel::Sdpa:
      if (which != Case::Low) return (query_coefficient + 4) * w.query;
      break;
    case AttentionKernel::Flash:
      break;
  }
  return query_coefficient * w.query + 4 * w.key;
}

double norm_share(const Setup& setup, const Widths& w, const Regime& r) {
  double bytes = 0;
  if (setup.model.qk_norm || setup.model.qk_norm_full) {
    bytes += (r.adapter ? 4.125 : 6.125) * (w.query + w.key);
  }
  if (setup.model.post_norms) bytes += 8 * w.hidden;
  return bytes;
}

constexpr std::string_view kSavedSource =
    "saved tensors of a Llama block counted with autograd hooks; checked on 23 T4 runs of "
    "https://github.com/Anassbzdd/fitcheck (2026-09) and the torchtune README "
    "(https://github.com/pytorch/torchtune, bd2a0fc7)";
constexpr std::string_view kCheckpointSource =
    "one layer input per token and layer, one layer recomputed; checked on "
    "https://github.com/PrimeIntellect-ai/prime-rl benchmarks/baselines (559b4477)";

/// The residual stream is fp32 when the embeddings that start it are.
double residual_bytes(const Setup& setup) {
  return setup.weight_dtype == Dtype::Float32 && setup.precision != Precision::Native16 ? 4 : 2;
}

}  // namespace

double PerToken::bytes() const {
  return scale * (hidden * hidden_width + mlp * mlp_width + routed + attention + norms);
}

std::string PerToken::in_words() const {
  return fmt::format("{:g} * ({:g} * {:g} + {:g} * {:.1f} + {:.0f} + {:.0f} + {:.0f})", scale,
                     hidden, hidden_width, mlp, mlp_width, routed, attention, norms);
}

MicroBatch micro_batch(const Setup& setup) {
  constexpr double kFavourableLength = 0.6;  // of the limit, reached by the longest completion
  MicroBatch b;
  const double limit = setup.completion.value;
  b.completion = {std::max(1.0, kFavourableLength * limit), limit, limit};
  b.sequence = setup.prompt + b.completion;
  b.tokens = b.sequence * real(setup.micro_batch);
  b.logit_rows = setup.full_length_logits ? b.tokens : b.completion * real(setup.micro_batch);
  return b;
}

PerToken saved_per_token(const Setup& setup, double sequence, Case which) {
  const Widths w = widths(setup.model);
  const Regime r = regime(setup);
  PerToken t;
  t.mlp = 8;
  double query = 4.125;
  if (!r.adapter) {
    t.hidden = r.wide ? 26 : 16;
  } else if (r.upcasts) {
    // PEFT turns the input of each adapted module into fp32: q, k and v (12 H), o (4 A), gate and
    // up (8 H), down (4 I), beside the frozen block's 8 H + 6 I.
    t.hidden = r.mlp_adapted ? 28 : 20;
    t.mlp = r.mlp_adapted ? 10 : 6;
    query = 8.125;
  } else if (r.mlp_adapted) {
    t.hidden = r.wide ? 18 : 12;
    query = r.wide ? 6.125 : 4.125;
  } else {
    t.hidden = r.wide ? 14 : 10;
    t.mlp = 6;
    query = r.wide ? 6.125 : 4.125;
  }
  t.hidden_width = w.hidden;
  t.mlp_width = w.mlp_mean;
  t.routed = 10 * w.routed_mean;
  t.attention = attention_share(setup, w, query, 6, sequence, which);
  t.norms = norm_share(setup, w, r);
  t.scale = r.scale;
  return t;
}

PerToken layer_peak_per_token(const Setup& setup, double sequence, Case which) {
  const Widths w = widths(setup.model);
  const Regime r = regime(setup);
  PerToken t;
  double query = 4.125;
  if (!r.adapter) {
    t.hidden = r.wide ? 30 : 22;
    t.mlp = r.wide ? 13 : 12;
  } else {
    t.hidden = r.wide ? 32 : 18;
    t.mlp = (r.wide ? 14 : 12) - (r.mlp_adapted ? 0 : 4);
    query = r.wide ? 6.125 : 4.125;
  }
  t.hidden_width = w.hidden;
  t.mlp_width = w.mlp;
  t.routed = 20 * w.routed;
  t.attention = attention_share(setup, w, query, 16, sequence, which);
  t.norms = norm_share(setup, w, r);
  t.scale = r.scale;
  return t;
}

double cast_copies(const Setup& setup, const Parameters& p) {
  const bool casts = setup.precision == Precision::Autocast &&
                     setup.weight_dtype == Dtype::Float32 && !setup.adapter.present;
  return casts ? 2 * (p.layer_linear * real(setup.model.layers) + p.head) : 0;
}

Component kept_activations(const Setup& setup, const MicroBatch& batch, const Parameters& p,
                           Detail detail) {
  const double layers = real(setup.model.layers);
  const double hidden = real(setup.model.hidden);
  if (setup.checkpointing == Checkpointing::None) {
    // The backward pass of a linear layer needs its weight, so the 16-bit copy that autocast made
    // of it lives until then.
    const bool casts = setup.precision == Precision::Autocast && p.rest > 0 &&
                       setup.weight_dtype == Dtype::Float32 &&
                       setup.quantization == Quantization::None;
    const double copies = casts ? 2 * p.layer_linear * layers : 0;
    const Range bytes = in_each_case([&](Case which) {
      return layers * saved_per_token(setup, at(batch.sequence, which), which).bytes() *
                 at(batch.tokens, which) +
             copies;
    });
    return component(detail, ComponentKind::Activations, bytes,
                     {"L * (h H + i I + routed copies + attention + norms) * B * S + 16-bit copies "
                      "of the weights "
                      "(h, i, attention: docs/sizing.md, Activations)",
                      kSavedSource},
                     [&] {
                       return fmt::format(
                           "{:g} * {} * {:.0f} + {:.0f}", layers,
                           saved_per_token(setup, batch.sequence.likely, Case::Likely).in_words(),
                           batch.tokens.likely, copies);
                     });
  }
  const double width = residual_bytes(setup);
  if (setup.checkpointing == Checkpointing::Unsloth && !setup.gpu.unified_memory) {
    const Range buffers = Range{1, 2, 3} * batch.tokens * (width * hidden);
    return component(detail, ComponentKind::Activations, buffers,
                     {"1 to 3 staging buffers * bytes * H * B * S (layer inputs go to the host)",
                      "https://github.com/unslothai/unsloth-zoo unsloth_zoo/"
                      "gradient_checkpointing.py (ce232d6, 2026-08-20)"},
                     [&] {
                       return fmt::format("2 * {:g} * {:g} * {:.0f}", width, hidden,
                                          batch.tokens.likely);
                     });
  }
  return component(detail, ComponentKind::Activations, batch.tokens * (width * hidden * layers),
                   {"bytes * H * L * B * S (checkpoints)", kCheckpointSource}, [&] {
                     return fmt::format("{:g} * {:g} * {:g} * {:.0f}", width, hidden, layers,
                                        batch.tokens.likely);
                   });
}

Component recomputed_layer(const Setup& setup, const MicroBatch& batch, const Parameters&,
                           Detail detail) {
  if (setup.checkpointing == Checkpointing::None) {
    return component(detail, ComponentKind::Activations, {}, {}, [] { return std::string(); });
  }
  const Range bytes = in_each_case([&](Case which) {
    return layer_peak_per_token(setup, at(batch.sequence, which), which).bytes() *
           at(batch.tokens, which);
  });
  return component(
      detail, ComponentKind::Activations, bytes,
      {"(h H + i I + routed copies + attention + norms) * B * S of one recomputed layer "
       "(h, i, attention: docs/sizing.md, Activations)",
       kCheckpointSource},
      [&] {
        const PerToken per_token = layer_peak_per_token(setup, batch.sequence.likely, Case::Likely);
        return fmt::format("{} * {:.0f}", per_token.in_words(), batch.tokens.likely);
      });
}

Component forward_activations(const Setup& setup, const MicroBatch& batch, const Parameters& p,
                              Detail detail) {
  const Widths w = widths(setup.model);
  const double copies = cast_copies(setup, p);
  const auto per_token = [&](Case which) {
    const double scores =
        setup.attention == AttentionKernel::Eager ? 6 * w.heads * at(batch.sequence, which) : 0;
    return 10 * w.hidden + 6 * w.mlp + 4 * w.query + 4 * w.key + 10 * w.routed + scores;
  };
  const Range bytes =
      in_each_case([&](Case which) { return per_token(which) * at(batch.tokens, which) + copies; });
  return component(detail, ComponentKind::Activations, bytes,
                   {"(10 H + 6 I + 4 A + 4 K) * B * S + 16-bit copies of the weights",
                    "live tensors of one layer without gradients; autocast's weight cache: "
                    "https://huggingface.co/docs/transformers/model_memory_anatomy (2026)"},
                   [&] {
                     return fmt::format("{:.0f} * {:.0f} + {:.0f}", per_token(Case::Likely),
                                        batch.tokens.likely, copies);
                   });
}

Range host_checkpoints(const Setup& setup, const MicroBatch& batch) {
  if (setup.checkpointing != Checkpointing::Unsloth || setup.gpu.unified_memory) return {};
  return batch.tokens *
         (residual_bytes(setup) * real(setup.model.hidden) * real(setup.model.layers));
}

}  // namespace grpolint::sizing
