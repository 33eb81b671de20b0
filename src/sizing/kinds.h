#pragma once

#include <cstdint>

namespace grpolint::sizing {

// The choices of a run that its arithmetic tells apart.

enum class Dtype : std::uint8_t { Float32, BFloat16, Float16 };
double bytes_per_element(Dtype dtype);

/// How the linear layers of the blocks are stored; everything else keeps the load dtype.
enum class Quantization : std::uint8_t { None, Nf4, Nf4Double, Int8, Fp8, Mxfp4 };

/// How 16-bit arithmetic comes about.
enum class Precision : std::uint8_t {
  Plain,     ///< everything in the dtype of the weights
  Autocast,  ///< native AMP: weights as loaded, matrix products in 16 bit, fp32 logits returned
  Native16,  ///< DeepSpeed bf16/fp16 or FSDP mixed precision: 16-bit compute, fp32 master copies
};

enum class AttentionKernel : std::uint8_t { Eager, Sdpa, Flash };
enum class Checkpointing : std::uint8_t { None, Full, Unsloth };
/// Who computes log-probabilities without the whole logits table. FusedHead is TRL's own, always on
/// from 1.15.
enum class ChunkedLoss : std::uint8_t { None, Liger, Unsloth, FusedHead };
enum class Sharding : std::uint8_t { None, Ddp, Zero1, Zero2, Zero3, Fsdp };
enum class Engine : std::uint8_t { None, Colocate, Server };

/// What the engine gives back between rollouts. Level 1 moves its weights to host memory and drops
/// the KV cache, level 2 drops both, KvOnly (Unsloth standby) drops the cache alone.
enum class Sleep : std::uint8_t { None, Level1, Level2, KvOnly };

}  // namespace grpolint::sizing
