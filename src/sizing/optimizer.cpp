#include "sizing/optimizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "model/counts.h"
#include "sizing/range.h"

namespace grpolint::sizing {
namespace {

using enum StateShape;

constexpr double kBnbScale = 4.0 / 256;  // fp32 absmax per 256 values
constexpr double kAo4BitScale = 4.0 / 128;

constexpr std::array kLaws = {
    OptimizerLaw{.name = "adamw_torch", .moments = 2, .foreach_copy = true},
    OptimizerLaw{.name = "adamw_torch_fused", .moments = 2},
    OptimizerLaw{.name = "adamw_torch_xla", .moments = 2},
    OptimizerLaw{.name = "adamw_torch_npu_fused", .moments = 2},
    OptimizerLaw{.name = "adamw_apex_fused", .moments = 2},
    OptimizerLaw{.name = "adamw_hf", .moments = 2},
    OptimizerLaw{.name = "adamw_anyprecision", .fixed = 6},
    OptimizerLaw{
        .name = "adamw_torch_8bit", .shape = Blockwise, .moments = 2, .fixed = 2 * (1 + kBnbScale)},
    OptimizerLaw{.name = "adamw_torch_4bit",
                 .shape = Blockwise,
                 .moments = 2,
                 .fixed = 2 * (0.5 + kAo4BitScale)},
    OptimizerLaw{.name = "adamw_8bit",
                 .shape = Blockwise,
                 .moments = 2,
                 .fixed = 2 * (1 + kBnbScale),
                 .embedding_in_32_bit = true},
    OptimizerLaw{.name = "adamw_bnb_8bit",
                 .shape = Blockwise,
                 .moments = 2,
                 .fixed = 2 * (1 + kBnbScale),
                 .embedding_in_32_bit = true},
    OptimizerLaw{.name = "paged_adamw", .fixed = 8, .paged = true},
    OptimizerLaw{.name = "paged_adamw_32bit", .fixed = 8, .paged = true},
    OptimizerLaw{.name = "paged_adamw_8bit",
                 .shape = Blockwise,
                 .moments = 2,
                 .fixed = 2 * (1 + kBnbScale),
                 .paged = true,
                 .embedding_in_32_bit = true},
    OptimizerLaw{.name = "lion", .fixed = 4},
    OptimizerLaw{.name = "lion_32bit", .fixed = 4},
    OptimizerLaw{.name = "paged_lion", .fixed = 4, .paged = true},
    OptimizerLaw{.name = "paged_lion_32bit", .fixed = 4, .paged = true},
    OptimizerLaw{.name = "lion_8bit",
                 .shape = Blockwise,
                 .moments = 1,
                 .fixed = 1 + kBnbScale,
                 .embedding_in_32_bit = true},
    OptimizerLaw{.name = "paged_lion_8bit",
                 .shape = Blockwise,
                 .moments = 1,
                 .fixed = 1 + kBnbScale,
                 .paged = true,
                 .embedding_in_32_bit = true},
    OptimizerLaw{.name = "ademamix", .fixed = 12},
    OptimizerLaw{.name = "paged_ademamix_32bit", .fixed = 12, .paged = true},
    OptimizerLaw{.name = "ademamix_8bit",
                 .shape = Blockwise,
                 .moments = 3,
                 .fixed = 3 * (1 + kBnbScale),
                 .embedding_in_32_bit = true},
    OptimizerLaw{.name = "paged_ademamix_8bit",
                 .shape = Blockwise,
                 .moments = 3,
                 .fixed = 3 * (1 + kBnbScale),
                 .paged = true,
                 .embedding_in_32_bit = true},
    OptimizerLaw{.name = "rmsprop", .moments = 1},
    OptimizerLaw{.name = "rmsprop_bnb", .fixed = 4},
    OptimizerLaw{.name = "rmsprop_bnb_32bit", .fixed = 4},
    OptimizerLaw{.name = "rmsprop_bnb_8bit",
                 .shape = Blockwise,
                 .moments = 1,
                 .fixed = 1 + kBnbScale,
                 .embedding_in_32_bit = true},
    OptimizerLaw{.name = "adagrad", .moments = 1},
    OptimizerLaw{.name = "sgd"},
    OptimizerLaw{.name = "adafactor", .shape = Factored},
    OptimizerLaw{.name = "galore_adamw", .shape = LowRank, .moments = 2},
    OptimizerLaw{
        .name = "galore_adamw_8bit", .shape = LowRank, .moments = 2, .fixed = 2 * (1 + kBnbScale)},
    OptimizerLaw{.name = "galore_adafactor", .shape = LowRank, .moments = 1},
    OptimizerLaw{
        .name = "galore_adamw_layerwise", .shape = LowRank, .moments = 2, .layerwise = true},
    OptimizerLaw{.name = "galore_adamw_8bit_layerwise",
                 .shape = LowRank,
                 .moments = 2,
                 .fixed = 2 * (1 + kBnbScale),
                 .layerwise = true},
    OptimizerLaw{
        .name = "galore_adafactor_layerwise", .shape = LowRank, .moments = 1, .layerwise = true},
    OptimizerLaw{.name = "apollo_adamw", .shape = LowRank, .moments = 2},
    OptimizerLaw{
        .name = "apollo_adamw_layerwise", .shape = LowRank, .moments = 2, .layerwise = true},
    OptimizerLaw{.name = "lomo", .layerwise = true},
    OptimizerLaw{.name = "adalomo", .shape = Factored, .layerwise = true},
    OptimizerLaw{.name = "grokadamw", .moments = 3},
    OptimizerLaw{.name = "schedule_free_radam", .moments = 2},
    OptimizerLaw{.name = "schedule_free_adamw", .moments = 2},
    OptimizerLaw{.name = "schedule_free_sgd", .moments = 1},
    OptimizerLaw{.name = "stable_adamw", .moments = 2},
};

constexpr std::string_view kStates =
    "transformers OptimizerNames and the optimizers behind them: "
    "https://github.com/huggingface/transformers/blob/main/src/transformers/trainer.py "
    "(2026-08-17)";
constexpr std::string_view kBlockwise =
    "256 values share an fp32 scale, tensors below 4096 elements stay fp32, HF registers "
    "nn.Embedding with 32-bit states: "
    "https://github.com/huggingface/transformers/blob/main/src/transformers/trainer.py#L1226 "
    "(2026-08-17)";

/// GaLore and APOLLO keep 2r numbers per longer side of a matrix, GaLore its projection as well.
double low_rank_states(const Setup& setup, const Parameters& p, const OptimizerLaw& law) {
  const double dtype = law.fixed > 0 ? law.fixed / law.moments : p.state_dtype;
  const double projection = law.name.starts_with("galore") ? 1 : 0;
  double projected = 0;
  double bytes = 0;
  for (const model::LinearModule& module : model::linear_modules(setup.model)) {
    const auto in = static_cast<double>(module.in);
    const auto out = static_cast<double>(module.out);
    const auto number = static_cast<double>(module.count);
    const double rank = std::min({static_cast<double>(setup.optimizer_rank), in, out});
    projected += number * in * out;
    bytes +=
        number * rank *
        (law.moments * std::max(in, out) * dtype + projection * std::min(in, out) * p.state_dtype);
  }
  const double others = std::max(0.0, p.trainable - projected);
  return bytes + others * 2 * p.state_dtype;
}

double state_bytes(const Setup& setup, const Parameters& p, const OptimizerLaw& law) {
  switch (law.shape) {
    case Elementwise:
      return p.trainable * (law.moments * p.state_dtype + law.fixed);
    case Blockwise: {
      const double in_full =
          std::min(p.trainable, p.small + (law.embedding_in_32_bit ? p.trainable_embedding : 0));
      return (p.trainable - in_full) * law.fixed + in_full * 4 * law.moments;
    }
    case Factored:
      return p.factored_rows * 4;
    case LowRank:
      return setup.adapter.present ? p.trainable * 2 * p.state_dtype
                                   : low_rank_states(setup, p, law);
  }
  return 0;
}

const OptimizerLaw& law_of(const Setup& setup) {
  const OptimizerLaw* law = find_optimizer(setup.optimizer);
  return law != nullptr ? *law : kLaws.front();
}

}  // namespace

std::span<const OptimizerLaw> optimizer_laws() { return kLaws; }

const OptimizerLaw* find_optimizer(std::string_view name) {
  const auto* found = std::find_if(kLaws.begin(), kLaws.end(),
                                   [&](const OptimizerLaw& law) { return law.name == name; });
  return found == kLaws.end() ? nullptr : found;
}

Component optimizer_states(const Setup& setup, const Parameters& p, Detail detail) {
  const OptimizerLaw& law = law_of(setup);
  const double masters = p.trainable * p.master_bytes;
  const double all = (state_bytes(setup, p, law) + masters) / p.optimizer_shard;
  if (setup.offload_optimizer && p.optimizer_shard > 1) {
    return component(detail, ComponentKind::OptimizerState, {},
                     {"0 (optimizer offloaded to the host)",
                      "https://www.deepspeed.ai/docs/config-json/ (2026)"},
                     [] { return std::string("0"); });
  }
  // Paged states leave the GPU under pressure, at a price in speed, unless both sides are one pool.
  const double least = law.paged && !setup.gpu.unified_memory ? 0 : all;
  const Law text =
      law.shape == Blockwise
          ? Law{"((P_trainable - P_32bit) * bytes + P_32bit * 4 * states) / n", kBlockwise}
      : law.shape == Factored
          ? Law{"(sum of (rows + columns) * 4 + P_trainable * master) / n", kStates}
      : law.shape == LowRank
          ? Law{"(states of rank-r projections + P_trainable * master) / n", kStates}
          : Law{"P_trainable * bytes / n", kStates};
  return component(detail, ComponentKind::OptimizerState, {least, all, all}, text, [&] {
    const double in_full =
        std::min(p.trainable, p.small + (law.embedding_in_32_bit ? p.trainable_embedding : 0));
    switch (law.shape) {
      case Blockwise:
        return fmt::format("({:.0f} * {:.4f} + {:.0f} * {:g}) / {:g}", p.trainable - in_full,
                           law.fixed + p.master_bytes, in_full, 4 * law.moments + p.master_bytes,
                           p.optimizer_shard);
      case Factored:
        return fmt::format("({:.0f} * 4 + {:.0f} * {:g}) / {:g}", p.factored_rows, p.trainable,
                           p.master_bytes, p.optimizer_shard);
      case LowRank:
        return fmt::format("({:.0f} + {:.0f} * {:g}) / {:g}", state_bytes(setup, p, law),
                           p.trainable, p.master_bytes, p.optimizer_shard);
      case Elementwise:
        return fmt::format("{:.0f} * {:g} / {:g}", p.trainable,
                           law.moments * p.state_dtype + law.fixed + p.master_bytes,
                           p.optimizer_shard);
    }
    return std::string();
  });
}

Component optimizer_temporaries(const Setup& setup, const Parameters& p, Detail detail) {
  const OptimizerLaw& law = law_of(setup);
  const bool on_host = setup.offload_optimizer && p.optimizer_shard > 1;
  const double bytes =
      law.foreach_copy && !on_host ? p.trainable * p.state_dtype / p.optimizer_shard : 0;
  return component(detail, ComponentKind::Activations, exactly(bytes),
                   {"P_trainable * bytes / n (foreach temporaries of the update)",
                    "https://pytorch.org/docs/stable/generated/torch.optim.AdamW.html (2026)"},
                   [&] {
                     return fmt::format("{:.0f} * {:g} / {:g}", p.trainable, p.state_dtype,
                                        p.optimizer_shard);
                   });
}

Range offloaded_bytes(const Setup& setup, const Parameters& p) {
  Range bytes;
  if (setup.offload_optimizer && p.optimizer_shard > 1) {
    const double states = state_bytes(setup, p, law_of(setup)) + p.trainable * p.master_bytes;
    bytes += exactly(states / p.optimizer_shard);
  }
  if (setup.offload_parameters && p.weight_shard > 1) {
    bytes += exactly(p.total * p.frozen_bytes / p.weight_shard);
  }
  return bytes;
}

}  // namespace grpolint::sizing
