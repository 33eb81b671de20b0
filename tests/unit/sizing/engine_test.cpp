#include "sizing/engine.h"

#include <catch2/catch.hpp>

#include "runs.h"

namespace grpolint::sizing {
namespace {

Setup colocated(std::string_view model, std::string_view gpu) {
  Setup s = trl_run(model, gpu);
  s.engine.mode = Engine::Colocate;
  s.engine.max_model_length = Tokens{1536};
  return s;
}

}  // namespace

TEST_CASE("vLLM's budget is a fraction of the GPU's total memory") {
  Setup s = colocated("Qwen2.5-1.5B", "4090");
  const EngineMemory engine = engine_memory(s, s.gpu, Detail::Numbers);
  CHECK(engine.budget == Approx(0.3 * s.gpu.total_bytes));
  CHECK(engine.weights.bytes.likely == 2 * 1543714304.0);
  CHECK(engine.bytes_per_token == 28672);
  CHECK(engine.weights.bytes.likely + engine.cache.bytes.likely + engine.activations.bytes.likely +
            engine.graphs.bytes.likely ==
        Approx(engine.budget));
}

TEST_CASE("The start-up profile of recorded runs") {
  // "PyTorch activation peak memory takes" and "non_torch_memory takes" of vLLM 0.7 and 0.8 in
  // https://github.com/unslothai/notebooks; the start-up line rounds both to 0.01 GiB.
  const auto profile = [](std::string_view model, std::int64_t sequences, std::int64_t tokens) {
    Setup s = colocated(model, "t4");
    s.engine.measures_foreign_memory = true;
    s.engine.max_sequences = sequences;
    s.engine.batched_tokens = tokens;
    return engine_memory(s, s.gpu, Detail::Bare).activations.bytes.likely / kGiB;
  };
  CHECK(profile("phi-4", 128, 512) == Approx(0.47 + 0.05).margin(0.01));
  CHECK(profile("Llama-3.2-3B", 160, 2048) == Approx(0.75 + 0.05).margin(0.01));
  CHECK(profile("Qwen3-4B", 160, 2048) == Approx(0.88 + 0.05).margin(0.01));
  CHECK(profile("Mistral-7B-v0.3", 224, 1024) == Approx(0.28 + 0.05).margin(0.02));
}

TEST_CASE("The three start-up failures") {
  Setup s = colocated("Qwen2.5-1.5B", "4090");
  s.weight_dtype = Dtype::BFloat16;
  s.optimizer = "adamw_8bit";
  const auto failures = [&] { return trainer_of(s).start_up_failures; };
  CHECK(failures().empty());
  SECTION("less is free than the budget asks for") {
    s.engine.utilization = 0.95;
    REQUIRE(failures().size() == 1);
    CHECK_THAT(failures()[0], Catch::Contains("Free memory on device"));
    CHECK(trainer_of(s).verdict == Verdict::DoesNotFit);
    CHECK(trainer_of(s).first_failure == "engine start");
  }
  SECTION("weights and profile leave nothing for the cache") {
    s.engine.utilization = 0.1;
    REQUIRE(failures().size() == 1);
    CHECK_THAT(failures()[0], Catch::Contains("No available memory for the cache blocks"));
  }
  SECTION("one sequence of the model's context does not fit") {
    s.engine.max_model_length = Tokens{1e6};
    REQUIRE(failures().size() == 1);
    CHECK_THAT(failures()[0], Catch::Contains("vllm_max_model_length"));
  }
}

TEST_CASE("Sleep mode frees the engine's memory for the training step") {
  Setup s = colocated("Qwen2.5-1.5B", "a100-80gb");
  s.engine.utilization = 0.5;
  const auto training = [&] { return phase_of(trainer_of(s), Phase::TrainingStep).bytes.likely; };
  const double awake = training();
  s.engine.sleep = Sleep::Level2;
  CHECK(awake - training() == Approx(0.5 * s.gpu.total_bytes - 1.4 * kGiB));
  SECTION("the rollout still needs the whole budget beside the optimizer states") {
    CHECK(bytes_of(trainer_of(s), Phase::Rollout, ComponentKind::KvCache) > 0);
    CHECK(bytes_of(trainer_of(s), Phase::Rollout, ComponentKind::OptimizerState) > 0);
  }
  SECTION("level 1 copies the weights to the host") {
    const double host = trainer_of(s).host_bytes.likely;
    s.engine.sleep = Sleep::Level1;
    CHECK(trainer_of(s).host_bytes.likely - host == 2 * 1543714304.0);
  }
  SECTION("on unified memory level 1 keeps the weights in the pool") {
    s.gpu = gpu_named("gb10");
    const double level2 = training();
    s.engine.sleep = Sleep::Level1;
    CHECK(training() > level2 + 2 * 1543714304.0);
  }
}

TEST_CASE("Server mode takes the engine off the trainer's GPU") {
  Setup s = colocated("Qwen2.5-7B", "h100");
  s.engine.mode = Engine::Server;
  s.engine.utilization = 0.9;
  s.engine.gpu = gpu_named("4090");
  const auto result = estimate(s);
  REQUIRE(result.ok());
  for (const PhaseEstimate& phase : result->trainer.phases) {
    for (const Component& c : phase.components) {
      CHECK(c.kind != ComponentKind::EngineWeights);
      CHECK(c.kind != ComponentKind::KvCache);
    }
  }
  REQUIRE(result->engine);
  CHECK(result->engine->gpu == "RTX 4090");
  CHECK(bytes_of(*result->engine, Phase::Rollout, ComponentKind::EngineWeights) ==
        2 * 7615616512.0);
}

TEST_CASE("Unsloth holds one copy of the weights for trainer and engine") {
  Setup s = colocated("Qwen2.5-3B", "a100-40gb");
  s.weight_dtype = Dtype::BFloat16;
  s.adapter.present = true;
  s.engine.shares_weights = true;
  s.engine.utilization = 0.7;
  const DeviceEstimate device = trainer_of(s);
  CHECK(bytes_of(device, Phase::TrainingStep, ComponentKind::Weights) == 0);
  CHECK(bytes_of(device, Phase::TrainingStep, ComponentKind::EngineWeights) == 2 * 3085938688.0);
  s.engine.sleep = Sleep::KvOnly;
  const DeviceEstimate standby = trainer_of(s);
  CHECK(bytes_of(standby, Phase::TrainingStep, ComponentKind::KvCache) == 0);
  CHECK(bytes_of(standby, Phase::TrainingStep, ComponentKind::EngineResidual) > 2 * 3085938688.0);
}

TEST_CASE("HF generate caches the whole local generation batch") {
  Setup s = trl_run("Qwen2.5-1.5B", "4090");
  s.steps_per_generation = 4;
  const double sequences = 8 * 4;
  const double tokens = 256 + 256;
  CHECK(bytes_of(trainer_of(s), Phase::Rollout, ComponentKind::KvCache) ==
        Approx(sequences * tokens * 28672 * (1 + 1.0 / 28)));
}

}  // namespace grpolint::sizing
