#include "dialect/deriver.h"
#include "dialect/python_values.h"
#include "fact/three_valued.h"

namespace grpolint::dialect {
namespace {

// https://github.com/huggingface/trl, trl/trainer/grpo_config.py and trl/generation, by tag.
constexpr Version kServerOnly{0, 16, 0};   ///< no vllm_device any more, and no vllm_mode yet
constexpr Version kModeOption{0, 18, 0};   ///< vllm_mode
constexpr Version kSleepMode{0, 23, 0};    ///< vllm_enable_sleep_mode, level 1
constexpr Version kSleepLevel2{0, 25, 0};  ///< sleep(level=2)

bool one_gpu_is_stated(const Target& target) {
  if (!target.gpu) return false;
  const std::string_view name = target.gpu->value;
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos || name.substr(colon + 1) == "1";
}

/// TRL 0.14 and 0.15 start the engine in the first process on vllm_device. "auto" is the GPU after
/// those of training, or the only one there is:
/// https://github.com/huggingface/trl/blob/v0.15.2/trl/trainer/grpo_trainer.py (2025-02-21).
bool engine_shares_training_gpu(const Deriver& d) {
  const std::string_view device = d.text("vllm_device");
  const double processes = d.number("world_size").value_or(1);
  if (device == "auto") return processes == 1 && one_gpu_is_stated(d.target);
  constexpr std::string_view kCuda = "cuda:";
  if (!device.starts_with(kCuda)) return false;
  const std::optional<double> index = python_int(device.substr(kCuda.size()));
  return index && *index < processes;
}

/// TRL's own rule, which Unsloth follows unless it owns the engine.
Value trl_engine(const Deriver& d) {
  const std::optional<bool> use_vllm = d.truth("use_vllm");
  if (!use_vllm) return Value::unknown();
  if (!*use_vllm) return Value::string("none");
  if (d.trl() < kServerOnly && engine_shares_training_gpu(d)) return Value::string("colocate");
  if (d.trl() < kModeOption) return Value::string("server");
  const std::string_view mode = d.text("vllm_mode");
  if (mode != "server" && mode != "colocate") return Value::unknown();
  return Value::string(std::string(mode));
}

void engine(Deriver& d) {
  if (d.unsloth()) {
    // A model loaded with fast_inference forces use_vllm and colocate (unsloth/models/rl.py).
    const std::optional<bool> fast = d.truth("fast_inference");
    if (fast == true) {
      d.derive("engine", Value::string("colocate"), {"fast_inference"});
      return;
    }
    Value otherwise = trl_engine(d);
    const bool same = otherwise == Value::string("colocate");
    d.derive("engine", fast || same ? std::move(otherwise) : Value::unknown(),
             {"fast_inference", "use_vllm", "vllm_mode"});
    return;
  }
  std::vector<std::string> sources = {"use_vllm"};
  if (d.truth("use_vllm") != false) {
    sources = {d.trl() < kServerOnly ? "vllm_device" : "vllm_mode", "use_vllm"};
  }
  d.derive("engine", trl_engine(d), std::move(sources));
}

/// The environment reads text: `true` becomes "True", which is not "0".
std::optional<bool> standby_in_environment(const Deriver& d) {
  const Value& value = d.value("env.UNSLOTH_VLLM_STANDBY");
  if (!value.is_known()) return std::nullopt;
  if (value.is_absent()) return false;
  return value.to_text() != "0";
}

std::optional<bool> is_colocated(const Deriver& d) {
  if (d.unknown("engine")) return std::nullopt;
  return d.text("engine") == "colocate";
}

void sleep_level(Deriver& d, int level) {
  const std::optional<bool> sleeps = d.truth("sleep_mode");
  if (!sleeps) {
    d.derive("sleep_level", Value::unknown(), {"sleep_mode"});
    return;
  }
  // Home-made files that drive the engine themselves may name the level.
  if (*sleeps && d.written("sleep_level")) return;
  std::vector<std::string> sources = {"sleep_mode"};
  if (*sleeps && !d.unsloth()) sources.emplace_back("version.trl");
  d.derive("sleep_level", Value::number(*sleeps ? level : 0), std::move(sources));
}

}  // namespace

void derive_engine(Deriver& d) {
  engine(d);
  const std::optional<bool> colocated = is_colocated(d);

  const std::optional<bool> standby =
      d.unsloth() ? either(d.truth("unsloth_vllm_standby"), standby_in_environment(d))
                  : std::optional(false);
  d.derive("unsloth_standby", boolean_value(standby),
           d.unsloth()
               ? std::vector<std::string>{"unsloth_vllm_standby", "env.UNSLOTH_VLLM_STANDBY"}
               : std::vector<std::string>{});

  if (d.unsloth() && d.truth("fast_inference") == true) {
    // Unsloth sets vllm_enable_sleep_mode from its standby state; the key itself is overridden.
    d.derive("sleep_mode", boolean_value(both(standby, colocated)), {"unsloth_standby", "engine"});
    sleep_level(d, 1);
    return;
  }
  std::optional<bool> asked = d.truth("vllm_enable_sleep_mode");
  std::vector<std::string> sources = {"vllm_enable_sleep_mode", "engine"};
  if (asked != false) {
    sources.emplace_back("version.trl");
    if (d.trl() < kSleepMode) asked = false;
  }
  d.derive("sleep_mode", boolean_value(both(asked, colocated)), std::move(sources));
  sleep_level(d, d.trl() < kSleepLevel2 ? 1 : 2);
}

}  // namespace grpolint::dialect
