#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fact/fact.h"

namespace grpolint::sizing {

/// low <= likely <= high, all in the unit the field states. definitions: `likely` pads every
/// completion of a micro-batch to max_completion_length; `low` lets the longest reach 60 % of it
/// and takes the most favourable documented constants; `high` the least favourable.
struct Range {
  double low = 0;
  double likely = 0;
  double high = 0;
};

/// The phases of one GRPO cycle, in the order a run meets them.
enum class Phase {
  Load,           ///< policy and reference loaded, engine not yet started
  EngineStart,    ///< vLLM profiles and allocates beside the loaded trainer
  Rollout,        ///< generation; optimizer states exist from step 2 on
  LogProb,        ///< old-policy and reference no-grad forwards
  TrainingStep,   ///< forward and backward after the first optimizer step
  OptimizerStep,  ///< update with all gradients present
  WeightSync,     ///< policy weights pushed into the engine
};
std::string_view to_string(Phase phase);  // "load", "engine start", "rollout", "log-prob", ...

enum class ComponentKind {
  Weights,
  Adapters,
  Gradients,
  OptimizerState,
  Activations,
  Logits,
  ReferenceModel,
  RewardModels,
  EngineWeights,
  KvCache,
  EngineActivations,
  EngineGraphs,
  EngineResidual,
  SyncBuffer,
  Communication,
  Overhead,
};
std::string_view to_string(ComponentKind kind);  // "weights", "KV cache", ...

/// One consumer of memory in a phase, with the arithmetic that gave it.
struct Component {
  ComponentKind kind{};
  Range bytes;
  std::string formula;  ///< with symbols: "16 * B * T * V"
  std::string numbers;  ///< the same with the numbers of `likely`: "16 * 4 * 1024 * 151936"
  std::string source;   ///< URL or citation, version, date
};

struct PhaseEstimate {
  Phase phase{};
  Range bytes;                        ///< sum of the components
  std::vector<Component> components;  ///< falling by likely bytes
  Range first_step;                   ///< the same in the first step, before optimizer states exist
};

enum class Verdict { Fits, Tight, DoesNotFit };
std::string_view to_string(Verdict verdict);  // "fits", "tight", "does not fit"

/// One key of the config and the value to write there; nested keys are dotted.
struct Setting {
  std::string key;
  std::string value;
};

/// A change of settings, and the peak and verdict of the run with it.
struct Remedy {
  std::string change;             ///< "vllm_enable_sleep_mode: true"
  std::vector<Setting> settings;  ///< the same as keys; empty for what no key of the file says
  Range peak;                     ///< bytes
  Verdict verdict{};
  /// Only the size class of the model is known, and no change does for its representative: this one
  /// does for the smallest member.
  bool for_smallest = false;
};
/// The change, and for which model where it is not for the likely one.
std::string described(const Remedy& remedy);

struct Throughput {
  Range decode_tokens_per_second;  ///< per engine over the whole batch, start of the rollout
  Range single_stream_tokens_per_second;
  Range prefill_tokens_per_second;  ///< per engine
  Range bandwidth;                  ///< bytes/s planned for decode
  Range bandwidth_printed;          ///< the narrower range to show as the plan, where there is one
  Range rollout_seconds;            ///< per optimizer step
  Range log_prob_seconds;
  Range training_seconds;
  Range weight_sync_seconds;  ///< new weights handed to the engine, and its waking
  Range step_seconds;         ///< whole GRPO step per optimizer step
  double rollout_share = 0;   ///< of likely step_seconds, 0..1
  double waves = 1;           ///< passes of the KV cache over the rollout batch
  bool fast_enough = true;    ///< likely rollout_seconds <= the limit (default 600 s)
};

/// One device of the run: the trainer's GPU, or the engine's own in server mode.
struct DeviceEstimate {
  std::string gpu;
  double capacity_bytes = 0;
  std::vector<PhaseEstimate> phases;  ///< only those the run meets, in order
  std::size_t peak_phase = 0;         ///< index into phases, by likely
  Verdict verdict{};
  std::string first_failure;                   ///< "step 2, rollout"; empty when it fits
  std::vector<std::string> start_up_failures;  ///< engine refuses to start, with the numbers
  std::vector<std::string> start_up_risks;     ///< the same where only the likely case says so
  Range host_bytes;

  const PhaseEstimate& peak() const { return phases[peak_phase]; }
};

/// The run with its loss computed in chunks (Liger in TRL, Unsloth's own).
struct ChunkedLossEstimate {
  Range logits;  ///< bytes in the training step
  Range peak;    ///< bytes
};

/// What the representative of the next smaller size class would give on the same hardware.
struct SmallerClass {
  std::string name;  ///< "3B"
  Range decode_tokens_per_second;
  Range rollout_seconds;
};

struct Estimate {
  DeviceEstimate trainer;
  std::optional<DeviceEstimate> engine;  ///< server mode with a known engine GPU
  std::optional<Throughput> throughput;  ///< empty when the device's speed is not known
  std::vector<Remedy> remedies;          ///< smallest changes first; empty when it fits
  std::vector<std::string> assumptions;  ///< one line each
  std::optional<ChunkedLossEstimate> chunked;
  // From estimate_model() alone.
  std::optional<SmallerClass> smaller;
  bool sharding_open = false;  ///< nothing tells how the run is sharded: low is with ZeRO-3
};

/// States est.* facts.
void add_facts(const Estimate& estimate, FactTable& facts);
std::span<const FactDeclaration> fact_declarations();

}  // namespace grpolint::sizing
