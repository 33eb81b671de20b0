#include <cmath>
#include <cstdint>

#include "fact/value.h"
#include "report/size.h"
#include "report/size_json_parts.h"

namespace grpolint::report {

Json json_range(const sizing::Range& range) {
  return {{"low", range.low}, {"likely", range.likely}, {"high", range.high}};
}

Json json_bytes(const sizing::Range& range) {
  const auto whole = [](double value) { return std::int64_t{std::llround(value)}; };
  return {{"low", whole(range.low)}, {"likely", whole(range.likely)}, {"high", whole(range.high)}};
}

Json json_hardware(const hardware::Selection& selection) {
  return {{"id", selection.gpu->id},
          {"name", selection.gpu->name},
          {"class", hardware::hardware_class(*selection.gpu)},
          {"count", selection.count},
          {"capacity", static_cast<std::int64_t>(selection.gpu->capacity_bytes)}};
}

Json json_peak(const sizing::DeviceEstimate& device) {
  if (device.phases.empty()) return nullptr;
  return {{"phase", to_string(device.peak().phase)}, {"bytes", json_bytes(device.peak().bytes)}};
}

namespace {

Json json_value(const Value& value) {
  switch (value.kind()) {
    case ValueKind::Boolean:
      return value.as_boolean();
    case ValueKind::Number:
      return value.as_number();
    case ValueKind::Absent:
    case ValueKind::Unknown:
      return nullptr;
    default:
      return value.to_text();
  }
}

/// Every run.* fact that says something, with where it came from.
Json json_run(const lint::Analysis& analysis) {
  Json run;
  run["dialect"] = analysis.recognition.dialect;
  Json settings = Json::object();
  constexpr std::string_view kPrefix = "run.";
  for (const auto& [name, fact] : analysis.facts.all()) {
    if (!name.starts_with(kPrefix) || fact.value.is_absent()) continue;
    const Json value = fact.value.kind() == ValueKind::String ? Json(shown_value(name, fact.value))
                                                              : json_value(fact.value);
    settings[name.substr(kPrefix.size())] = {
        {"value", value}, {"origin", to_string(fact.origin)}, {"because", fact.because}};
  }
  run["settings"] = std::move(settings);
  return run;
}

Json json_model(const model::Model& model) {
  return {{"name", model.name},
          {"exact", model.exact},
          {"parameters", model.likely.parameters},
          {"active_parameters", model.likely.active_parameters},
          {"size_class", model::size_class_name(model.size_class)},
          {"because", model.because}};
}

Json json_phases(const sizing::DeviceEstimate& device) {
  Json phases = Json::array();
  for (const sizing::PhaseEstimate& phase : device.phases) {
    Json components = Json::array();
    for (const sizing::Component& component : phase.components) {
      components.push_back({{"name", to_string(component.kind)},
                            {"bytes", json_bytes(component.bytes)},
                            {"formula", component.formula},
                            {"numbers", component.numbers},
                            {"source", component.source}});
    }
    phases.push_back({{"name", to_string(phase.phase)},
                      {"bytes", json_bytes(phase.bytes)},
                      {"components", std::move(components)}});
  }
  return phases;
}

Json json_throughput(const sizing::Throughput& speed) {
  return {{"decode_tokens_per_second", json_range(speed.decode_tokens_per_second)},
          {"single_stream_tokens_per_second", json_range(speed.single_stream_tokens_per_second)},
          {"prefill_tokens_per_second", json_range(speed.prefill_tokens_per_second)},
          {"bandwidth", json_range(speed.bandwidth)},
          {"rollout_seconds", json_range(speed.rollout_seconds)},
          {"log_prob_seconds", json_range(speed.log_prob_seconds)},
          {"training_seconds", json_range(speed.training_seconds)},
          {"weight_sync_seconds", json_range(speed.weight_sync_seconds)},
          {"step_seconds", json_range(speed.step_seconds)},
          {"rollout_share", speed.rollout_share},
          {"waves", speed.waves},
          {"fast_enough", speed.fast_enough}};
}

void add_device(const sizing::DeviceEstimate& device, Json& object) {
  object["phases"] = json_phases(device);
  object["peak"] = json_peak(device);
  object["verdict"] = to_string(device.verdict);
  object["first_failure"] = device.first_failure;
  object["start_up_failures"] = device.start_up_failures;
  object["host_bytes"] = json_bytes(device.host_bytes);
}

Json json_sized(const SizedRun& sized) {
  const lint::Analysis& analysis = *sized.analysis;
  const sizing::Estimate& estimate = *analysis.estimate;
  Json out;
  out["file"] = sized.file;
  out["run"] = json_run(analysis);
  out["model"] = json_model(*analysis.model);
  out["hardware"] = json_hardware(*analysis.hardware);
  add_device(estimate.trainer, out);
  if (estimate.engine) {
    Json engine = {{"hardware", estimate.engine->gpu},
                   {"capacity", static_cast<std::int64_t>(estimate.engine->capacity_bytes)}};
    add_device(*estimate.engine, engine);
    out["engine"] = std::move(engine);
  } else {
    out["engine"] = nullptr;
  }
  out["throughput"] = estimate.throughput ? json_throughput(*estimate.throughput) : Json();
  Json remedies = Json::array();
  for (const sizing::Remedy& remedy : estimate.remedies) {
    Json settings = Json::object();
    for (const sizing::Setting& setting : remedy.settings) settings[setting.key] = setting.value;
    remedies.push_back({{"change", remedy.change},
                        {"settings", std::move(settings)},
                        {"peak", json_bytes(remedy.peak)},
                        {"verdict", to_string(remedy.verdict)},
                        {"for_smallest", remedy.for_smallest}});
  }
  out["remedies"] = std::move(remedies);
  out["assumptions"] = estimate.assumptions;
  out["notes"] = analysis.notes;
  return out;
}

}  // namespace

std::string size_json(std::span<const SizedRun> runs) {
  Json root = {{"version", 1}, {"tool", json_tool()}};
  if (runs.size() == 1) {
    root.update(json_sized(runs.front()));
    return json_text(root);
  }
  Json list = Json::array();
  for (const SizedRun& run : runs) list.push_back(json_sized(run));
  root["runs"] = std::move(list);
  return json_text(root);
}

}  // namespace grpolint::report
