#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fact/version.h"
#include "grpolint/result.h"
#include "hardware/gpu.h"
#include "model/geometry.h"
#include "sizing/estimate.h"
#include "sizing/kinds.h"
#include "sizing/units.h"

namespace grpolint::sizing {

struct AdapterSetup {
  bool present = false;
  std::int64_t rank = 16;  ///< 1 ... 4096
  std::vector<std::string> targets = {"all-linear"};
  bool dora = false;
  Dtype dtype = Dtype::Float32;  ///< of the adapter weights; gradients and states follow
  bool saves_embedding = false;  ///< modules_to_save: a full trainable copy
  bool saves_head = false;
};

/// The rollout engine. In colocate it shares the trainer's GPU, in server mode `gpu` is its own.
struct EngineSetup {
  Engine mode = Engine::None;
  double utilization = 0.3;                ///< fraction of the GPU's total memory, (0, 1]
  std::int64_t tensor_parallel = 1;        ///< 1 ... 1024
  std::int64_t data_parallel = 1;          ///< engines that share a rollout, 1 ... 4096
  std::optional<Tokens> max_model_length;  ///< absent: the model's context length
  std::int64_t max_sequences = 8;          ///< sequences decoded together, 1 ... 65536
  std::int64_t batched_tokens = 4096;      ///< prefill tokens per step, 1 ... 1048576
  bool eager = false;                      ///< no CUDA graphs
  Dtype dtype = Dtype::BFloat16;
  Quantization quantization = Quantization::None;
  double kv_bytes_per_element = 2;  ///< 2; 1 for an fp8 cache
  Sleep sleep = Sleep::None;
  bool shares_weights = false;           ///< Unsloth: one storage for trainer and engine
  std::int64_t lora_rank = 0;            ///< adapters held by the engine itself; 0: merged
  bool measures_foreign_memory = false;  ///< vLLM up to 0.8 (V0) charges the trainer to its budget
  bool graphs_in_budget = true;          ///< vLLM from 0.21 on
  std::optional<hardware::Gpu> gpu;      ///< server mode: the engine's own GPU, if known
};

/// How else the weights may be loaded.
struct WeightReading {
  Dtype dtype = Dtype::Float32;
  Quantization quantization = Quantization::None;
};

/// What becomes of dtype and load_in_4bit when they are keys of the file.
enum class ModelKeys {
  Read,        ///< they reach the model
  ReadLater,   ///< `trl grpo` reads them from TRL 0.26 on
  InitKwargs,  ///< GRPOConfig(**config): only model_init_kwargs reach the model
};

/// What per_device_train_batch_size counts and which batch must hold whole groups.
enum class BatchUnit : std::uint8_t {
  Prompts,      ///< TRL 0.14: prompts, each expanded to a group
  Groups,       ///< TRL 0.15 and 0.16: completions, and every micro-batch of all processes
  Completions,  ///< from 0.17 on: completions, and the batch of a rollout
};

/// Which key of the file says how much one rollout serves.
enum class RolloutKey : std::uint8_t { None, StepsPerGeneration, GenerationBatchSize };

/// What the release and the file offer to a change of settings.
struct Offers {
  BatchUnit batch_unit = BatchUnit::Completions;
  RolloutKey rollout_key = RolloutKey::None;
  bool steps_per_generation = true;   ///< the key exists: TRL from 0.18 on
  bool colocate = true;               ///< vllm_mode: colocate exists (0.18 on) and the GPU has vLLM
  bool server = true;                 ///< use_vllm can mean a server elsewhere (0.16 on)
  bool model_length = true;           ///< vllm_max_model_length exists: TRL from 0.26 on
  bool batched_tokens_4096 = true;    ///< TRL from 0.19 on
  bool quantized_keeps_dtype = true;  ///< TRL from 0.26: no float32 copies, packed engine weights
  bool sleep_level_2 = true;          ///< what sleep mode means: TRL from 0.25 on
  bool engine_adds_pass = true;       ///< importance-sampling correction needs old log-probs
};

/// A GRPO run on one GPU of its group, as the arithmetic needs it: plain values, nothing to look
/// up. The comments give the accepted ranges; estimate() refuses what lies outside.
struct Setup {
  model::Geometry model;  ///< counted (model::count_parameters)
  hardware::Gpu gpu;      ///< capacity_bytes 1 GiB ... 64 TiB; total_bytes 0 or not below it

  // Weights
  Dtype weight_dtype = Dtype::Float32;  ///< as loaded; of the unquantised parts when quantised
  Quantization quantization = Quantization::None;
  /// 4- and 8-bit packing reaches the experts: Unsloth, and transformers before 5, which fuses them
  /// into parameters that bitsandbytes does not replace.
  bool experts_quantized = false;
  /// What the file asks for and `trl grpo` of the release ignores, though a script of the user's
  /// own may not.
  std::optional<WeightReading> ignored_weights;
  /// Some modules of the checkpoint stay in 16 bit and nothing says which (-unsloth-bnb-4bit).
  bool dynamic_quantization = false;
  Precision precision = Precision::Autocast;
  bool head_float32 = false;  ///< cast_lm_head_to_fp32
  AdapterSetup adapter;

  // Other models on the GPU
  bool reference_model = false;  ///< a second full copy for the KL term
  Dtype reference_dtype = Dtype::Float32;
  double reward_model_parameters = 0;  ///< sum over reward models on this GPU, 0 ... 1e13
  Dtype reward_model_dtype = Dtype::Float32;

  // Batch
  std::int64_t micro_batch = 8;           ///< completions per forward and GPU, 1 ... 65536
  std::int64_t accumulation = 1;          ///< micro-batches per optimizer step, 1 ... 65536
  std::int64_t steps_per_generation = 1;  ///< micro-batches served by one rollout, 1 ... 65536
  std::int64_t num_iterations = 1;        ///< passes over one rollout, 1 ... 1024
  std::int64_t num_generations = 8;       ///< completions per prompt, 1 ... 65536
  Range prompt{64, 256, 1024};            ///< longest prompt in tokens, 0 ... 16M
  Tokens completion{256};                 ///< max_completion_length, 1 ... 16M
  bool padding_free = false;              ///< rows are packed, so time follows the mean length
  std::optional<Tokens> mean_completion;  ///< observed mean; absent: 0.4 of the limit

  // Forward and backward
  AttentionKernel attention = AttentionKernel::Sdpa;
  Checkpointing checkpointing = Checkpointing::Full;
  ChunkedLoss chunked_loss = ChunkedLoss::None;
  bool unsloth_packing = true;         ///< Unsloth: the chunked path that keeps fp32 rows
  bool entropy_gradient = false;       ///< an entropy bonus differentiates through the logits
  bool scaled_copy_of_logits = false;  ///< TRL before 1.0 divides by temperature out of place
  bool loss_upcasts_logits = false;    ///< a supervised loss that copies 16-bit logits to fp32
  bool full_length_logits = false;     ///< the model cannot restrict logits to the completion
  bool old_log_probs = false;          ///< a no-grad pass of the policy before training
  bool reference_pass = false;         ///< a no-grad pass for the KL term

  // Optimizer: a name of transformers.OptimizerNames
  std::string optimizer = "adamw_torch_fused";
  std::int64_t optimizer_rank = 128;  ///< GaLore and APOLLO, 1 ... 65536

  // Several GPUs
  Sharding sharding = Sharding::None;
  bool sharding_open = false;   ///< nothing tells it, so the favourable case is ZeRO-3
  bool offload_open = false;    ///< and optimizer and parameters in host memory
  std::int64_t world_size = 1;  ///< training processes, 1 ... 1048576
  std::int64_t processes_per_node = 1;
  bool offload_optimizer = false;
  bool offload_parameters = false;
  bool shards_quantized = false;       ///< bnb_4bit_quant_storage matches, so packed weights shard
  bool gathers_for_generation = true;  ///< ds3_gather_for_generation, without an engine

  EngineSetup engine;

  // What the framework release offers, for remedies
  bool unsloth = false;
  bool sleep_available = true;           ///< TRL from 0.23 on
  bool sleep_keeps_old_weights = false;  ///< TRL 0.28 to 1.9: rollouts stay those of the base model
  bool liger_available = true;           ///< a chunked loss can be switched on
  bool liger_loss_key = false;           ///< by use_liger_loss, before TRL 0.25
  bool torch_dtype_key = false;          ///< dtype is called torch_dtype, before TRL 0.23
  ModelKeys model_keys = ModelKeys::Read;
  Offers offers;

  // What the user knows better than any formula
  std::optional<BytesPerSecond> bandwidth;       ///< planned for decode
  std::optional<Seconds> measured_step_seconds;  ///< calibrates the times
  std::optional<Bytes> measured_peak;            ///< calibrates the peak
  Seconds fast_enough{600};                      ///< rollout per optimizer step

  std::vector<std::string> assumptions;  ///< what was assumed to fill this in, one line each
};

/// How much a caller wants. Bare: bytes, verdicts and times, in microseconds, for searches over
/// many settings. Numbers adds remedies, the chunked loss and the next smaller class; Explained
/// adds the formula, numbers and source of every component.
enum class Detail : std::uint8_t { Bare, Numbers, Explained };

/// Prices the trainer's GPU of a run.
using Pricing = std::function<DeviceEstimate(const Setup&)>;

/// Prices the whole GRPO cycle. An Error names the field that lies outside its range. `pricing`
/// says the peak and the verdict of each remedy; where it is empty, they are priced as the run is.
Result<Estimate> estimate(const Setup& setup, Detail detail = Detail::Explained,
                          const Pricing& pricing = {});

}  // namespace grpolint::sizing
