#include <catch2/catch.hpp>
#include <set>

#include "support.h"

namespace grpolint::dialect {

TEST_CASE("every key of a flat file is an entry") {
  Given given;
  given.target = with_trl("0.24.0");
  const Understood run = understand_text(
      "num_generations: 8\nlearning_rate: 1.0e-6\nlr: 0.1\nsystem_prompt: Think.\n"
      "num_processes: 7\nenv:\n  A: 1\ntorch_dtype: bfloat16\nnum_generation: 4\n",
      given);
  CHECK(run.run.route == Route::Trl);
  CHECK(run.run.entries.size() == 8);
  CHECK(run.entry("num_generations")->schema != nullptr);
  CHECK(run.entry("num_generations")->argument == "num_generations");
  // TrlParser knows no aliases.
  CHECK(run.entry("lr")->argument.empty());
  CHECK(run.entry("num_generation")->argument.empty());
  CHECK(run.entry("torch_dtype")->schema != nullptr);
  CHECK(run.entry("system_prompt")->extension);
  CHECK(run.entry("system_prompt")->profile == "open-r1");
  CHECK(run.entry("num_processes")->profile == "accelerate launch");
  CHECK(run.entry("env")->profile == "trl");
  CHECK(run.value("run.env.A") == Value::number(1));
}

TEST_CASE("another name of an argument is a script's own key only beside another of its keys") {
  const Understood alone =
      understand_text("clip_range: 0.2\nnum_generations: 8\nlearning_rate: 1.0e-6\n");
  CHECK_FALSE(alone.entry("clip_range")->extension);
  CHECK(alone.entry("clip_range")->argument.empty());
  const Understood beside = understand_text(
      "clip_range: 0.2\ncontroller_meta_enabled: true\nnum_generations: 8\nlearning_rate: "
      "1.0e-6\n");
  CHECK(beside.entry("clip_range")->profile == "maxent-grpo");
}

TEST_CASE("the last duplicate decides, and merged keys count") {
  const Understood run = understand_text(
      "base: &base\n  beta: 0.5\n  learning_rate: 2.0e-6\n"
      "num_generations: 4\nmax_steps: 5\nnum_generations: 8\n<<: *base\n");
  CHECK(run.value("run.num_generations") == Value::number(8));
  CHECK(run.written_at("run.num_generations") == "8");
  CHECK(run.value("run.beta") == Value::number(0.5));
}

TEST_CASE("sections, their words and exact aliases reach the arguments") {
  const Understood run = understand_text(
      "model:\n  name: Qwen/Qwen3-4B\n  dtype: bfloat16\n"
      "lora:\n  rank: 32\n  alpha: 64\n  target_modules: [q_proj]\n"
      "vllm:\n  mode: server\n  gpu_memory_utilization: 0.5\n"
      "dataset:\n  name: trl-lib/tldr\n  split: train\n"
      "optimizer:\n  name: adamw_8bit\n  lr: 2.0e-6\n"
      "training:\n  group_size: 4\n  max_new_tokens: 300\n  per_device_train_batch_size: 4\n"
      "  mystery: 1\n"
      "eval:\n  temperature: 0.0\n");
  CHECK(run.run.route == Route::Unknown);
  CHECK(run.text("run.model_name_or_path") == "Qwen/Qwen3-4B");
  CHECK(run.text("run.dtype") == "bfloat16");
  CHECK(run.value("run.lora_r") == Value::number(32));
  CHECK(run.value("run.lora_alpha") == Value::number(64));
  CHECK(run.text("run.vllm_mode") == "server");
  CHECK(run.value("run.vllm_gpu_memory_utilization") == Value::number(0.5));
  CHECK(run.text("run.dataset_name") == "trl-lib/tldr");
  CHECK(run.text("run.optim") == "adamw_8bit");
  CHECK(run.value("run.learning_rate") == Value::number(2e-6));
  CHECK(run.value("run.num_generations") == Value::number(4));
  CHECK(run.value("run.max_completion_length") == Value::number(300));
  CHECK(run.entry("group_size")->by_alias);
  CHECK(run.entry("group_size")->section == "training");
  CHECK(run.entry("group_size")->site.path == "training.group_size");
  CHECK(run.entry("mystery")->argument.empty());
  // What an evaluation section says is not about training.
  CHECK(run.facts.find("run.temperature")->origin == Origin::Default);
  CHECK(run.entry("eval") == nullptr);
}

TEST_CASE("sections within sections, and sections of any name that speak of GRPO") {
  const Understood run = understand_text(
      "experiment:\n  phase_two:\n    num_generations: 6\n    learning_rate: 1.0e-6\n"
      "    lora:\n      r: 8\n");
  CHECK(run.value("run.num_generations") == Value::number(6));
  CHECK(run.value("run.lora_r") == Value::number(8));
}

TEST_CASE("an argument by its own name beats an alias") {
  const Understood run = understand_text(
      "grpo:\n  lr: 1.0e-4\n  num_generations: 4\n  max_steps: 3\n"
      "training:\n  learning_rate: 1.0e-6\n");
  CHECK(run.value("run.learning_rate") == Value::number(1e-6));
}

TEST_CASE("a section of its own switches on what it configures, as an assumption") {
  const Understood run = understand_text(
      "training:\n  num_generations: 4\n  learning_rate: 1.0e-6\nlora:\n  r: 8\n"
      "vllm:\n  server_url: http://localhost\n");
  CHECK(run.value("run.use_peft") == Value::boolean(true));
  CHECK(run.facts.find("run.use_peft")->origin == Origin::Assumed);
  CHECK(run.text("run.adapter") == "lora");
  CHECK(run.facts.find("run.adapter")->assumed);
  CHECK(run.text("run.engine") == "server");
  const Understood off = understand_text(
      "training:\n  num_generations: 4\n  learning_rate: 1.0e-6\nlora:\n  enabled: false\n  r: "
      "8\n");
  CHECK(off.text("run.adapter") == "none");
}

TEST_CASE("a flat file with sections of arguments is no file of TrlParser's") {
  const Understood run =
      understand_text("num_generations: 4\nlearning_rate: 1.0e-6\nlora:\n  rank: 8\n");
  CHECK(run.run.route == Route::Unknown);
  CHECK(run.value("run.lora_r") == Value::number(8));
}

TEST_CASE("routes follow the format and what is stated") {
  Given toml;
  toml.format = Format::Toml;
  CHECK(understand_text("num_generations = 4\nlearning_rate = 1e-6\n", toml).run.route ==
        Route::Unknown);
  Given json;
  json.format = Format::Json;
  CHECK(understand_text(R"({"num_generations": 4, "learning_rate": 1e-6})", json).run.route ==
        Route::Trl);
  Given stated;
  stated.target.route = Stated<std::string>{"python", "--route"};
  const Understood run = understand_text("num_generations: 4\nlearning_rate: 1.0e-6\n", stated);
  CHECK(run.run.route == Route::Python);
  CHECK(run.text("run.route") == "python");
  CHECK(run.facts.find("run.route")->because == "--route");
}

TEST_CASE("every argument of the schema and every declared fact is stated") {
  for (const char* text : {"num_generations: 4\nlearning_rate: 1.0e-6\n",
                           "num_generations: 4\nmax_seq_length: 1024\nfast_inference: true\n"}) {
    for (const char* trl : {"0.14.0", "0.18.0", "0.24.0", "1.0.0", "1.9.0", ""}) {
      Given given;
      if (*trl != '\0') given.target = with_trl(trl);
      const Understood run = understand_text(text, given);
      for (const schema::Argument& argument : schema::arguments(run.run.dialect)) {
        INFO(argument.name << " on " << trl);
        CHECK(run.facts.find("run." + std::string(argument.name)) != nullptr);
      }
      for (const FactDeclaration& declaration : fact_declarations()) {
        INFO(declaration.name << " on " << trl);
        CHECK(run.facts.find(declaration.name) != nullptr);
      }
    }
  }
}

TEST_CASE("defaults say whose they are") {
  Given given;
  given.target = with_trl("0.24.0");
  given.target.transformers_version = Stated<std::string>{"4.57.1", "--transformers"};
  const Understood run = understand_text("num_generations: 4\nlearning_rate: 1.0e-6\n", given);
  CHECK(run.facts.find("run.beta")->because == "TRL 0.24.0 default");
  CHECK(run.value("run.beta") == Value::number(0));
  CHECK(run.facts.find("run.weight_decay")->because == "transformers 4.57.1 default");
  CHECK(run.value("run.max_prompt_length") == Value::number(512));
  CHECK(run.facts.find("run.vespo_k_pos")->because == "not an argument of TRL 0.24.0");
  CHECK(run.value("run.vespo_k_pos").is_absent());
}

TEST_CASE("five keys that resemble nothing show a script of its own, where no route is stated") {
  const std::string own =
      "judge_prompt_file: a\nretrieval_index: b\nsandbox_timeout: 1\ntool_server_address: c\n";
  const std::string head = "num_generations: 8\nlearning_rate: 1.0e-6\n";
  // A slip of a known name does not count, however many there are.
  const std::string slips = "num_iteration: 1\nmax_completion_lenght: 9\nlearning-rate: 1\n";
  const Understood few = understand_text(head + own + slips);
  CHECK(few.run.own_keys.empty());
  CHECK(few.value("run.own_script") == Value::boolean(true));
  CHECK(understand_text(head + slips).value("run.own_script") == Value::boolean(false));

  const Understood many = understand_text(head + own + "trajectory_store: d\nworld_rules: e\n");
  CHECK(many.run.own_keys == std::vector<std::string>{"judge_prompt_file", "retrieval_index",
                                                      "sandbox_timeout", "tool_server_address",
                                                      "trajectory_store"});
  CHECK(many.value("run.own_script") == Value::boolean(true));
  REQUIRE_FALSE(many.run.notes.empty());
  CHECK(many.run.notes.back().find("--route trl") != std::string::npos);

  Given stated;
  stated.target.route = Stated<std::string>{"trl", "--route"};
  const Understood said = understand_text(head + own + "trajectory_store: d\n", stated);
  CHECK(said.run.own_keys.empty());
  CHECK(said.value("run.own_script") == Value::boolean(false));
  stated.target.route->value = "unknown";
  CHECK(understand_text(head, stated).value("run.own_script") == Value::boolean(true));
}

}  // namespace grpolint::dialect
