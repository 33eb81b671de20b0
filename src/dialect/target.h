#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "grpolint/source.h"

namespace grpolint {

/// A setting the user states about the run from outside the config, and who said so. Sources in
/// falling priority: command line, pragma, [target] of grpolint.toml, companion file, detection.
template <typename T>
struct Stated {
  T value{};
  std::string by;  ///< "--gpu", "pragma on line 2", "[target] in grpolint.toml", "trl==0.24.0 in
                   ///< requirements.txt"
  std::optional<Span> span = {};  ///< of the value, when a pragma of the file under check says it
};

/// Everything known about a run that its config does not say. All optional; unknown stays unknown.
struct Target {
  std::optional<Stated<std::string>> gpu;         ///< "4090", "h100:8"
  std::optional<Stated<std::string>> engine_gpu;  ///< server-mode engine: NAME[:COUNT]
  std::optional<Stated<int>> nodes;
  std::optional<Stated<int>> num_processes;  ///< world size
  std::optional<Stated<std::string>> route;  ///< "trl" | "python" | "unknown"
  std::optional<Stated<std::string>> trl_version;
  std::optional<Stated<std::string>> transformers_version;
  std::optional<Stated<std::string>> vllm_version;
  std::optional<Stated<std::string>> unsloth_version;
  std::optional<Stated<std::string>> model_config;       ///< path of a config.json
  std::optional<Stated<std::string>> accelerate_config;  ///< path of an accelerate YAML
  std::optional<Stated<double>> prompt_tokens;
  std::optional<Stated<double>> completion_tokens;  ///< mean length observed
  std::optional<Stated<double>> bandwidth;          ///< bytes/s planned for decode
  std::optional<Stated<double>> measured_peak_gib;
  std::optional<Stated<double>> measured_step_seconds;
  std::optional<Stated<double>> fast_enough_seconds;  ///< rollout per optimizer step; default 600
};

}  // namespace grpolint
