#include <fmt/format.h>

#include <algorithm>

#include "sizing/estimate.h"
#include "sizing/range.h"

namespace grpolint::sizing {
namespace {

/// States the est.* facts; what does not apply is Absent, so that rules can ask for it.
class Statements {
 public:
  explicit Statements(FactTable& facts) : facts_(facts) {}

  void state(std::string_view name, Value value) {
    facts_.derive("est." + std::string(name), std::move(value), sources_);
  }
  void bytes(std::string_view name, std::optional<double> value) {
    number(name, value, Unit::Bytes);
  }
  void number(std::string_view name, std::optional<double> value, Unit unit) {
    state(name, value ? Value::number(*value, unit) : Value::absent());
  }
  void text(std::string_view name, std::string value) {
    state(name, value.empty() ? Value::absent() : Value::string(std::move(value)));
  }

 private:
  FactTable& facts_;
  // What every estimate hangs on: the model's geometry, the lengths and the batch.
  std::vector<std::string> sources_ = {"model.parameters", "hw.capacity", "run.micro_batch",
                                       "run.max_completion_length", "run.prompt_tokens"};
};

std::string largest_components(const PhaseEstimate& phase) {
  // A kind may come in several components, each with arithmetic of its own.
  std::vector<std::pair<ComponentKind, double>> kinds;
  for (const Component& c : phase.components) {
    const auto same = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const auto& kind) { return kind.first == c.kind; });
    if (same == kinds.end()) {
      kinds.emplace_back(c.kind, c.bytes.likely);
    } else {
      same->second += c.bytes.likely;
    }
  }
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string words;
  for (std::size_t i = 0; i < kinds.size() && i < 3; ++i) {
    if (!words.empty()) words += ", ";
    words += fmt::format("{} {}", to_string(kinds[i].first),
                         format_quantity(kinds[i].second, Unit::Bytes));
  }
  return words;
}

/// The first remedies, smallest change first.
std::string remedy_words(const std::vector<Remedy>& remedies, std::size_t most) {
  std::string words;
  for (std::size_t i = 0; i < remedies.size() && i < most; ++i) {
    const Remedy& r = remedies[i];
    if (!words.empty()) words += "; or ";
    words += fmt::format("{} gives {}", described(r), format_quantity(r.peak.likely, Unit::Bytes));
    if (r.verdict == Verdict::Tight) words += " (tight)";
  }
  return words;
}

double component_bytes(const PhaseEstimate& phase, ComponentKind kind) {
  double bytes = 0;
  for (const Component& c : phase.components) {
    if (c.kind == kind) bytes += c.bytes.likely;
  }
  return bytes;
}

double most_in_any_phase(const DeviceEstimate& device, Case which) {
  double most = 0;
  for (const PhaseEstimate& phase : device.phases) most = std::max(most, at(phase.bytes, which));
  return most;
}

const PhaseEstimate* training_phase(const DeviceEstimate& device) {
  const auto found =
      std::find_if(device.phases.begin(), device.phases.end(),
                   [](const PhaseEstimate& p) { return p.phase == Phase::TrainingStep; });
  return found == device.phases.end() ? nullptr : &*found;
}

void state_memory(const Estimate& estimate, Statements& out) {
  const DeviceEstimate& device = estimate.trainer;
  const PhaseEstimate& peak = device.peak();
  out.text("verdict", std::string(to_string(device.verdict)));
  out.bytes("peak", peak.bytes.likely);
  // Not of the phase whose likely bytes are the most: each case has its own peak.
  out.bytes("peak_low", most_in_any_phase(device, Case::Low));
  out.bytes("peak_high", most_in_any_phase(device, Case::High));
  out.bytes("capacity", device.capacity_bytes);
  out.text("peak_phase", std::string(to_string(peak.phase)));
  out.state("sharding_open", Value::boolean(estimate.sharding_open));
  out.text("first_failure", device.first_failure);
  out.text("components", largest_components(peak));
  out.text("remedies", remedy_words(estimate.remedies, 2));
  out.text("remedy", remedy_words(estimate.remedies, 1));
  out.text("engine_start_failure",
           device.start_up_failures.empty() ? std::string() : device.start_up_failures.front());
  std::optional<double> weights;
  std::optional<double> logits;
  std::optional<double> share;
  if (const PhaseEstimate* training = training_phase(device)) {
    weights = component_bytes(*training, ComponentKind::Weights);
    logits = component_bytes(*training, ComponentKind::Logits);
    if (training->bytes.likely > 0) share = *logits / training->bytes.likely;
  }
  out.bytes("weights", weights);
  out.bytes("logits", logits);
  out.number("logits_share", share, Unit::None);
  const auto& chunked = estimate.chunked;
  out.bytes("logits_chunked", chunked ? std::optional(chunked->logits.likely) : std::nullopt);
  out.bytes("peak_chunked", chunked ? std::optional(chunked->peak.likely) : std::nullopt);
  const auto& engine = estimate.engine;
  out.text("engine_verdict", engine ? std::string(to_string(engine->verdict)) : std::string());
  out.bytes("engine_peak", engine ? std::optional(engine->peak().bytes.likely) : std::nullopt);
}

void state_speed(const Estimate& estimate, Statements& out) {
  const Throughput* t = estimate.throughput ? &*estimate.throughput : nullptr;
  const auto of = [&](auto read) -> std::optional<double> {
    if (t == nullptr) return std::nullopt;
    return read(*t);
  };
  using T = const Throughput&;
  const Unit rate = Unit::TokensPerSecond;
  out.number("decode_low", of([](T x) { return x.decode_tokens_per_second.low; }), rate);
  out.number("decode", of([](T x) { return x.decode_tokens_per_second.likely; }), rate);
  out.number("decode_high", of([](T x) { return x.decode_tokens_per_second.high; }), rate);
  out.number("bandwidth_low", of([](T x) { return x.bandwidth_printed.low; }),
             Unit::BytesPerSecond);
  out.number("bandwidth_high", of([](T x) { return x.bandwidth_printed.high; }),
             Unit::BytesPerSecond);
  out.number("rollout_seconds", of([](T x) { return x.rollout_seconds.likely; }), Unit::Seconds);
  out.number("rollout_seconds_low", of([](T x) { return x.rollout_seconds.low; }), Unit::Seconds);
  out.number("rollout_seconds_high", of([](T x) { return x.rollout_seconds.high; }), Unit::Seconds);
  out.number("step_seconds", of([](T x) { return x.step_seconds.likely; }), Unit::Seconds);
  out.number("rollout_share", of([](T x) { return x.rollout_share; }), Unit::None);
  out.state("fast_enough", t == nullptr ? Value::absent() : Value::boolean(t->fast_enough));
  const auto& smaller = estimate.smaller;
  out.text("smaller_class", smaller ? smaller->name : std::string());
  out.number("smaller_decode",
             smaller ? std::optional(smaller->decode_tokens_per_second.likely) : std::nullopt,
             rate);
  out.number("smaller_rollout_seconds",
             smaller ? std::optional(smaller->rollout_seconds.likely) : std::nullopt,
             Unit::Seconds);
}

}  // namespace

void add_facts(const Estimate& estimate, FactTable& facts) {
  Statements out(facts);
  state_memory(estimate, out);
  state_speed(estimate, out);
}

}  // namespace grpolint::sizing
