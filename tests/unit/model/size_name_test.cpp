#include <catch2/catch.hpp>

#include "model/model.h"

namespace grpolint::model {
namespace {

TEST_CASE("sizes are read from names") {
  const auto [name, total, active] = GENERATE(table<const char*, double, double>({
      {"Qwen2.5-7B", 7e9, 7e9},
      {"Qwen/Qwen2.5-7B", 7e9, 7e9},
      {"qwen2.5-1.5b-instruct", 1.5e9, 1.5e9},
      {"DeepSeek-R1-Distill-Qwen-1.5B", 1.5e9, 1.5e9},
      {"unsloth/Llama-3.2-3B-Instruct-bnb-4bit", 3e9, 3e9},
      {"Qwen3-30B-A3B", 30e9, 3e9},
      {"Qwen3-30B-A3B-Instruct-2507", 30e9, 3e9},
      {"ERNIE-4.5-21B-A3B-PT", 21e9, 3e9},
      {"gpt-oss-20b", 20e9, 20e9},
      {"Qwen3-0.6B", 0.6e9, 0.6e9},
      {"SmolLM2-135M", 135e6, 135e6},
      {"gemma-3-1b-it", 1e9, 1e9},
      {"Qwen2.5-7B-Instruct-1M", 7e9, 7e9},
      {"Mistral-7B-Instruct-v0.3", 7e9, 7e9},
      {"OLMo-2-1124-7B", 7e9, 7e9},
      {"llama_3_1_8b", 8e9, 8e9},
      {"qwen2_5_0_5b", 0.5e9, 0.5e9},
      {"Qwen2_5-1_5B", 1.5e9, 1.5e9},
      {"my-qwen-7b-r16-lora", 7e9, 7e9},
      {"out/Qwen2.5-7B-GRPO/checkpoint-500", 7e9, 7e9},
      {"./models\\Qwen2.5-3B", 3e9, 3e9},
      {"70B", 70e9, 70e9},
  }));
  INFO(name);
  const auto size = size_from_name(name);
  REQUIRE(size.has_value());
  CHECK(size->total == Approx(total));
  CHECK(size->active == Approx(active));
}

TEST_CASE("the experts of a times-name share their attention") {
  const auto size = size_from_name("Mixtral-8x7B-v0.1");
  REQUIRE(size.has_value());
  CHECK(size->total == Approx(46.7e9).epsilon(0.05));
  CHECK(size->active == Approx(12.9e9).epsilon(0.05));
}

TEST_CASE("what looks like a size but is none") {
  const char* name =
      GENERATE("Phi-4-mini", "model-4bit", "model-bnb-4bit", "model-8bit", "model-128k", "lora-r16",
               "model-v0.1", "run-2024-11-24", "gpt2", "checkpoint-500", "q4_k_m", "model-0B",
               "model-99999B", "v2b1", "gemma-3n-E2B-it", "3B-A30B", "1M-context", "", "b", "-b-",
               "model-4B1", "x7B");
  INFO(name);
  CHECK_FALSE(size_from_name(name).has_value());
}

TEST_CASE("hostile names are harmless") {
  CHECK_FALSE(size_from_name(std::string(1'000'000, '7')).has_value());
  CHECK_FALSE(size_from_name(std::string(512, '/')).has_value());
  CHECK_FALSE(size_from_name(std::string("7\0B", 3)).has_value());
  CHECK_FALSE(size_from_name("\xff\xfe-\xf0").has_value());
}

TEST_CASE("size classes by parameters") {
  CHECK(size_class(494'032'768) == 0.5e9);
  CHECK(size_class(1'235'814'400) == 1e9);
  CHECK(size_class(1'777'088'000) == 1.5e9);
  CHECK(size_class(3'085'938'688) == 3e9);
  CHECK(size_class(3'212'749'824) == 3e9);
  CHECK(size_class(3.5e9) == 4e9);
  CHECK(size_class(7'615'616'512) == 8e9);
  CHECK(size_class(14.77e9) == 14e9);
  CHECK(size_class(32.76e9) == 32e9);
  CHECK(size_class(72.7e9) == 70e9);
  CHECK(size_class(671e9) == 100e9);
  CHECK_FALSE(size_class_below(0.5e9).has_value());
  CHECK(size_class_below(1e9) == 0.5e9);
  CHECK(size_class_below(100e9) == 70e9);
  CHECK(size_class_name(0.5e9) == "0.5B");
  CHECK(size_class_name(8e9) == "8B");
  CHECK(size_class_name(100e9) == "100B+");
}

}  // namespace
}  // namespace grpolint::model
