#include <fmt/format.h>

#include <algorithm>

#include "sizing/range.h"
#include "sizing/residents.h"

namespace grpolint::sizing {
namespace {

constexpr std::string_view kTrlDtype =
    "TRL loads float32 unless model_init_kwargs states a dtype: "
    "https://github.com/huggingface/trl/blob/v1.9.0/trl/trainer/utils.py (2026-07-25)";
constexpr std::string_view kQuantized =
    "block scales of bitsandbytes: "
    "https://github.com/bitsandbytes-foundation/bitsandbytes (95f9af30, 2026-08); "
    "only nn.Linear inside the blocks is replaced: "
    "https://github.com/huggingface/transformers/blob/main/src/transformers/integrations/"
    "bitsandbytes.py (2026-08-17)";
constexpr std::string_view kDynamic =
    "some modules stay in 16 bit; less than 10 % more than plain 4-bit, 1.81 instead of 1.36 GB "
    "for a "
    "2B model with a vision tower: https://unsloth.ai/blog/dynamic-4bit (2024-12-04)";
constexpr std::string_view kReference =
    "https://github.com/huggingface/trl/blob/v1.9.0/trl/trainer/grpo_trainer.py#L954 (2026-07-25)";
constexpr std::string_view kPeft =
    "PEFT autocast_adapter_dtype, cast to bf16 by TRL on a quantised base: "
    "https://github.com/huggingface/trl/blob/v1.9.0/trl/trainer/grpo_trainer.py#L449 (2026-07-25)";

}  // namespace

Component weights(const Setup& setup, const Parameters& p, Detail detail) {
  const bool offloaded = setup.offload_parameters && p.weight_shard > 1;
  // Without matching storage the packed weights cannot be flattened, so every GPU holds them all.
  const double packed_shard = setup.shards_quantized ? p.weight_shard : 1;
  const double width = quantized_bytes(setup.quantization, static_cast<double>(setup.model.hidden));
  const double plain = setup.adapter.present ? p.frozen_bytes : p.trainable_bytes;
  const double head_copy = setup.head_float32 && plain < 4 ? p.head * 2 : 0;
  const double bytes =
      p.packed * width / packed_shard + (p.rest * plain + head_copy) / p.weight_shard;
  if (setup.quantization == Quantization::None) {
    return component(
        detail, ComponentKind::Weights, exactly(offloaded ? 0 : bytes),
        {offloaded ? "0 (parameters offloaded to the host)" : "(P * bytes + copy of the head) / n",
         kTrlDtype},
        [&] {
          return offloaded ? std::string("0")
                           : fmt::format("({:.0f} * {:g} + {:.0f}) / {:g}", p.total, plain,
                                         head_copy, p.weight_shard);
        });
  }
  // A dynamic quantisation of which the modules are not known: 10 % more than plain 4-bit for
  // language models, 33 % for the smallest one with a vision tower.
  const Range dynamic = setup.dynamic_quantization ? Range{1, 1.05, 1.33} : exactly(1);
  const std::string_view formula =
      setup.dynamic_quantization
          ? "(P_packed * width / n_packed + (P_rest * bytes + copy of the head) / n) * 1.05"
          : "P_packed * width / n_packed + (P_rest * bytes + copy of the head) / n";
  return component(detail, ComponentKind::Weights, offloaded ? Range{} : dynamic * bytes,
                   {offloaded ? "0 (parameters offloaded to the host)" : formula,
                    setup.dynamic_quantization ? kDynamic : kQuantized},
                   [&] {
                     if (offloaded) return std::string("0");
                     return fmt::format(
                         "({:.0f} * {:.4f} / {:g} + ({:.0f} * {:g} + {:.0f}) / {:g}) * {:g}",
                         p.packed, width, packed_shard, p.rest, plain, head_copy, p.weight_shard,
                         dynamic.likely);
                   });
}

Component adapters(const Setup& setup, const Parameters& p, Detail detail) {
  const double bytes = p.adapter * p.trainable_bytes / p.weight_shard;
  return component(detail, ComponentKind::Adapters, exactly(setup.adapter.present ? bytes : 0),
                   {"P_lora * bytes / n", kPeft}, [&] {
                     return fmt::format("{:.0f} * {:g} / {:g}", p.adapter, p.trainable_bytes,
                                        p.weight_shard);
                   });
}

Component reference_model(const Setup& setup, const Parameters& p, Detail detail) {
  const double width = bytes_per_element(setup.reference_dtype);
  const double bytes = setup.reference_model ? p.total * width / p.weight_shard : 0;
  return component(detail, ComponentKind::ReferenceModel, exactly(bytes),
                   {"P * bytes / n (beta > 0 without an adapter)", kReference}, [&] {
                     return fmt::format("{:.0f} * {:g} / {:g}", p.total, width, p.weight_shard);
                   });
}

Component reward_models(const Setup& setup, Detail detail) {
  const double width = bytes_per_element(setup.reward_model_dtype);
  return component(
      detail, ComponentKind::RewardModels, exactly(setup.reward_model_parameters * width),
      {"P_reward * bytes",
       "https://github.com/huggingface/trl/blob/v1.9.0/trl/trainer/grpo_trainer.py#L511 "
       "(2026-07-25)"},
      [&] { return fmt::format("{:.0f} * {:g}", setup.reward_model_parameters, width); });
}

Component gradients(const Setup&, const Parameters& p, Detail detail) {
  return component(
      detail, ComponentKind::Gradients, exactly(p.trainable * p.gradient_bytes / p.gradient_shard),
      {"P_trainable * bytes / n",
       "gradients have the dtype of their parameter; sharding from ZeRO-2 on: "
       "https://arxiv.org/abs/1910.02054 (2020-05-13)"},
      [&] {
        return fmt::format("{:.0f} * {:g} / {:g}", p.trainable, p.gradient_bytes, p.gradient_shard);
      });
}

Component communication(const Setup& setup, const Parameters& p, Detail detail) {
  constexpr double kBucketElements = 5e8;     // DeepSpeed reduce and allgather bucket size
  constexpr double kMaxLiveParameters = 1e9;  // stage3_max_live_parameters
  const auto n = static_cast<double>(setup.world_size);
  const auto result = [&](Range bytes, const Law& law, std::string numbers) {
    return component(detail, ComponentKind::Communication, bytes, law, [&] { return numbers; });
  };
  if (n <= 1) return result({}, {}, {});
  const Range nccl = Range{0.34, 0.37, 1.0} * kGiB;
  const double whole = p.total + (setup.adapter.present ? p.adapter : 0);
  switch (setup.sharding) {
    case Sharding::None:
      return result(nccl,
                    {"NCCL buffers",
                     "342 to 392 MiB for 2 to 8 GPUs: "
                     "https://github.com/ai-dynamo/aiconfigurator (2026)"},
                    "0.37 GiB");
    case Sharding::Ddp: {
      const double bucket = p.trainable * p.gradient_bytes;
      return result(nccl + exactly(bucket),
                    {"P_trainable * bytes + NCCL buffers",
                     "gradient_as_bucket_view is off, so buckets are a second copy: "
                     "https://pytorch.org/docs/stable/generated/"
                     "torch.nn.parallel.DistributedDataParallel.html (2026)"},
                    fmt::format("{:.0f} * {:g} + 0.37 GiB", p.trainable, p.gradient_bytes));
    }
    case Sharding::Zero1:
    case Sharding::Zero2: {
      const double bucket = 2 * std::min(kBucketElements, p.trainable) * 2;
      return result(
          nccl + Range{0.5 * bucket, bucket, bucket},
          {"2 buckets * min(5e8, P_trainable) * 2 + NCCL buffers",
           "allgather_bucket_size and reduce_bucket_size: "
           "https://www.deepspeed.ai/docs/config-json/ (2026)"},
          fmt::format("2 * {:.0f} * 2 + 0.37 GiB", std::min(kBucketElements, p.trainable)));
    }
    case Sharding::Zero3: {
      const double live = std::min(kMaxLiveParameters, whole) * 2;
      const double least = std::min(whole, 2 * p.layer_linear) * 2;
      return result(nccl + ordered({std::min(live, least), live, live + 2 * kBucketElements}),
                    {"min(1e9, P) * 2 + NCCL buffers",
                     "stage3_max_live_parameters: https://www.deepspeed.ai/docs/config-json/ "
                     "(2026)"},
                    fmt::format("{:.0f} * 2 + 0.37 GiB", live / 2));
    }
    case Sharding::Fsdp: {
      const double unit = std::max(p.layer_linear, p.rest > 0 ? 2 * p.head : 0);
      const double bytes = 2 * unit * 2 + unit * 4;
      return result(nccl + Range{0.5 * bytes, bytes, bytes},
                    {"2 units * P_unit * 2 + P_unit * 4 + NCCL buffers",
                     "current and prefetched unit in 16 bit, fp32 reduce buffer: "
                     "https://pytorch.org/docs/stable/fsdp.html (2026)"},
                    fmt::format("2 * {:.0f} * 2 + {:.0f} * 4 + 0.37 GiB", unit, unit));
    }
  }
  return result({}, {}, {});
}

Component sync_buffer(const Setup& setup, const Parameters& p, Detail detail) {
  constexpr std::string_view kSource =
      "https://github.com/huggingface/trl/blob/v1.9.0/trl/generation/vllm_generation.py#L459 "
      "(2026-07-25)";
  if (setup.engine.mode == Engine::None || setup.engine.shares_weights) {
    return component(detail, ComponentKind::SyncBuffer, {}, {}, [] { return std::string(); });
  }
  const bool gathers_all = setup.adapter.present && setup.sharding == Sharding::Zero3;
  if (gathers_all) {
    const double width = p.frozen_bytes;
    return component(detail, ComponentKind::SyncBuffer, exactly(p.total * width),
                     {"P * bytes (ZeRO-3 with an adapter gathers the whole model)", kSource},
                     [&] { return fmt::format("{:.0f} * {:g}", p.total, width); });
  }
  const double width = setup.adapter.present ? p.frozen_bytes : p.trainable_bytes;
  return component(detail, ComponentKind::SyncBuffer, exactly(p.largest * (width + 2)),
                   {"P_largest * (bytes + 2): one parameter and its cast", kSource},
                   [&] { return fmt::format("{:.0f} * ({:g} + 2)", p.largest, width); });
}

}  // namespace grpolint::sizing
