#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "fact/value.h"
#include "report/size.h"
#include "report/text.h"

namespace grpolint::report {
namespace {

using sizing::ComponentKind;
using sizing::Phase;

constexpr std::array kPhases = {Phase::Load,      Phase::EngineStart,  Phase::Rollout,
                                Phase::LogProb,   Phase::TrainingStep, Phase::OptimizerStep,
                                Phase::WeightSync};
constexpr std::array kComponents = {
    ComponentKind::Weights,        ComponentKind::Adapters,          ComponentKind::Gradients,
    ComponentKind::OptimizerState, ComponentKind::Activations,       ComponentKind::Logits,
    ComponentKind::ReferenceModel, ComponentKind::RewardModels,      ComponentKind::EngineWeights,
    ComponentKind::KvCache,        ComponentKind::EngineActivations, ComponentKind::EngineGraphs,
    ComponentKind::EngineResidual, ComponentKind::SyncBuffer,        ComponentKind::Communication,
    ComponentKind::Overhead};

/// "KV cache", "kv-cache" and "kv_cache" are the same name.
std::string name_key(std::string_view name) {
  std::string key;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      key += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return key;
}

bool same_name(std::string_view a, std::string_view b) { return name_key(a) == name_key(b); }

std::string component_text(const sizing::Component& component, const TextStyle& style) {
  const auto amount = [](double value) { return format_quantity(value, Unit::Bytes); };
  std::string out = fmt::format(
      "  {}  {} ({} to {})\n", paint(to_string(component.kind), Role::Emphasis, style),
      amount(component.bytes.likely), amount(component.bytes.low), amount(component.bytes.high));
  if (!component.formula.empty()) out += fmt::format("      {}\n", component.formula);
  if (!component.numbers.empty()) out += fmt::format("    = {}\n", component.numbers);
  if (!component.source.empty()) {
    out += paint(fmt::format("      {}", component.source), Role::Gutter, style) + '\n';
  }
  return out;
}

std::string device_text(const sizing::DeviceEstimate& device, std::string_view what,
                        const TextStyle& style) {
  std::string out;
  for (const sizing::PhaseEstimate& phase : device.phases) {
    const bool whole = what == "all" || same_name(what, to_string(phase.phase));
    std::string components;
    for (const sizing::Component& component : phase.components) {
      if (whole || same_name(what, to_string(component.kind))) {
        components += component_text(component, style);
      }
    }
    if (components.empty()) continue;
    out += fmt::format("\n{} on {}\n", to_string(phase.phase), device.gpu) + components;
  }
  return out;
}

}  // namespace

std::vector<std::string_view> explainable() {
  std::vector<std::string_view> names = {"all"};
  for (const Phase phase : kPhases) names.push_back(to_string(phase));
  for (const ComponentKind component : kComponents) names.push_back(to_string(component));
  return names;
}

std::string size_explanation(const SizedRun& run, std::string_view what, const TextStyle& style) {
  const std::vector<std::string_view> known = explainable();
  if (std::none_of(known.begin(), known.end(),
                   [&](std::string_view name) { return same_name(what, name); })) {
    return {};
  }
  const sizing::Estimate& estimate = *run.analysis->estimate;
  std::string out = device_text(estimate.trainer, what, style);
  if (estimate.engine) out += device_text(*estimate.engine, what, style);
  if (out.empty()) out = fmt::format("\nthis run has no {}\n", what);
  return out;
}

}  // namespace grpolint::report
