#include "dialect/batch_arithmetic.h"

#include <catch2/catch.hpp>
#include <limits>

using grpolint::Version;
using grpolint::dialect::batch_of;
using grpolint::dialect::BatchRefusal;
using grpolint::dialect::BatchSettings;

namespace {

constexpr Version kCurrent{1, 9, 0};

BatchSettings settings(std::int64_t per_device, std::int64_t accumulation, std::int64_t processes) {
  BatchSettings s;
  s.per_device_train_batch_size = per_device;
  s.gradient_accumulation_steps = accumulation;
  s.world_size = processes;
  return s;
}

}  // namespace

TEST_CASE("accumulation steps fill the generation batch from 0.18 on") {
  CHECK(batch_of(settings(1, 8, 1), kCurrent).refusal == BatchRefusal::None);
  CHECK(batch_of(settings(1, 8, 1), kCurrent).generation_batch == 8);
  CHECK(batch_of(settings(1, 1, 1), kCurrent).refusal == BatchRefusal::Groups);
  CHECK(batch_of(settings(1, 1, 3), kCurrent).refusal == BatchRefusal::Groups);
}

TEST_CASE("the words name the processes only when their number is known") {
  BatchSettings known = settings(4, 2, 3);
  CHECK(batch_of(known, kCurrent).arithmetic ==
        "per_device_train_batch_size 4 x 3 processes x gradient_accumulation_steps 2 = 24");
  BatchSettings unknown = settings(4, 2, 1);
  unknown.world_size_known = false;
  CHECK(batch_of(unknown, kCurrent).arithmetic ==
        "per_device_train_batch_size 4 x gradient_accumulation_steps 2 = 8 on each process");
  CHECK(batch_of(unknown, Version{0, 16, 0}).arithmetic ==
        "per_device_train_batch_size 4 on each process");
}

TEST_CASE("accumulation steps do not count in 0.15 and 0.16") {
  CHECK(batch_of(settings(1, 8, 1), Version{0, 15, 2}).refusal == BatchRefusal::Groups);
  CHECK(batch_of(settings(1, 8, 1), Version{0, 16, 1}).refusal == BatchRefusal::Groups);
  CHECK(batch_of(settings(1, 8, 1), Version{0, 17, 0}).refusal == BatchRefusal::None);
}

TEST_CASE("0.14 counts prompts and divides nothing") {
  const auto batch = batch_of(settings(3, 1, 1), Version{0, 14, 0});
  CHECK(batch.refusal == BatchRefusal::None);
  CHECK(batch.generation_batch == 24);
}

TEST_CASE("a generation batch must hold whole micro-batches of all processes") {
  BatchSettings s = settings(2, 1, 4);
  s.generation_batch_size = 60;
  CHECK(batch_of(s, kCurrent).refusal == BatchRefusal::GenerationBatch);
  s.generation_batch_size = 64;
  CHECK(batch_of(s, kCurrent).refusal == BatchRefusal::None);
  CHECK(batch_of(s, kCurrent).steps_per_generation == 8);
}

TEST_CASE("0.18.0 to 0.19.0 tested the per-device batch only") {
  BatchSettings s = settings(4, 1, 4);
  s.num_generations = 4;
  s.generation_batch_size = 8;  // 8 % 4 == 0, but 8 % (4 * 4) != 0
  CHECK(batch_of(s, Version{0, 19, 0}).refusal == BatchRefusal::None);
  CHECK(batch_of(s, Version{0, 19, 1}).refusal == BatchRefusal::GenerationBatch);
  CHECK(batch_of(s, Version{0, 20, 0}).refusal == BatchRefusal::GenerationBatch);
}

TEST_CASE("generation_batch_size and steps_per_generation exclude each other") {
  BatchSettings s = settings(8, 1, 1);
  s.generation_batch_size = 8;
  s.steps_per_generation = 1;
  CHECK(batch_of(s, kCurrent).refusal == BatchRefusal::BothSet);
}

TEST_CASE("odd numbers neither divide by zero nor overflow") {
  BatchSettings s = settings(0, 0, 0);
  s.num_generations = 0;
  CHECK(batch_of(s, kCurrent).refusal == BatchRefusal::Groups);
  const auto huge = std::numeric_limits<std::int64_t>::max();
  CHECK(batch_of(settings(huge, huge, huge), kCurrent).generation_batch == huge);
  s.generation_batch_size = 8;
  CHECK(batch_of(s, kCurrent).steps_per_generation == 0);
}
