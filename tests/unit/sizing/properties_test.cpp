// Properties that hold for every run within the documented ranges, tried on generated ones.

#include <catch2/catch.hpp>
#include <cmath>

#include "runs.h"
#include "sizing/activations.h"
#include "sizing/logits.h"
#include "sizing/optimizer.h"
#include "sizing/residents.h"

namespace grpolint::sizing {
namespace {

constexpr int kRuns = 3000;

bool sound(const Range& r) {
  return std::isfinite(r.low) && std::isfinite(r.likely) && std::isfinite(r.high) && r.low >= 0 &&
         r.low <= r.likely && r.likely <= r.high;
}

void check_device(const DeviceEstimate& device) {
  CHECK(sound(device.host_bytes));
  for (const PhaseEstimate& phase : device.phases) {
    CHECK(sound(phase.bytes));
    CHECK(sound(phase.first_step));
    CHECK(phase.first_step.likely <= phase.bytes.likely);
    Range sum;
    for (const Component& c : phase.components) {
      INFO(to_string(c.kind));
      CHECK(sound(c.bytes));
      sum = {sum.low + c.bytes.low, sum.likely + c.bytes.likely, sum.high + c.bytes.high};
    }
    CHECK(sum.likely == Approx(phase.bytes.likely));
    CHECK(sum.high == Approx(phase.bytes.high));
  }
}

double likely_peak(const Setup& setup, Phase phase) {
  return phase_of(trainer_of(setup), phase).bytes.likely;
}

/// What the driver of a component does to it, beyond rounding.
bool not_below(double larger, double smaller) { return larger >= smaller * (1 - 1e-12); }

}  // namespace

TEST_CASE("Every figure is finite, not negative and in order") {
  std::mt19937 random(1);
  for (int i = 0; i < kRuns; ++i) {
    const Setup setup = random_run(random);
    const auto result = estimate(setup, Detail::Bare);
    REQUIRE(result.ok());
    INFO("run " << i);
    check_device(result->trainer);
    if (result->engine) check_device(*result->engine);
    if (!result->throughput) continue;
    const Throughput& t = *result->throughput;
    for (const Range& r :
         {t.decode_tokens_per_second, t.single_stream_tokens_per_second, t.bandwidth,
          t.rollout_seconds, t.log_prob_seconds, t.training_seconds, t.step_seconds}) {
      CHECK(sound(r));
    }
    CHECK(t.rollout_share >= 0);
    CHECK(t.rollout_share <= 1);
    CHECK(t.waves >= 1);
  }
}

TEST_CASE("The training step never shrinks when its drivers grow") {
  std::mt19937 random(2);
  for (int i = 0; i < kRuns; ++i) {
    const Setup setup = random_run(random);
    INFO("run " << i);
    Setup longer = setup;
    longer.completion = setup.completion * 2;
    CHECK(not_below(likely_peak(longer, Phase::TrainingStep),
                    likely_peak(setup, Phase::TrainingStep)));
    if (setup.micro_batch * 2 > 65536) continue;
    Setup wider = setup;
    wider.micro_batch = setup.micro_batch * 2;
    // A larger micro-batch is more sequences for the engine as well; hold those.
    CHECK(not_below(likely_peak(wider, Phase::TrainingStep),
                    likely_peak(setup, Phase::TrainingStep)));
  }
}

TEST_CASE("No component shrinks when its own driver grows") {
  std::mt19937 random(3);
  for (int i = 0; i < kRuns; ++i) {
    const Setup setup = random_run(random);
    INFO("run " << i);
    Setup longer = setup;
    longer.completion = setup.completion * 2;
    const Parameters p = count(setup);
    const auto pairs = [&](auto price) {
      const Range before = price(setup, micro_batch(setup)).bytes;
      const Range after = price(longer, micro_batch(longer)).bytes;
      CHECK(not_below(after.low, before.low));
      CHECK(not_below(after.likely, before.likely));
      CHECK(not_below(after.high, before.high));
    };
    pairs([&](const Setup& s, const MicroBatch& b) {
      return kept_activations(s, b, p, Detail::Bare);
    });
    pairs([&](const Setup& s, const MicroBatch& b) {
      return recomputed_layer(s, b, p, Detail::Bare);
    });
    pairs([&](const Setup& s, const MicroBatch& b) {
      return training_logits(s, b, p, Detail::Bare);
    });
    pairs([&](const Setup& s, const MicroBatch& b) { return log_prob_logits(s, b, Detail::Bare); });
    if (!setup.adapter.present || setup.adapter.rank * 2 > 4096) continue;
    Setup higher = setup;
    higher.adapter.rank = setup.adapter.rank * 2;
    const Parameters q = count(higher);
    CHECK(not_below(adapters(higher, q, Detail::Bare).bytes.likely,
                    adapters(setup, p, Detail::Bare).bytes.likely));
    CHECK(not_below(gradients(higher, q, Detail::Bare).bytes.likely,
                    gradients(setup, p, Detail::Bare).bytes.likely));
    // 8-bit states leave small tensors at 32 bit: there a higher rank can cost less.
    if (find_optimizer(setup.optimizer)->shape == StateShape::Blockwise) continue;
    CHECK(not_below(optimizer_states(higher, q, Detail::Bare).bytes.likely,
                    optimizer_states(setup, p, Detail::Bare).bytes.likely));
  }
}

TEST_CASE("Sharding over more GPUs never raises a sharded component") {
  std::mt19937 random(4);
  for (int i = 0; i < kRuns; ++i) {
    const Setup setup = random_run(random);
    INFO("run " << i);
    Setup more = setup;
    more.world_size = setup.world_size * 2;
    const Parameters p = count(setup);
    const Parameters q = count(more);
    CHECK(not_below(weights(setup, p, Detail::Bare).bytes.likely,
                    weights(more, q, Detail::Bare).bytes.likely));
    CHECK(not_below(gradients(setup, p, Detail::Bare).bytes.likely,
                    gradients(more, q, Detail::Bare).bytes.likely));
    CHECK(not_below(optimizer_states(setup, p, Detail::Bare).bytes.likely,
                    optimizer_states(more, q, Detail::Bare).bytes.likely));
    CHECK(not_below(reference_model(setup, p, Detail::Bare).bytes.likely,
                    reference_model(more, q, Detail::Bare).bytes.likely));
  }
}

TEST_CASE("A further ZeRO stage never raises weights, gradients or states") {
  std::mt19937 random(5);
  for (int i = 0; i < kRuns; ++i) {
    Setup setup = random_run(random);
    setup.precision = Precision::Native16;
    double weights_before = INFINITY;
    double gradients_before = INFINITY;
    double states_before = INFINITY;
    for (const Sharding stage :
         {Sharding::None, Sharding::Zero1, Sharding::Zero2, Sharding::Zero3}) {
      setup.sharding = stage;
      const Parameters p = count(setup);
      const double w = weights(setup, p, Detail::Bare).bytes.likely;
      const double g = gradients(setup, p, Detail::Bare).bytes.likely;
      const double o = optimizer_states(setup, p, Detail::Bare).bytes.likely;
      CHECK(not_below(weights_before, w));
      CHECK(not_below(gradients_before, g));
      CHECK(not_below(states_before, o));
      weights_before = w;
      gradients_before = g;
      states_before = o;
    }
  }
}

TEST_CASE("What lies outside the documented ranges is refused in words") {
  const Setup good = trl_run("Qwen2.5-0.5B", "4090");
  const auto refused = [&](auto change, std::string_view field) {
    Setup bad = good;
    change(bad);
    const auto result = estimate(bad);
    REQUIRE_FALSE(result.ok());
    CHECK_THAT(result.error().message, Catch::Contains(std::string(field)));
  };
  REQUIRE(estimate(good).ok());
  refused([](Setup& s) { s.micro_batch = 0; }, "per_device_train_batch_size");
  refused([](Setup& s) { s.completion = Tokens{NAN}; }, "max_completion_length");
  refused([](Setup& s) { s.completion = Tokens{1e12}; }, "max_completion_length");
  refused([](Setup& s) { s.completion = Tokens{20'000'000}; }, "20000000, outside 1 to 16777216");
  refused([](Setup& s) { s.prompt.likely = -1; }, "prompt");
  refused([](Setup& s) { s.model.parameters = 0; }, "parameters");
  refused([](Setup& s) { s.gpu.capacity_bytes = 0; }, "GPU memory");
  refused(
      [](Setup& s) {
        s.engine.mode = Engine::Colocate;
        s.engine.utilization = 1.2;
      },
      "gpu_memory_utilization");
  refused(
      [](Setup& s) {
        s.engine.mode = Engine::Colocate;
        s.engine.utilization = NAN;
      },
      "gpu_memory_utilization is nan, outside 0 to 1");
  refused(
      [](Setup& s) {
        s.adapter.present = true;
        s.adapter.rank = 0;
      },
      "LoRA rank");
}

TEST_CASE("A count that was cut on its way is not quoted as if it were written") {
  Setup bad = trl_run("Qwen2.5-0.5B", "4090");
  bad.accumulation = 1'000'000'000'000'000;
  const auto result = estimate(bad);
  REQUIRE_FALSE(result.ok());
  CHECK_THAT(result.error().message,
             Catch::EndsWith("accumulation_steps is far outside 1 to 65536"));
}

}  // namespace grpolint::sizing
