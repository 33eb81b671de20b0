#include "sizing/validate.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace grpolint::sizing {
namespace {

constexpr double kLongest = 16.0 * 1024 * 1024;  // tokens

/// Counts reach validation cut to this size: what is as large was never written so.
constexpr double kCut = 1e15;

/// Whole numbers digit by digit, as they are written in configs: 16777216, not 1.67772e+07.
std::string in_digits(double value) {
  const bool whole = std::abs(value) < kCut && value == std::trunc(value);
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:g}", value);
}

class Checker {
 public:
  void within(std::string_view field, double value, double low, double high) {
    if (!error_.empty() || (value >= low && value <= high)) return;  // NaN fails both
    const std::string written = std::abs(value) == kCut ? "far" : in_digits(value) + ",";
    error_ =
        fmt::format("{} is {} outside {} to {}", field, written, in_digits(low), in_digits(high));
  }
  void holds(bool condition, std::string_view message) {
    if (error_.empty() && !condition) error_ = message;
  }
  std::optional<Error> result() const {
    if (error_.empty()) return std::nullopt;
    return Error{"cannot size this run: " + error_};
  }

 private:
  std::string error_;
};

double real(std::int64_t count) { return static_cast<double>(count); }

void check_model(const model::Geometry& g, Checker& c) {
  c.within("model parameters", real(g.parameters), 1, 1e14);
  c.within("model layers", real(g.layers), 1, 1e4);
  c.within("hidden size", real(g.hidden), 1, 1e7);
  c.within("intermediate size", real(g.intermediate), 0, 1e8);
  c.within("attention heads", real(g.heads), 0, 1e5);
  c.within("key/value heads", real(g.kv_heads), 0, 1e5);
  c.within("head size", real(g.head_dim), 0, 1e5);
  c.within("vocabulary", real(g.vocabulary), 1, 1e8);
  c.within("context length", real(g.context_length), 0, 1e9);
  c.holds(g.linear_layers <= g.layers && g.sliding_layers <= g.layers && g.moe_layers <= g.layers,
          "more layers of one kind than layers");
  c.holds(g.experts_per_token <= g.experts, "more experts per token than experts");
}

void check_engine(const EngineSetup& e, Checker& c) {
  if (e.mode == Engine::None) return;
  c.within("gpu_memory_utilization", e.utilization, 0, 1);
  c.holds(e.utilization > 0, "gpu_memory_utilization must be above 0");
  c.within("tensor parallel size", real(e.tensor_parallel), 1, 1024);
  c.within("data parallel size", real(e.data_parallel), 1, 4096);
  c.within("engine sequences", real(e.max_sequences), 1, 1 << 20);
  c.within("engine batched tokens", real(e.batched_tokens), 1, 1 << 20);
  c.within("bytes per cache element", e.kv_bytes_per_element, 0.25, 4);
  c.within("engine LoRA rank", real(e.lora_rank), 0, 4096);
  if (e.max_model_length) {
    c.within("maximum model length", e.max_model_length->value, 1, kLongest);
  }
  if (e.gpu) c.within("memory of the engine's GPU", e.gpu->capacity_bytes, kGiB, 65536 * kGiB);
}

}  // namespace

std::optional<Error> validate(const Setup& s) {
  Checker c;
  check_model(s.model, c);
  c.within("GPU memory", s.gpu.capacity_bytes, kGiB, 65536 * kGiB);
  c.within("GPU bandwidth", s.gpu.bandwidth, 0, 1e18);
  if (s.adapter.present) c.within("LoRA rank", real(s.adapter.rank), 1, 4096);
  c.within("reward model parameters", s.reward_model_parameters, 0, 1e13);
  c.within("per_device_train_batch_size", real(s.micro_batch), 1, 65536);
  c.within("gradient_accumulation_steps", real(s.accumulation), 1, 65536);
  c.within("steps_per_generation", real(s.steps_per_generation), 1, 65536);
  c.within("num_iterations", real(s.num_iterations), 1, 1024);
  c.within("num_generations", real(s.num_generations), 1, 65536);
  c.within("prompt tokens", s.prompt.low, 0, kLongest);
  c.within("prompt tokens", s.prompt.likely, s.prompt.low, kLongest);
  c.within("prompt tokens", s.prompt.high, s.prompt.likely, kLongest);
  c.within("max_completion_length", s.completion.value, 1, kLongest);
  if (s.mean_completion) {
    c.within("mean completion length", s.mean_completion->value, 0, kLongest);
  }
  c.within("optimizer rank", real(s.optimizer_rank), 1, 65536);
  c.within("number of processes", real(s.world_size), 1, 1 << 20);
  check_engine(s.engine, c);
  if (s.bandwidth) c.within("planned bandwidth", s.bandwidth->value, 1e6, 1e18);
  if (s.measured_step_seconds) {
    c.within("measured step seconds", s.measured_step_seconds->value, 1e-3, 1e9);
  }
  if (s.measured_peak) {
    c.within("measured peak", s.measured_peak->value, kMiB, 65536 * kGiB);
  }
  return c.result();
}

}  // namespace grpolint::sizing
