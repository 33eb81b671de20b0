#include <catch2/catch.hpp>
#include <filesystem>
#include <set>

#include "support.h"
#include "text/file.h"

namespace grpolint::dialect {
namespace {

namespace fs = std::filesystem;

/// Every file of a fixture folder, by name.
std::set<std::string> files_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(GRPOLINT_FIXTURES) / folder)) {
    if (entry.is_regular_file()) names.insert(folder + "/" + entry.path().filename().string());
  }
  return names;
}

Recognition recognise_fixture(const std::string& path) {
  const Result<std::string> bytes = read_file(fs::path(GRPOLINT_FIXTURES) / path);
  REQUIRE(bytes.ok());
  return recognise_text(*bytes, format_of(path).value());
}

}  // namespace

TEST_CASE("fixtures are recognised as their folders say") {
  for (const std::string dialect : {"trl", "unsloth"}) {
    const std::set<std::string> files = files_in(dialect);
    CHECK(files.size() >= 3);
    for (const std::string& file : files) {
      const Recognition found = recognise_fixture(file);
      INFO(file << ": " << found.why);
      CHECK(found.dialect == dialect);
      CHECK(found.linted);
    }
  }
  for (const std::string& file : files_in("other")) {
    const Recognition found = recognise_fixture(file);
    INFO(file << ": " << found.why);
    const std::string stem = fs::path(file).stem().string();
    CHECK(found.dialect == (stem == "workflow" ? "none" : stem));
    CHECK_FALSE(found.linted);
  }
  CHECK(recognise_fixture("companions/zero3-4gpu.yaml").dialect == "accelerate");
  CHECK(recognise_fixture("companions/ds-zero2-offload.json").dialect == "deepspeed");
  CHECK(recognise_fixture("companions/fsdp2.json").dialect == "fsdp-json");
}

TEST_CASE("good fixtures have no value that does not suit its argument") {
  for (const char* folder : {"trl", "unsloth"}) {
    for (const std::string& file : files_in(folder)) {
      if (file.find("/good-") == std::string::npos) continue;
      const Understood run = understand_fixture(file);
      INFO(file);
      CHECK(run.run.value_problems.empty());
      for (const Entry& entry : run.run.entries) {
        INFO(entry.site.path);
        CHECK((!entry.argument.empty() || entry.key == "framework"));
      }
    }
  }
}

TEST_CASE("a config on one 24 GB card with all three levers") {
  const Understood run = understand_fixture("trl/good-24gb-colocate.yaml", with_trl("0.27.2"));
  CHECK(run.value("run.sleep_mode") == Value::boolean(true));
  CHECK(run.value("run.optim_8bit") == Value::boolean(true));
  CHECK(run.value("run.checkpointing") == Value::boolean(true));
  CHECK(run.text("run.weight_dtype") == "bfloat16");
  CHECK(run.value("run.reference_model") == Value::boolean(false));
}

TEST_CASE("a server-mode config finds its accelerate file") {
  const Understood run = understand_fixture("trl/good-server-zero3.yaml", with_trl("1.9.0"));
  CHECK(run.value("run.world_size") == Value::number(4));
  CHECK(run.text("run.sharding") == "zero3");
  CHECK(run.text("run.engine") == "server");
  CHECK(run.value("run.generation_batch") == Value::number(128));
}

TEST_CASE("an open-r1 recipe loads in the dtype it names") {
  const Understood run = understand_fixture("trl/good-open-r1-recipe.yaml", with_trl("0.18.0"));
  CHECK(run.text("run.weight_dtype") == "bfloat16");
  CHECK(run.entry("system_prompt")->profile == "open-r1");
  CHECK(run.value("run.prompt_tokens") == Value::number(512, Unit::Tokens));
}

TEST_CASE("sectioned fixtures say the same as flat ones would") {
  const Understood toml = understand_fixture("trl/good-sectioned.toml", with_trl("1.9.0"));
  CHECK(toml.run.layout == Layout::Sectioned);
  CHECK(toml.text("run.model_name_or_path") == "Qwen/Qwen3-4B");
  CHECK(toml.text("run.adapter") == "lora");
  CHECK(toml.text("run.engine") == "colocate");
  CHECK(toml.value("run.learning_rate") == Value::number(1e-5));
  CHECK(toml.written_at("run.num_generations") == "8");
  const Understood yaml = understand_fixture("trl/good-sectioned.yaml", with_trl("0.24.0"));
  CHECK(yaml.text("run.weight_dtype") == "bfloat16");
  CHECK(yaml.value("run.max_completion_length") == Value::number(256));
}

TEST_CASE("bad values are told apart by what the parser does with them") {
  const Understood run = understand_fixture("trl/bad-strings-for-numbers.yaml", with_trl("1.9.0"));
  const auto rejected = [&](const char* key) { return run.problem_of(key)->rejected; };
  const auto converted = [&](const char* key) { return run.problem_of(key)->converted; };
  CHECK(converted("learning_rate") == "1e-06");
  CHECK(converted("num_generations") == "8");
  CHECK(rejected("max_steps"));
  CHECK(rejected("bf16"));
  CHECK(rejected("eval_strategy"));
  CHECK_FALSE(rejected("per_device_train_batch_size"));
  CHECK_FALSE(rejected("reward_funcs"));
  CHECK(run.run.value_problems.size() == 7);
}

TEST_CASE("a template is a run of which little is known, and no problem") {
  const Understood run = understand_fixture("trl/template-values.yaml", with_trl("1.9.0"));
  CHECK(run.run.value_problems.empty());
  for (const char* name : {"run.model_name_or_path", "run.learning_rate", "run.engine",
                           "run.per_device_train_batch_size", "run.generation_batch"}) {
    INFO(name);
    CHECK_FALSE(run.value(name).is_known());
  }
  CHECK(run.value("run.num_generations") == Value::number(8));
}

TEST_CASE("Unsloth fixtures") {
  const Understood standby = understand_fixture("unsloth/good-standby.yaml");
  CHECK(standby.value("run.sleep_mode") == Value::boolean(true));
  CHECK(standby.text("run.adapter") == "lora");
  CHECK(standby.value("run.lora_r") == Value::number(32));
  CHECK(standby.value("run.vllm_gpu_memory_utilization") == Value::number(0.9));
  const Understood sectioned = understand_fixture("unsloth/good-sectioned.yaml");
  CHECK(sectioned.text("run.adapter") == "qlora");
  CHECK(sectioned.text("run.engine") == "colocate");
  CHECK(sectioned.text("run.model_name_or_path") == "unsloth/Llama-3.2-3B-Instruct");
  const Understood bad = understand_fixture("unsloth/bad-standby-without-engine.yaml");
  CHECK(bad.value("run.unsloth_standby") == Value::boolean(true));
  CHECK(bad.value("run.sleep_mode") == Value::boolean(false));
  CHECK(bad.problem_of("learning_rate") != nullptr);
}

TEST_CASE("companion fixtures") {
  const fs::path folder = fs::path(GRPOLINT_FIXTURES) / "companions";
  const auto with_companion = [&](const char* name) {
    Target target = with_trl("1.9.0");
    target.accelerate_config = Stated<std::string>{(folder / name).string(), "--accelerate-config"};
    return understand_fixture("trl/good-lora.yaml", target);
  };
  const Understood fsdp = with_companion("fsdp2-2gpu.yaml");
  CHECK(fsdp.text("run.sharding") == "fsdp");
  CHECK(fsdp.value("run.world_size") == Value::number(2));
  const Understood single = with_companion("single-process.yaml");
  CHECK(single.value("run.world_size") == Value::number(1));
  CHECK(single.text("run.sharding") == "none");
  const Understood broken = with_companion("broken.yaml");
  CHECK_FALSE(broken.value("run.world_size").is_known());
  REQUIRE(broken.run.companions.size() == 1);
  CHECK(broken.run.companions[0].document.has_syntax_error());
}

}  // namespace grpolint::dialect
