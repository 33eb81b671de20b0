#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sizing/setup.h"

namespace grpolint::sizing {

/// A changed run and the change in words and keys.
struct Change {
  Setup setup;
  std::vector<Setting> settings;
  std::string note;  ///< what no key says: "DeepSpeed ZeRO-3", or an explanation in parentheses
  std::string release = {};  ///< "TRL 0.26 or later" where the run's own does not read the keys
};

/// "optim: adamw_8bit", "TRL 0.26 or later with a: 1, b: 2"
std::string in_words(const Change& change);
/// The first change and the second; what the second overrides is not repeated.
std::string in_words(const Change& first, const Change& second);

/// Variants of one lever, the mildest first; none where the run does not have the lever. The
/// changed setup is what the release would make of the changed keys.
using Lever = std::vector<Change> (*)(const Setup&);

/// What changes the run least comes first: where memory lies, then speed, then what is trained.
std::span<const Lever> levers();

/// The variants of a lever that lie within the documented ranges.
std::vector<Change> changes_of(const Setup& setup, Lever lever);

/// The keys of both; one that both set has the later value.
std::vector<Setting> joined(const Change& first, const Change& second);

// Spelled as the run's release and route read them.
/// The key and value that load the weights in 16 bits; absent when they are loaded so.
std::optional<Setting> half_dtype(const Setup& setup);
/// A model length that holds the longest prompt and completion, in whole pages of 256 tokens.
double needed_length(const Setup& setup);

// By what they change: rollout_levers.cpp, batch_levers.cpp, training_levers.cpp.
std::vector<Change> sleep_mode(const Setup& setup);
std::vector<Change> model_length(const Setup& setup);
std::vector<Change> utilization(const Setup& setup);
std::vector<Change> tensor_parallel(const Setup& setup);
std::vector<Change> colocated_engine(const Setup& setup);
std::vector<Change> server_mode(const Setup& setup);
std::vector<Change> micro_batches(const Setup& setup);
std::vector<Change> smaller_rollouts(const Setup& setup);
std::vector<Change> smaller_batch(const Setup& setup);
std::vector<Change> completion_length(const Setup& setup);
std::vector<Change> checkpointing(const Setup& setup);
std::vector<Change> chunked_loss(const Setup& setup);
std::vector<Change> eight_bit_states(const Setup& setup);
std::vector<Change> no_reference(const Setup& setup);
std::vector<Change> half_precision(const Setup& setup);
std::vector<Change> zero3(const Setup& setup);
std::vector<Change> lora(const Setup& setup);
std::vector<Change> qlora(const Setup& setup);

}  // namespace grpolint::sizing
