#include "lint/target_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "fact/version.h"
#include "hardware/gpu.h"

namespace grpolint::lint {
namespace {

using Check = TargetField::Check;

// Bounds are far above what exists, so that slips (bytes for GiB, a digit too many) are noticed.
constexpr double kMostDevices = 1e6;
constexpr double kMostTokens = 1e7;  // the longest context stated for a model: Llama 4 Scout,
                                     // https://ai.meta.com/blog/llama-4-multimodal-intelligence
constexpr double kMostGiB = 1e5;
constexpr double kMostGbPerSecond = 1e6;
constexpr double kMostSeconds = 1e7;

constexpr auto kFields = std::to_array<TargetField>({
    {"gpu", "--gpu", "NAME[:COUNT]", "GPU of the trainer and how many: 4090, h100:8, auto",
     &Target::gpu, 1, Check::Gpu},
    {"engine_gpu", "--engine-gpu", "NAME[:COUNT]",
     "GPU of the vLLM server when vllm_mode is server", &Target::engine_gpu, 1, Check::Gpu},
    {"nodes", "--nodes", "N", "number of machines", &Target::nodes, 1, Check::None, false,
     kMostDevices},
    {"num_processes", "--num-processes", "N", "training processes over all machines",
     &Target::num_processes, 1, Check::None, false, kMostDevices},
    {"route", "--route", "ROUTE", "how the file reaches GRPOConfig: trl, python or unknown",
     &Target::route, 1, Check::Route},
    {"trl", "--trl-version", "VERSION", "TRL release the run uses", &Target::trl_version, 1,
     Check::Version},
    {"transformers", "--transformers-version", "VERSION", "transformers release the run uses",
     &Target::transformers_version, 1, Check::Version},
    {"vllm", "--vllm-version", "VERSION", "vLLM release the run uses", &Target::vllm_version, 1,
     Check::Version},
    {"unsloth", "--unsloth-version", "VERSION", "Unsloth release the run uses",
     &Target::unsloth_version, 1, Check::Version},
    {"model_config", "--model-config", "FILE", "config.json of the model, for its exact shape",
     &Target::model_config, 1, Check::None, true},
    {"accelerate_config", "--accelerate-config", "FILE", "accelerate YAML the run is launched with",
     &Target::accelerate_config, 1, Check::None, true},
    {"prompt_tokens", "--prompt-tokens", "N", "typical length of a prompt", &Target::prompt_tokens,
     1, Check::None, false, kMostTokens},
    {"completion_tokens", "--completion-tokens", "N", "mean length of a completion, as observed",
     &Target::completion_tokens, 1, Check::None, false, kMostTokens},
    {"bandwidth_gb_s", "--bandwidth-gb-s", "GB/S", "memory bandwidth to plan decoding with",
     &Target::bandwidth, 1e9, Check::None, false, kMostGbPerSecond},
    {"measured_peak_gib", "--measured-peak-gib", "GIB", "peak memory measured in a real run",
     &Target::measured_peak_gib, 1, Check::None, false, kMostGiB},
    {"measured_step_seconds", "--measured-step-seconds", "S",
     "time of an optimizer step measured in a real run", &Target::measured_step_seconds, 1,
     Check::None, false, kMostSeconds},
    {"fast_enough_seconds", "--fast-enough-seconds", "S",
     "longest acceptable rollout per optimizer step (default 600)", &Target::fast_enough_seconds, 1,
     Check::None, false, kMostSeconds},
});

std::optional<std::string> gpu_problem(std::string_view text) {
  if (text == "auto") return std::nullopt;
  const auto selection = hardware::select(text);
  if (selection) return std::nullopt;
  return fmt::format("cannot be '{}': {}", text, selection.error().message);
}

std::optional<std::string> state_text(const TargetField& field, std::string_view text,
                                      std::string by, Target& target) {
  if (text.empty()) return "needs a value";
  if (field.check == Check::Version && !Version::parse(text)) {
    return "needs a release number such as 0.24.0";
  }
  if (field.check == Check::Route && text != "trl" && text != "python" && text != "unknown") {
    return "must be trl, python or unknown";
  }
  target.*std::get<TargetField::Text>(field.member) =
      Stated<std::string>{std::string(text), std::move(by)};
  return std::nullopt;
}

std::optional<std::string> beyond(const TargetField& field, double value) {
  if (field.most == 0 || value <= field.most) return std::nullopt;
  return fmt::format("is at most {:.0f}", field.most);
}

std::optional<std::string> state_count(const TargetField& field, std::string_view text,
                                       std::string by, Target& target) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1) {
    return "needs a whole number of at least 1";
  }
  if (auto problem = beyond(field, value)) return problem;
  target.*std::get<TargetField::Count>(field.member) = Stated<int>{value, std::move(by)};
  return std::nullopt;
}

std::optional<std::string> state_number(const TargetField& field, std::string_view text,
                                        std::string by, Target& target) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value) ||
      value <= 0) {
    return "needs a number above 0";
  }
  if (auto problem = beyond(field, value)) return problem;
  target.*std::get<TargetField::Number>(field.member) =
      Stated<double>{value * field.scale, std::move(by)};
  return std::nullopt;
}

}  // namespace

std::span<const TargetField> target_fields() { return kFields; }

const TargetField* find_target_field(std::string_view key) {
  std::string spelled(key);
  std::replace(spelled.begin(), spelled.end(), '-', '_');
  const auto found = std::find_if(kFields.begin(), kFields.end(),
                                  [&](const TargetField& field) { return field.key == spelled; });
  return found == kFields.end() ? nullptr : &*found;
}

std::optional<std::string> state_unchecked(const TargetField& field, std::string_view text,
                                           std::string by, Target& target) {
  switch (field.member.index()) {
    case 0:
      return state_text(field, text, std::move(by), target);
    case 1:
      return state_count(field, text, std::move(by), target);
    default:
      return state_number(field, text, std::move(by), target);
  }
}

std::optional<std::string> state(const TargetField& field, std::string_view text, std::string by,
                                 Target& target) {
  if (field.check == Check::Gpu && !text.empty()) {
    if (auto problem = gpu_problem(text)) return problem;
  }
  return state_unchecked(field, text, std::move(by), target);
}

std::optional<std::string> unknown_gpu(const Target& target) {
  for (const TargetField& field : kFields) {
    if (field.check != Check::Gpu) continue;
    const auto& stated = target.*std::get<TargetField::Text>(field.member);
    if (!stated) continue;
    if (auto problem = gpu_problem(stated->value)) {
      return fmt::format("{}: {}", stated->by, *problem);
    }
  }
  return std::nullopt;
}

Target overlay(Target stronger, const Target& weaker) {
  for (const TargetField& field : kFields) {
    std::visit(
        [&](auto member) {
          if (!(stronger.*member)) stronger.*member = weaker.*member;
        },
        field.member);
  }
  return stronger;
}

std::vector<StatedText> stated_fields(const Target& target) {
  std::vector<StatedText> stated;
  for (const TargetField& field : kFields) {
    std::visit(
        [&](auto member) {
          const auto& value = target.*member;
          if (!value) return;
          if constexpr (std::is_same_v<decltype(member), TargetField::Number>) {
            stated.push_back({field.key, fmt::format("{}", value->value / field.scale), value->by});
          } else {
            stated.push_back({field.key, fmt::format("{}", value->value), value->by});
          }
        },
        field.member);
  }
  return stated;
}

}  // namespace grpolint::lint
