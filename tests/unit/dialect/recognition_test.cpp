#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <ctime>

#include "dialect/companion.h"
#include "support.h"

namespace grpolint::dialect {
namespace {

struct Example {
  const char* text;
  const char* dialect;
  Format format = Format::Yaml;
};

}  // namespace

TEST_CASE("every framework is recognised by its own keys and left alone") {
  const auto example = GENERATE(values<Example>({
      {R"({"fsdp": "full_shard", "fsdp_config": {"fsdp_version": 2}})", "fsdp-json", Format::Json},
      {"resources:\n  accelerators: H100:8\nrun: |\n  trl grpo --config a.yaml\n", "skypilot"},
      {"tokenizer:\n  _component_: torchtune.models.qwen2_tokenizer\n", "torchtune"},
      {"base_model: a/b\nrl: grpo\ntrl:\n  num_generations: 4\n", "axolotl"},
      {"rlhf_type: grpo\nmodel: a/b\nnum_generations: 8\n", "ms-swift"},
      {"training:\n  trainer_type: TRL_GRPO\n  grpo:\n    num_generations: 4\n", "oumi"},
      {"worker:\n  actor:\n    global_batch_size: 1\nalgorithm:\n  adv_estimator: grpo\n",
       "easyr1"},
      {"actor_rollout_ref:\n  rollout:\n    n: 8\n", "verl"},
      {"algorithm:\n  adv_estimator: grpo\n", "verl"},
      {"_target_: verl.workers.config.FSDPActorConfig\n", "verl"},
      {"grpo:\n  num_prompts_per_step: 32\n  num_generations_per_prompt: 16\n", "nemo-rl"},
      {"defaults: ../grpo_math_1B.yaml\ncluster:\n  num_nodes: 2\n", "nemo-rl"},
      {"[orchestrator]\nbatch_size = 128\n", "prime-rl", Format::Toml},
      {"model = \"a/b\"\nrollouts_per_example = 8\n[[env]]\nid = \"x\"\n", "prime-hosted",
       Format::Toml},
      {"base: a/b\ntask: grpo\ntraining:\n  num_generations: 4\n", "soup"},
      {"stage: dpo\nfinetuning_type: lora\nmodel_name_or_path: a/b\n", "llama-factory"},
  }));
  const Recognition found = recognise_text(example.text, example.format);
  INFO(example.text << "\n" << found.why);
  CHECK(found.dialect == example.dialect);
  CHECK_FALSE(found.linted);
  CHECK_FALSE(found.why.empty());
}

TEST_CASE("companions of configs are linted as what they are") {
  const auto example = GENERATE(values<Example>({
      {"distributed_type: MULTI_GPU\nnum_processes: 4\n", "accelerate"},
      {"compute_environment: LOCAL_MACHINE\nnum_processes: 1\n", "accelerate"},
      {R"({"zero_optimization": {"stage": 2}})", "deepspeed", Format::Json},
      {R"({"train_batch_size": "auto", "bf16": {"enabled": true}})", "deepspeed", Format::Json},
  }));
  const Recognition found = recognise_text(example.text, example.format);
  INFO(example.text << "\n" << found.why);
  CHECK(found.dialect == example.dialect);
  CHECK(found.linted);
  CHECK(is_companion(found.dialect));
}

TEST_CASE("files without anything of GRPO are not linted") {
  CHECK(recognise_text("model_name_or_path: a/b\nlearning_rate: 1.0e-5\npacking: true\n").dialect ==
        "trl-sft");
  for (const char* text : {"name: build\non: [push]\n", "- a\n- b\n", "", "42\n",
                           "learning_rate: 0.1\n", "num_generations: 8\n", "a: [unclosed\n"}) {
    INFO(text);
    CHECK(recognise_text(text).dialect == "none");
    CHECK_FALSE(recognise_text(text).linted);
  }
}

TEST_CASE("keys written as options of the command line still tell the framework") {
  const Recognition flat = recognise_text("num-generations: 8\nlearning-rate: 1.0e-6\n");
  CHECK(flat.dialect == "trl");
  CHECK(flat.linted);
  CHECK(flat.why == "key num-generations, learning-rate");
  // What no known framework reads so is not looked for.
  CHECK(recognise_text("actor-rollout-ref:\n  rollout:\n    n: 8\n").dialect == "none");
}

TEST_CASE("a key that satisfies several signs is named once") {
  const Recognition launch =
      recognise_text("distributed_type: FSDP\nnum_processes: 8\ncompute_environment: X\n");
  CHECK(launch.dialect == "accelerate");
  CHECK(launch.why == "key distributed_type");
}

TEST_CASE("TRL files are linted, flat or in sections") {
  const Recognition flat = recognise_text("num_generations: 8\nlearning_rate: 1.0e-6\n");
  CHECK(flat.dialect == "trl");
  CHECK(flat.linted);
  CHECK(flat.layout == Layout::Flat);
  CHECK(flat.why == "key num_generations, learning_rate");

  for (const char* text : {"training:\n  num_generations: 8\n  learning_rate: 1.0e-6\n",
                           "grpo:\n  group_size: 8\n  lr: 1.0e-6\n",
                           "exp:\n  grpo:\n    num_generations: 8\n    learning_rate: 1.0e-6\n"}) {
    INFO(text);
    const Recognition sectioned = recognise_text(text);
    CHECK(sectioned.dialect == "trl");
    CHECK(sectioned.linted);
    CHECK(sectioned.layout == Layout::Sectioned);
  }
  const Recognition toml = recognise_text(
      "[trainer]\nnum_generations = 8\nlearning_rate = 1e-6\n[vllm]\nmode = \"colocate\"\n",
      Format::Toml);
  CHECK(toml.dialect == "trl");
  CHECK(toml.layout == Layout::Sectioned);
}

TEST_CASE("Unsloth files are told by Unsloth's own arguments") {
  const Recognition flat =
      recognise_text("num_generations: 4\nlearning_rate: 5.0e-6\nfast_inference: true\n");
  CHECK(flat.dialect == "unsloth");
  CHECK(flat.linted);
  const Recognition environment = recognise_text(
      "num_generations: 4\nlearning_rate: 5.0e-6\nenv:\n  UNSLOTH_VLLM_STANDBY: '1'\n");
  CHECK(environment.dialect == "unsloth");
  const Recognition sectioned = recognise_text(
      "model:\n  model_name: a/b\n  fast_inference: true\ngrpo:\n  num_generations: 4\n");
  CHECK(sectioned.dialect == "unsloth");
  CHECK(sectioned.layout == Layout::Sectioned);
  // from_pretrained and get_peft_model alone, without a word that only Unsloth has.
  CHECK(recognise_text("model_name: unsloth/Qwen3-4B\nload_in_4bit: true\nr: 16\n"
                       "num_generations: 4\n")
            .dialect == "unsloth");
  CHECK(recognise_text("model_name: a/b\nmax_seq_length: 2048\nload_in_4bit: true\n"
                       "num_generations: 4\n")
            .dialect == "unsloth");
  CHECK(recognise_text("model:\n  name: unsloth/Qwen3-4B\n  max_seq_length: 2048\n"
                       "training:\n  num_generations: 4\n")
            .dialect == "unsloth");
  CHECK(recognise_text("model_name: a/b\nnum_generations: 4\nlearning_rate: 1.0e-6\n").dialect ==
        "trl");
  // A checkpoint of Unsloth's can be trained with plain TRL.
  CHECK(recognise_text("model_name_or_path: unsloth/Qwen3-4B\nnum_generations: 4\n").dialect ==
        "trl");
}

TEST_CASE("shared nodes cannot make recognition expensive") {
  std::string text = "a0: &a0 [x]\n";
  for (int i = 1; i < 25; ++i) {
    const std::string previous = "*a" + std::to_string(i - 1);
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + previous + "," +
            previous + "," + previous + "," + previous + "]\n";
  }
  CHECK(recognise_text(text).dialect == "none");
}

TEST_CASE("a file of many keys is recognised in about the time it takes to read") {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += fmt::format("key_{} = {}\n", i, i);
  const Source source("many.toml", std::move(text));
  const std::clock_t start = std::clock();
  const Document document = read_document(source, Format::Toml);
  const std::clock_t read = std::clock();
  CHECK(recognise(document).dialect == "none");
  // Processor time of this process alone, in the units of the reading: no machine is too busy.
  CHECK(std::clock() - read < 2 * (read - start));
}

}  // namespace grpolint::dialect
