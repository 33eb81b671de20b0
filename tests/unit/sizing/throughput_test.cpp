#include <catch2/catch.hpp>

#include "runs.h"
#include "sizing/decode.h"
#include "sizing/from_facts.h"

namespace grpolint::sizing {
namespace {

Throughput speed_of(const Setup& s) {
  const auto result = estimate(s, Detail::Bare);
  REQUIRE(result.ok());
  REQUIRE(result->throughput);
  return *result->throughput;
}

Setup on_spark(std::string_view model) {
  Setup s = trl_run(model, "dgx spark");
  s.weight_dtype = Dtype::BFloat16;
  s.adapter.present = true;
  s.engine.mode = Engine::Colocate;
  s.engine.max_model_length = Tokens{4096};
  s.engine.max_sequences = 8;
  return s;
}

}  // namespace

TEST_CASE("DGX Spark is planned with 150 / 186 / 205 GB/s, and 180 to 192 is printed") {
  const Throughput t = speed_of(on_spark("Llama-3.1-8B"));
  CHECK(t.bandwidth.low == Approx(150e9));
  CHECK(t.bandwidth.likely == Approx(186e9));
  CHECK(t.bandwidth.high == Approx(205e9));
  CHECK(t.bandwidth_printed.low == Approx(180e9));
  CHECK(t.bandwidth_printed.high == Approx(192e9));
}

TEST_CASE("Single-stream decode of an 8B fp8 model on DGX Spark") {
  // 20.5 tok/s was measured (LMSYS review, 2025-10).
  Setup s = on_spark("Llama-3.1-8B");
  s.engine.quantization = Quantization::Fp8;
  const Throughput t = speed_of(s);
  CHECK(t.single_stream_tokens_per_second.low < 20.5);
  CHECK(t.single_stream_tokens_per_second.high > 20.5);
}

TEST_CASE("Single-stream decode of a 7B bf16 model on an A100") {
  // gpt-fast README: 1397 GB/s of weights read, which is 104 tok/s for Llama-2-7B.
  Setup s = trl_run("Llama-2-7B", "a100-80gb");
  s.engine.mode = Engine::Colocate;
  const Throughput t = speed_of(s);
  CHECK(t.single_stream_tokens_per_second.low < 104);
  CHECK(t.single_stream_tokens_per_second.high > 104);
}

TEST_CASE("Fast enough is judged by the likely rollout") {
  Setup s = on_spark("Qwen2.5-32B");
  s.completion = Tokens{8192};
  s.engine.max_model_length = Tokens{16384};
  const Throughput slow = speed_of(s);
  CHECK(slow.rollout_seconds.likely > 600);
  CHECK_FALSE(slow.fast_enough);
  s.fast_enough = Seconds{slow.rollout_seconds.likely + 1};
  CHECK(speed_of(s).fast_enough);
}

TEST_CASE("A mixture of experts loses its bandwidth advantage in a batch") {
  Setup s = trl_run("Qwen3-30B-A3B", "h100");
  s.engine.mode = Engine::Colocate;
  const DecodeModel decode = decode_model(s, s.gpu);
  const double alone = decode.step_seconds(1, 1000, Case::Likely);
  const double batch = decode.step_seconds(40, 1000, Case::Likely);
  CHECK(batch > 3 * alone);
}

TEST_CASE("A cache too small for the batch makes waves") {
  Setup s = trl_run("Qwen2.5-7B", "4090");
  s.engine.mode = Engine::Colocate;
  s.engine.utilization = 0.75;
  s.engine.max_sequences = 256;
  s.steps_per_generation = 32;
  s.completion = Tokens{4096};
  const Throughput t = speed_of(s);
  CHECK(t.waves > 2);
}

TEST_CASE("A measured step time calibrates every part") {
  Setup s = on_spark("Qwen2.5-3B");
  const Throughput before = speed_of(s);
  s.measured_step_seconds = Seconds{2 * before.step_seconds.likely};
  const Throughput after = speed_of(s);
  CHECK(after.step_seconds.likely == Approx(2 * before.step_seconds.likely));
  CHECK(after.rollout_seconds.likely == Approx(2 * before.rollout_seconds.likely));
  CHECK(after.rollout_share == Approx(before.rollout_share));
}

TEST_CASE("A planned bandwidth replaces the catalogue's") {
  Setup s = on_spark("Qwen2.5-3B");
  s.bandwidth = BytesPerSecond{273e9};
  CHECK(speed_of(s).bandwidth.likely == 273e9);
}

TEST_CASE("The next smaller class is priced on the same hardware") {
  const auto model = model::resolve("Llama-3.1-8B", {});
  REQUIRE(model.ok());
  REQUIRE(*model);
  const auto result = estimate_model(on_spark("Llama-3.1-8B"), **model);
  REQUIRE(result.ok());
  REQUIRE(result->smaller);
  CHECK(result->smaller->name == "4B");
  CHECK(result->smaller->decode_tokens_per_second.likely >
        result->throughput->decode_tokens_per_second.likely);
}

TEST_CASE("The phases of a step add up to it") {
  std::mt19937 random(17);
  for (int i = 0; i < 300; ++i) {
    const Setup setup = random_run(random);
    const auto result = estimate(setup, Detail::Bare);
    REQUIRE(result.ok());
    if (!result->throughput) continue;
    const Throughput& t = *result->throughput;
    INFO("run " << i);
    CHECK(t.step_seconds.likely ==
          Approx(t.rollout_seconds.likely + t.log_prob_seconds.likely + t.training_seconds.likely +
                 t.weight_sync_seconds.likely));
    CHECK(t.prefill_tokens_per_second.low > 0);
    CHECK(t.prefill_tokens_per_second.low <= t.prefill_tokens_per_second.likely);
    CHECK(t.prefill_tokens_per_second.likely <= t.prefill_tokens_per_second.high);
  }
}

TEST_CASE("A server's weight sync as reported") {
  // 40 s for a 30B mixture, TRL 0.18: https://github.com/huggingface/trl/issues/3557
  Setup s = trl_run("Qwen3-30B-A3B", "h200");
  s.engine.mode = Engine::Server;
  const auto result = estimate(s, Detail::Bare);
  REQUIRE(result.ok());
  const Range sync = result->throughput->weight_sync_seconds;
  CHECK(sync.low <= 40);
  CHECK(sync.high >= 40);
}

}  // namespace grpolint::sizing
