#include "reports.h"

#include <array>

namespace grpolint {
namespace {

constexpr std::array kExpected = {
    ExpectedFinding{"inv-001", "BAT001", "num_generations",
                    "--trl-version 0.15.0 --num-processes 1"},
    ExpectedFinding{"inv-002", "BAT001", "num_generations",
                    "--trl-version 0.15.0 --num-processes 7"},
    ExpectedFinding{"inv-003", "BAT001", "num_generations",
                    "--trl-version 0.16.0 --num-processes 1"},
    ExpectedFinding{"inv-008", "ROL001", "num_generations",
                    "--trl-version 0.17.0 --num-processes 1"},
    ExpectedFinding{"inv-011", "BAT004", "per_device_eval_batch_size",
                    "--trl-version 0.18.0 --num-processes 1"},
    ExpectedFinding{"inv-013", "KEY010", "max_prompt_length", "--trl-version 1.9.0"},
    ExpectedFinding{"inv-016", "KEY010", "max_prompt_length", "--trl-version 1.9.0"},
    ExpectedFinding{"inv-025", "DST004", "vllm_mode",
                    "--trl-version 0.18.0 --gpu a100-80gb:1 --nodes 1"},
    ExpectedFinding{"inv-026", "ROL015", "vllm_server_host", "--trl-version 0.18.0"},
    ExpectedFinding{"inv-028", "DST005", "num_processes",
                    "--trl-version 0.15.0 --gpu a100-80gb:2 --nodes 1"},
    ExpectedFinding{"inv-034", "DST002", "vllm_tensor_parallel_size", "--trl-version 1.9.0"},
    ExpectedFinding{"inv-036", "DST002", "vllm_tensor_parallel_size", "--trl-version 1.9.0"},
    ExpectedFinding{"inv-041", "BAT001", "num_generations",
                    "--trl-version 0.22.2 --num-processes 1"},
    ExpectedFinding{"inv-043", "ALG019", "temperature", ""},
    ExpectedFinding{"inv-046", "ADP008", "load_in_4bit", ""},
    ExpectedFinding{"inv-051", "PRC007", "fp16", ""},
    ExpectedFinding{"inv-052", "PRC007", "fp16", ""},
    ExpectedFinding{"inv-054", "PRC005", "attn_implementation", "--gpu t4"},
    ExpectedFinding{"inv-056", "ADP011", "lora_r", ""},
    ExpectedFinding{"inv-057", "ADP011", "lora_r", ""},
    ExpectedFinding{"inv-059", "SYN010", "learning_rate", "--route python"},
    ExpectedFinding{"inv-060", "SYN010", "learning_rate", "--route python"},
    ExpectedFinding{"inv-062", "ADP018", "gradient_checkpointing", "--trl-version 0.14.0"},
    ExpectedFinding{"inv-065", "KEY001", "use_reentrant", "--trl-version 1.9.0"},
    ExpectedFinding{"inv-066", "ROL021", "env.PYTORCH_CUDA_ALLOC_CONF", ""},
    ExpectedFinding{"inv-069", "ROL037", "use_vllm", "--trl-version 0.15.2 --vllm-version 0.8.0"},
    ExpectedFinding{"inv-070", "ROL037", "use_vllm", "--vllm-version 0.9.1"},
    ExpectedFinding{"inv-075", "TRN017", "eval_on_start", "--trl-version 0.24.0"},
    ExpectedFinding{"inv-076", "LEN002", "max_completion_length", ""},
    ExpectedFinding{"inv-078", "SYN012", "optim", ""},
    ExpectedFinding{"inv-084", "TRN017", "eval_on_start", "--trl-version 0.24.0"},
    ExpectedFinding{"inv-085", "ALG041", "importance_sampling_level", "--trl-version 0.28.0"},
    ExpectedFinding{"inv-088", "ALG003", "scale_rewards", ""},
    ExpectedFinding{"inv-090", "ALG035", "learning_rate", ""},
    ExpectedFinding{"inv-091", "LEN003", "max_completion_length", "--trl-version 1.9.0"},
    ExpectedFinding{"inv-092", "LEN003", "max_completion_length", ""},
    ExpectedFinding{"inv-094", "MEM021", "gradient_checkpointing", ""},
};

constexpr std::array kOutOfReach = {
    OutOfReach{"inv-018", "the length of the prompts in the data decides"},
    OutOfReach{"inv-019", "the length that Unsloth was left with after an engine start decides"},
    OutOfReach{"inv-020", "the length of the prompts in the data decides"},
    OutOfReach{"inv-024", "whether a server listens is not in the config"},
    OutOfReach{"inv-030", "the order of GPUs is in two environments, not in the config"},
    OutOfReach{"inv-031", "a limit of vLLM 0.7.2 under ms-swift"},
    OutOfReach{"inv-042", "a fault of some Unsloth releases that the config does not state"},
    OutOfReach{"inv-063", "the model was wrapped by hand, in code"},
    OutOfReach{"inv-068", "the installed vLLM decides"},
    OutOfReach{"inv-072", "a limit of an Unsloth release that the report does not name"},
    OutOfReach{"inv-073", "whether the data set has a split to evaluate on is not in the config"},
    OutOfReach{"inv-077", "transformers 4.29.1, older than any TRL with GRPO"},
    OutOfReach{"inv-080", "transformers 4.29.1, older than any TRL with GRPO"},
};

}  // namespace

std::span<const ExpectedFinding> expected_findings() { return kExpected; }
std::span<const OutOfReach> out_of_reach() { return kOutOfReach; }

}  // namespace grpolint
