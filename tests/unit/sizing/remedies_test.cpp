// A run that does not fit is told what would help, whenever one or two levers would.

#include "sizing/remedies.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>

#include "runs.h"
#include "sizing/from_facts.h"
#include "sizing/levers.h"
#include "sizing/verdict.h"

namespace grpolint::sizing {
namespace {

Verdict verdict_of(const Setup& setup) { return trainer_of(setup).verdict; }

/// A run as people write them: a published model on a common card.
Setup common_run(std::mt19937& random) {
  constexpr std::array kModels = {"Qwen2.5-0.5B", "Qwen2.5-1.5B", "Qwen2.5-3B",  "Qwen3-4B",
                                  "Qwen2.5-7B",   "Llama-3.1-8B", "Qwen2.5-14B", "Qwen3-30B-A3B"};
  constexpr std::array kGpus = {"t4", "3060", "4090", "l40s", "a100-80gb", "h200", "spark"};
  const auto draw = [&](std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
  };
  Setup s = trl_run(kModels[draw(kModels.size())], kGpus[draw(kGpus.size())]);
  s.micro_batch = 1 << draw(5);
  s.accumulation = 1 << draw(5);
  s.steps_per_generation = s.accumulation;
  s.num_generations = s.micro_batch * s.accumulation > 8 ? 8 : s.micro_batch * s.accumulation;
  s.completion = Tokens{static_cast<double>(256 << draw(6))};
  s.engine.mode = draw(2) == 0 ? Engine::None : Engine::Colocate;
  if (draw(2) == 0) s.weight_dtype = Dtype::BFloat16;
  if (draw(2) == 0) {
    s.adapter.present = true;
    s.optimizer = "adamw_torch";
  }
  if (draw(3) == 0) s.checkpointing = Checkpointing::None;
  if (draw(3) == 0) s.reference_model = s.reference_pass = !s.adapter.present;
  s.world_size = 1 << draw(3);
  if (s.world_size > 1) s.sharding = Sharding::Ddp;
  if (draw(3) == 0) s.offers.model_length = s.offers.quantized_keeps_dtype = false;
  if (draw(4) == 0) s.offers.colocate = false;
  if (draw(3) == 0) s.offers.rollout_key = RolloutKey::StepsPerGeneration;
  return s;
}

/// Every change by one lever, and by two, whatever its peak.
template <typename Visit>
void for_every_change(const Setup& setup, Visit&& visit) {
  for (std::size_t i = 0; i < levers().size(); ++i) {
    for (const Change& first : changes_of(setup, levers()[i])) {
      visit(in_words(first), first.setup);
      for (std::size_t j = i + 1; j < levers().size(); ++j) {
        for (const Change& second : changes_of(first.setup, levers()[j])) {
          visit(in_words(first, second), second.setup);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("Whenever one or two levers would do, a run that does not fit is told of them") {
  std::mt19937 random(11);
  int helped = 0;
  int hopeless = 0;
  for (int i = 0; i < 250; ++i) {
    const Setup setup = common_run(random);
    if (verdict_of(setup) != Verdict::DoesNotFit) continue;
    INFO("run " << i);
    const std::vector<Remedy> remedies = find_remedies(setup, Verdict::DoesNotFit);
    if (remedies.empty()) {
      ++hopeless;
      for_every_change(setup, [](const std::string& words, const Setup& changed) {
        INFO(words);
        CHECK(verdict_of(changed) == Verdict::DoesNotFit);
      });
      continue;
    }
    ++helped;
    for (const Remedy& remedy : remedies) {
      INFO(remedy.change);
      bool found = false;
      for_every_change(setup, [&](const std::string& words, const Setup& changed) {
        if (words != remedy.change) return;
        const DeviceEstimate again = trainer_of(changed);
        found |= again.verdict == remedy.verdict && again.verdict != Verdict::DoesNotFit &&
                 again.peak().bytes.likely == remedy.peak.likely;
      });
      CHECK(found);
    }
  }
  CHECK(helped > 30);
  CHECK(hopeless > 3);
}

TEST_CASE("Where only the size class is known, a remedy has the peak and verdict of the class") {
  const auto model = model::resolve("somebody/their-8B-model", {});
  REQUIRE(model.ok());
  REQUIRE(*model);
  REQUIRE((**model).spread.size() > 1);
  std::mt19937 random(5);
  int for_smallest = 0;
  int for_likely = 0;
  for (int i = 0; i < 200; ++i) {
    INFO("run " << i);
    const Setup setup = common_run(random);
    const auto whole = estimate_model(setup, **model, Detail::Numbers);
    REQUIRE(whole.ok());
    for (const Remedy& remedy : whole->remedies) {
      INFO(described(remedy));
      Setup searched = setup;
      searched.model = remedy.for_smallest
                           ? *std::min_element((**model).spread.begin(), (**model).spread.end(),
                                               [](const auto& a, const auto& b) {
                                                 return a.parameters < b.parameters;
                                               })
                           : (**model).likely;
      bool found = false;
      for_every_change(searched, [&](const std::string& words, const Setup& changed) {
        if (found || words != remedy.change) return;
        const auto again = estimate_model(changed, **model, Detail::Bare);
        REQUIRE(again.ok());
        const Range peak = again->trainer.peak().bytes;
        found = again->trainer.verdict == remedy.verdict && peak.low == remedy.peak.low &&
                peak.likely == remedy.peak.likely && peak.high == remedy.peak.high;
      });
      CHECK(found);
      CHECK(remedy.verdict != Verdict::DoesNotFit);
      if (remedy.for_smallest) CHECK(remedy.verdict == Verdict::Tight);
      ++(remedy.for_smallest ? for_smallest : for_likely);
    }
  }
  CHECK(for_smallest > 0);
  CHECK(for_likely > 20);
}

TEST_CASE("A run whose peak is HF generate's cache is told of an engine and of smaller rollouts") {
  Setup s = trl_run("Qwen2.5-1.5B", "4090");
  s.weight_dtype = Dtype::BFloat16;
  s.adapter.present = true;
  s.chunked_loss = ChunkedLoss::FusedHead;
  s.micro_batch = 8;
  s.accumulation = s.steps_per_generation = 64;
  s.completion = Tokens{4096};
  REQUIRE(trainer_of(s).verdict == Verdict::DoesNotFit);
  REQUIRE(trainer_of(s).peak().phase == Phase::Rollout);
  std::string all;
  for (const Remedy& r : find_remedies(s, Verdict::DoesNotFit)) all += r.change + "\n";
  INFO(all);
  CHECK_THAT(all, Catch::Contains("steps_per_generation: "));
  CHECK_THAT(all, Catch::Contains("use_vllm: true, vllm_mode: colocate"));
}

TEST_CASE("Remedies are keys that can be written") {
  Setup s = trl_run("Qwen2.5-7B", "a100-80gb");
  s.model_keys = ModelKeys::InitKwargs;
  s.offers.rollout_key = RolloutKey::StepsPerGeneration;
  for (const Change& change : micro_batches(s)) {
    REQUIRE(change.settings.size() == 3);
    CHECK(change.settings[2].key == "steps_per_generation");
  }
  const std::vector<Change> packed = qlora(s);
  REQUIRE(packed.size() == 1);
  CHECK(in_words(packed[0]) ==
        "use_peft: true, lora_target_modules: all-linear, "
        "model_init_kwargs.quantization_config.load_in_4bit: true, "
        "model_init_kwargs.dtype: bfloat16");
  const auto both = joined(model_length(s).empty() ? colocated_engine(s)[0] : model_length(s)[0],
                           completion_length(s)[0]);
  CHECK(both.back().key == "max_completion_length");
}

TEST_CASE("Micro-batches shrink as the release counts them") {
  Setup s = trl_run("Qwen2.5-1.5B", "4090");
  s.micro_batch = 16;
  s.num_generations = 8;
  s.offers.batch_unit = BatchUnit::Prompts;
  REQUIRE(micro_batches(s).size() == 1);
  CHECK(micro_batches(s)[0].settings[0].value == "1");
  s.offers.batch_unit = BatchUnit::Groups;
  REQUIRE(micro_batches(s).size() == 1);
  CHECK(micro_batches(s)[0].settings[0].value == "8");
  s.offers.batch_unit = BatchUnit::Completions;
  CHECK(micro_batches(s).size() == 4);
}

}  // namespace grpolint::sizing
