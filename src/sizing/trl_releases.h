#pragma once

#include "fact/value.h"

/// Behaviour by TRL release: https://github.com/huggingface/trl, trl/trainer/grpo_trainer.py,
/// grpo_config.py and trl/generation/vllm_generation.py, tags v0.14.0 to v1.16.0.
namespace grpolint::sizing {

inline constexpr Version kQloraKeepsDtype{
    0, 26, 0};  ///< no prepare_model_for_kbit_training, bf16 adapters
inline constexpr Version kOldLogProbsByIterations{0, 18, 0};
inline constexpr Version kOldLogProbsByRemainder{0, 20, 0};
inline constexpr Version kImportanceSampling{0, 23, 0};
inline constexpr Version kTemperatureScales{0, 16, 0};
inline constexpr Version kScalesInPlace{1, 0, 0};
inline constexpr Version kGroupsInMicroBatch{0, 15, 0};  ///< prompts before
inline constexpr Version kGroupsInRollout{0, 17, 0};  ///< whole groups in every micro-batch before
inline constexpr Version kServer{0, 16, 0};           ///< a vLLM server
inline constexpr Version kVllmMode{0, 18, 0};         ///< vllm_mode, steps_per_generation
inline constexpr Version kBatchedTokens{0, 19, 0};    ///< max_num_batched_tokens = 4096
inline constexpr Version kSleepLevel2{0, 25, 0};
inline constexpr Version kModelLengthOption{0, 26, 0};  ///< vllm_max_model_length
inline constexpr Version kLiger{0, 17, 0};
inline constexpr Version kLigerWithAdapters{0, 17, 1};
inline constexpr Version kLigerWithSequenceLevel{1, 0, 0};
inline constexpr Version kLigerWithDelta{1, 4, 0};
inline constexpr Version kLigerKernelIsLoss{0, 25, 0};  ///< use_liger_loss before
inline constexpr Version kDtypeKey{0, 23, 0};           ///< torch_dtype before
inline constexpr Version kFusedHead{1, 15,
                                    0};  ///< log-probabilities without the logits table, always
inline constexpr Version kSleepMode{0, 23, 0};
inline constexpr Version kSleepKeepsOldWeights{0, 28, 0};
inline constexpr Version kSleepMended{1, 10, 0};            ///< pushes the training weights again
inline constexpr Version kSequencesByGeneration{0, 20, 0};  ///< max_num_seqs

}  // namespace grpolint::sizing
