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
    ExpectedFinding{"inv-052", "PRC007", "fp16", ""},
    ExpectedFinding{"inv-056", "ADP011", "lora_r", ""},
    ExpectedFinding{"inv-057", "ADP011", "lora_r", ""},
    ExpectedFinding{"inv-059", "SYN010", "learning_rate", "--route python"},
    ExpectedFinding{"inv-060", "SYN010", "learning_rate", "--route python"},
    ExpectedFinding{"inv-062", "ADP018", "gradient_checkpointing", "--trl-version 0.14.0"},
    ExpectedFinding{"inv-065", "KEY001", "use_reentrant", "--trl-version 1.9.0"},
    ExpectedFinding{"inv-076", "LEN002", "max_completion_length", ""},
    ExpectedFinding{"inv-078", "SYN012", "optim", ""},
    ExpectedFinding{"inv-088", "ALG003", "scale_rewards", ""},
    ExpectedFinding{"inv-091", "LEN003", "max_completion_length", "--trl-version 1.9.0"},
    ExpectedFinding{"inv-092", "LEN003", "max_completion_length", ""},
};

constexpr std::array kOutOfReach = {
    OutOfReach{"inv-016", "about an argument of ms-swift's command, which it names otherwise"},
    OutOfReach{"inv-018", "the length of the prompts in the data decides"},
    OutOfReach{"inv-019", "the length that Unsloth was left with after an engine start decides"},
    OutOfReach{"inv-020", "the length of the prompts in the data decides"},
    OutOfReach{"inv-024", "whether a server listens is not in the config"},
    OutOfReach{"inv-025", "the GPU of the server is chosen by the command that starts it"},
    OutOfReach{"inv-026", "a refusal of ms-swift's; TRL does not read the host in colocate mode"},
    OutOfReach{"inv-028", "the number of GPUs is known to the machine only"},
    OutOfReach{"inv-030", "the order of GPUs is in two environments, not in the config"},
    OutOfReach{"inv-031", "a limit of vLLM 0.7.2 under ms-swift"},
    OutOfReach{"inv-034", "a command line of vLLM's, not a training config"},
    OutOfReach{"inv-036", "a command line of vLLM's, not a training config"},
    OutOfReach{"inv-041",
               "Unsloth corrects the batch itself; what that costs is a matter of memory"},
    OutOfReach{"inv-042", "a fault of some Unsloth releases that the config does not state"},
    OutOfReach{"inv-043", "a fault of some Unsloth releases that the config does not state"},
    OutOfReach{"inv-046", "merging a 4-bit base for vLLM worsens the answers; nothing fails"},
    OutOfReach{"inv-051", "a fault of some Unsloth releases that the config does not state"},
    OutOfReach{"inv-054", "the GPU model is not stated"},
    OutOfReach{"inv-063", "the model was wrapped by hand, in code"},
    OutOfReach{"inv-066", "the environment of the process decides"},
    OutOfReach{"inv-068", "the installed vLLM decides"},
    OutOfReach{"inv-069", "the installed vLLM decides"},
    OutOfReach{"inv-070", "the installed vLLM decides"},
    OutOfReach{"inv-072", "a limit of an Unsloth release that the report does not name"},
    OutOfReach{"inv-073", "whether an evaluation set is given is decided in code"},
    OutOfReach{"inv-075", "a fault of a TRL release that the report does not name"},
    OutOfReach{"inv-077", "transformers 4.29.1, older than any TRL with GRPO"},
    OutOfReach{"inv-080", "transformers 4.29.1, older than any TRL with GRPO"},
    OutOfReach{"inv-084", "sharding is set by the launcher's file"},
    OutOfReach{"inv-085",
               "whether sequence level works with Liger differs within the stated range"},
    OutOfReach{"inv-090",
               "a training that collapsed; the report has no config with a type to check"},
    OutOfReach{"inv-094", "out of memory on hardware of which the config says nothing"},
};

}  // namespace

std::span<const ExpectedFinding> expected_findings() { return kExpected; }
std::span<const OutOfReach> out_of_reach() { return kOutOfReach; }

}  // namespace grpolint
