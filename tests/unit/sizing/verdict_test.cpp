#include "sizing/verdict.h"

#include <catch2/catch.hpp>

#include "runs.h"
#include "sizing/remedies.h"

namespace grpolint::sizing {

TEST_CASE("The verdict rule") {
  CHECK(verdict_of({50, 60, 120}, 100) == Verdict::Fits);
  CHECK(verdict_of({50, 95, 96}, 100) == Verdict::Fits);
  CHECK(verdict_of({50, 95.1, 96}, 100) == Verdict::Tight);
  CHECK(verdict_of({99, 150, 160}, 100) == Verdict::Tight);
  CHECK(verdict_of({101, 150, 160}, 100) == Verdict::DoesNotFit);
}

TEST_CASE("The first failure follows the order of a run") {
  Setup s = trl_run("Qwen2.5-3B", "4090");
  SECTION("weights alone") {
    s.model = model_named("Qwen2.5-32B");
    CHECK(trainer_of(s).first_failure == "load");
  }
  SECTION("optimizer states appear in the first step") {
    // 12.3 GB of weights and as much of gradients pass; 24.7 GB of states do not.
    s.micro_batch = 1;
    s.completion = Tokens{64};
    s.weight_dtype = Dtype::BFloat16;
    s.optimizer = "paged_adamw_32bit";
    s.gpu.unified_memory = true;  // states cannot be paged out
    const DeviceEstimate device = trainer_of(s);
    CHECK(device.verdict == Verdict::DoesNotFit);
    CHECK(device.first_failure == "step 1, optimizer step");
  }
}

TEST_CASE("A run that fits has no remedies and no failure") {
  Setup s = trl_run("Qwen2.5-0.5B", "h100");
  const auto result = estimate(s);
  REQUIRE(result.ok());
  CHECK(result->trainer.verdict == Verdict::Fits);
  CHECK(result->trainer.first_failure.empty());
  CHECK(result->remedies.empty());
}

TEST_CASE("Remedies bring the run under and say with what peak") {
  Setup s = trl_run("Qwen2.5-1.5B", "4090");
  const auto result = estimate(s);
  REQUIRE(result.ok());
  REQUIRE(result->trainer.verdict != Verdict::Fits);
  REQUIRE_FALSE(result->remedies.empty());
  for (const Remedy& remedy : result->remedies) {
    INFO(remedy.change);
    CHECK(remedy.verdict == Verdict::Fits);
    CHECK(remedy.peak.likely < result->trainer.peak().bytes.likely);
    CHECK(remedy.peak.likely <= 0.95 * result->trainer.capacity_bytes);
  }
}

TEST_CASE("Sleep mode is proposed only where rollouts follow the policy") {
  Setup s = trl_run("Qwen2.5-3B", "a100-80gb");
  s.weight_dtype = Dtype::BFloat16;
  s.engine.mode = Engine::Colocate;
  s.engine.utilization = 0.7;
  s.engine.max_model_length = Tokens{1024};
  const auto proposes_sleep = [&] {
    const auto remedies = find_remedies(s, trainer_of(s).verdict);
    return std::any_of(remedies.begin(), remedies.end(),
                       [](const Remedy& r) { return r.change.find("sleep") != std::string::npos; });
  };
  REQUIRE(trainer_of(s).verdict != Verdict::Fits);
  CHECK(proposes_sleep());
  s.sleep_keeps_old_weights = true;
  CHECK_FALSE(proposes_sleep());
  s.sleep_keeps_old_weights = false;
  s.sleep_available = false;
  CHECK_FALSE(proposes_sleep());
}

TEST_CASE("Remedies name keys that the run's release reads") {
  Setup s = trl_run("Qwen2.5-14B", "h100");
  s.adapter.present = true;
  s.micro_batch = 1;
  s.engine.mode = Engine::None;
  s.completion = Tokens{8192};
  const auto proposed = [&](std::string_view words) {
    std::string all;
    for (const Remedy& r : find_remedies(s, trainer_of(s).verdict)) all += r.change + "\n";
    INFO(all);
    return all.find(words) != std::string::npos;
  };
  REQUIRE(trainer_of(s).verdict != Verdict::Fits);
  CHECK(proposed("use_liger_kernel: true"));
  s.liger_loss_key = true;
  CHECK(proposed("use_liger_loss: true"));
  CHECK(proposed("dtype: bfloat16\n"));
  s.model_keys = ModelKeys::ReadLater;
  s.torch_dtype_key = true;
  CHECK(proposed("model_init_kwargs.torch_dtype: bfloat16"));
}

TEST_CASE("Two changes are proposed when one is not enough") {
  Setup s = trl_run("Qwen2.5-7B", "4090");
  const auto result = estimate(s);
  REQUIRE(result.ok());
  REQUIRE(result->trainer.verdict == Verdict::DoesNotFit);
  REQUIRE_FALSE(result->remedies.empty());
}

TEST_CASE("A measured peak replaces the likely one") {
  Setup s = trl_run("Qwen2.5-1.5B", "a100-80gb");
  s.measured_peak = Bytes{30 * kGiB};
  const DeviceEstimate device = trainer_of(s);
  CHECK(device.peak().bytes.likely == Approx(30 * kGiB));
  CHECK(device.peak().bytes.low >= 0.96 * 30 * kGiB);
  CHECK(device.peak().bytes.high <= 1.06 * 30 * kGiB);
}

TEST_CASE("Every component shows its formula, numbers and source") {
  Setup s = trl_run("Qwen2.5-1.5B", "4090");
  s.engine.mode = Engine::Colocate;
  s.reference_model = s.reference_pass = s.old_log_probs = true;
  s.world_size = 4;
  s.sharding = Sharding::Ddp;
  const auto result = estimate(s);
  REQUIRE(result.ok());
  for (const PhaseEstimate& phase : result->trainer.phases) {
    for (const Component& c : phase.components) {
      INFO(to_string(phase.phase) << ", " << to_string(c.kind));
      CHECK_FALSE(c.formula.empty());
      CHECK_FALSE(c.numbers.empty());
      CHECK_FALSE(c.source.empty());
    }
  }
}

}  // namespace grpolint::sizing
