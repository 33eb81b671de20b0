#include "sizing/logits.h"

#include <fmt/format.h>

#include <algorithm>

namespace grpolint::sizing {
namespace {

constexpr double kSoftcapCopy = 2;  // Gemma-2 keeps the capped logits as well
constexpr std::string_view kPlainSource =
    "autocast returns fp32 logits: https://github.com/huggingface/accelerate/blob/main/src/"
    "accelerate/accelerator.py (16cb6eb80); log-softmax and gradient of the same size: "
    "https://github.com/huggingface/trl/blob/v1.9.0/trl/trainer/grpo_trainer.py#L1435 (2026-07-25)";
constexpr std::string_view kLigerSource =
    "gradient of the head and its fp32 buffer: https://github.com/linkedin/Liger-Kernel/blob/"
    "v0.8.0/src/liger_kernel/chunked_loss/fused_linear_ppo.py (ead96b61)";
constexpr std::string_view kUnslothSource =
    "https://github.com/unslothai/unsloth-zoo unsloth_zoo/device_map_planner.py and "
    "rl_replacements.py (ce232d6, 2026-08-20)";

double vocabulary(const Setup& setup) { return static_cast<double>(setup.model.vocabulary); }
double rows_of_batch(const Setup& setup) { return static_cast<double>(setup.micro_batch); }

/// Rows of the largest chunk that Unsloth multiplies by the head at a time. Long sequences are cut
/// into more chunks, so that a longer case can have fewer rows in one.
double chunk_rows(const Setup& setup, const MicroBatch& batch, Case which) {
  const double per_row = std::max(4.0, at(batch.sequence, which) / 4096);
  return at(batch.logit_rows, which) / (rows_of_batch(setup) * per_row);
}

/// Bytes per logit element at the backward peak. prime-rl's vanilla head was measured at 15.6 and
/// 17.8 bytes with fp32 logits, TRL 1.9.2 at 16.1.
Range bytes_per_logit(const Setup& setup) {
  Range bytes = returns_float32_logits(setup) ? Range{15.6, 16, 17.8} : Range{8, 8, 10};
  if (setup.entropy_gradient && !returns_float32_logits(setup)) bytes = {10, 10, 10};
  // accelerate's release decides whether FSDP's outputs are turned into fp32.
  if (setup.sharding == Sharding::Fsdp && !returns_float32_logits(setup)) bytes = {8, 16, 17.8};
  // 16-bit logits, fp32 copy, log-softmax and gradient.
  if (setup.loss_upcasts_logits && !returns_float32_logits(setup)) bytes = {14, 14, 14};
  if (setup.model.logit_softcap) bytes += exactly(kSoftcapCopy);
  return bytes;
}

Component liger_logits(const Setup& setup, const Parameters& p, Detail detail) {
  constexpr double kTile = 2048.0 * 4096 * 4;
  const double head_bytes = returns_float32_logits(setup) && !setup.adapter.present &&
                                    setup.weight_dtype == Dtype::Float32
                                ? 4
                                : bytes_per_element(setup.weight_dtype);
  const Range bytes = {p.head * (head_bytes + 4), p.head * (head_bytes + 4) + 4 * kTile,
                       p.head * 8 + 6 * kTile};
  return component(
      detail, ComponentKind::Logits, bytes,
      {"V * H * (bytes + 4) + 4 tiles of 2048 * 4096 * 4", kLigerSource},
      [&] { return fmt::format("{:.0f} * ({:g} + 4) + 4 * {:.0f}", p.head, head_bytes, kTile); });
}

/// Unsloth's planner: one chunk in 16 and 32 bit with its gradient. Packed rows keep their fp32
/// logits until the backward pass; the padded path keeps none beyond one row.
Component unsloth_logits(const Setup& setup, const MicroBatch& batch, Detail detail) {
  constexpr double kSlack = 256 * kMiB;
  const double softcap = setup.model.logit_softcap ? kSoftcapCopy : 0;
  const double chunk_bytes = 2 + 4 + 4 + softcap;
  const double v = vocabulary(setup);
  const auto one_row = [&](Case which) {
    return at(batch.logit_rows, which) / rows_of_batch(setup);
  };
  const Range chunk = ordered(in_each_case([&](Case which) {
    const double rows = setup.unsloth_packing || which == Case::Low
                            ? chunk_rows(setup, batch, which)
                            : one_row(which);
    return rows * v * chunk_bytes;
  }));
  if (!setup.unsloth_packing) {
    return component(detail, ComponentKind::Logits, chunk + Range{0, 0, kSlack},
                     {"T * V * 10 (one completion at a time)", kUnslothSource}, [&] {
                       return fmt::format("{:.0f} * {:.0f} * {:g}", one_row(Case::Likely), v,
                                          chunk_bytes);
                     });
  }
  // Inductor may keep the 16-bit logits instead of the fp32 copy; both were seen.
  const Range retained = batch.logit_rows * v * Range{2, 4 + softcap, 6};
  return component(detail, ComponentKind::Logits, chunk + retained + Range{0, 0, kSlack},
                   {"B * T * V * 4 (kept for the backward pass) + chunk * V * 10", kUnslothSource},
                   [&] {
                     return fmt::format("{:.0f} * {:.0f} * {:g} + {:.0f} * {:.0f} * {:g}",
                                        batch.logit_rows.likely, v, 4 + softcap,
                                        chunk_rows(setup, batch, Case::Likely), v, chunk_bytes);
                   });
}

/// TRL's fused head: one tile of logits, the 16-bit copy of that part of the head, the hidden
/// states with their gradient, and an fp32 gradient of the head when it trains. No row is kept.
Component fused_head_logits(const Setup& setup, const MicroBatch& batch, double trained_head,
                            bool with_gradients, Detail detail) {
  constexpr double kTileTokens = 4096;
  constexpr double kTileColumns = 32768;
  const double columns = std::min(kTileColumns, vocabulary(setup));
  const auto hidden = static_cast<double>(setup.model.hidden);
  const bool casts = setup.weight_dtype == Dtype::Float32;
  const double head = casts ? columns * hidden * 2 : 0;
  const double head_gradient = with_gradients ? trained_head * (casts ? 4 : 6) : 0;
  const double per_row = with_gradients ? 2 + 4 + 2 : 2;
  const Range bytes = in_each_case([&](Case which) {
    const double rows = at(batch.logit_rows, which);
    return std::min(rows, kTileTokens) * columns * 2 + head + rows * hidden * per_row +
           head_gradient;
  });
  return component(
      detail, ComponentKind::Logits, bytes,
      {with_gradients ? "tile of 4096 * 32768 * 2 + its part of the head + B * T * H * 8 + the "
                        "head's fp32 gradient"
                      : "tile of 4096 * 32768 * 2 + its part of the head + B * T * H * 2",
       "https://github.com/huggingface/trl/blob/v1.16.0/trl/kernels/"
       "chunked_logprob.py (2026-10-15)"},
      [&] {
        return fmt::format("{:.0f} * {:.0f} * 2 + {:.0f} + {:.0f} * {:.0f} * {:g} + {:.0f}",
                           std::min(batch.logit_rows.likely, kTileTokens), columns, head,
                           batch.logit_rows.likely, hidden, per_row, head_gradient);
      });
}

}  // namespace

bool returns_float32_logits(const Setup& setup) {
  if (setup.precision == Precision::Autocast) return true;
  return setup.precision == Precision::Plain &&
         (setup.weight_dtype == Dtype::Float32 || setup.head_float32);
}

Component training_logits(const Setup& setup, const MicroBatch& batch, const Parameters& p,
                          Detail detail) {
  if (setup.chunked_loss == ChunkedLoss::Liger) return liger_logits(setup, p, detail);
  if (setup.chunked_loss == ChunkedLoss::Unsloth) return unsloth_logits(setup, batch, detail);
  if (setup.chunked_loss == ChunkedLoss::FusedHead) {
    return fused_head_logits(setup, batch, setup.adapter.present ? 0 : p.head, true, detail);
  }
  const Range width = bytes_per_logit(setup);
  return component(detail, ComponentKind::Logits, batch.logit_rows * vocabulary(setup) * width,
                   {"bytes * B * T * V", kPlainSource}, [&] {
                     return fmt::format(
                         "{:g} * {} * {:.0f} * {:.0f}", width.likely, setup.micro_batch,
                         batch.logit_rows.likely / rows_of_batch(setup), vocabulary(setup));
                   });
}

Component forward_logits(const Setup& setup, const MicroBatch& batch, Detail detail) {
  const bool chunked = setup.chunked_loss != ChunkedLoss::None;
  const double width = chunked ? 0 : returns_float32_logits(setup) ? 6 : 2;
  return component(detail, ComponentKind::Logits, batch.logit_rows * (vocabulary(setup) * width),
                   {"bytes * B * T * V (head output and its fp32 copy)", kPlainSource}, [&] {
                     return fmt::format("{:g} * {:.0f} * {:.0f}", width, batch.logit_rows.likely,
                                        vocabulary(setup));
                   });
}

Component log_prob_logits(const Setup& setup, const MicroBatch& batch, Detail detail) {
  const double v = vocabulary(setup);
  if (setup.chunked_loss == ChunkedLoss::FusedHead) {
    return fused_head_logits(setup, batch, 0, false, detail);
  }
  if (setup.chunked_loss == ChunkedLoss::Unsloth) {
    return component(
        detail, ComponentKind::Logits,
        ordered(in_each_case([&](Case which) { return chunk_rows(setup, batch, which) * v * 6; })),
        {"chunk * V * (2 + 4)", kUnslothSource}, [&] {
          return fmt::format("{:.0f} * {:.0f} * 6", chunk_rows(setup, batch, Case::Likely), v);
        });
  }
  const double b = rows_of_batch(setup);
  double width = 0;
  if (returns_float32_logits(setup)) {
    width = setup.scaled_copy_of_logits ? (b > 1 ? 12 : 16) : std::max(6.0, 4 + 4 / b);
  } else {
    width = setup.scaled_copy_of_logits ? std::max(4.0, 2 + 2 / b) : 2 + 2 / b;
  }
  return component(
      detail, ComponentKind::Logits, batch.logit_rows * (v * width),
      {"bytes * B * T * V (without gradients)", kPlainSource},
      [&] { return fmt::format("{:g} * {:.0f} * {:.0f}", width, batch.logit_rows.likely, v); });
}

}  // namespace grpolint::sizing
