#include <catch2/catch.hpp>

#include "support.h"

namespace grpolint::dialect {
namespace {

const std::string kHead = "num_generations: 8\nper_device_train_batch_size: 4\n";

struct Companion {
  std::string name;
  std::string text;
};

/// `lines` with companion files beside the config.
Understood with(const std::string& lines, const std::vector<Companion>& companions = {},
                Target target = with_trl("1.9.0")) {
  const TemporaryFolder folder;
  for (const Companion& companion : companions) folder.write(companion.name, companion.text);
  Given given;
  given.target = std::move(target);
  if (given.target.accelerate_config) {
    given.target.accelerate_config->value =
        (folder.path() / given.target.accelerate_config->value).string();
  }
  given.config_path = folder.write("config.yaml", kHead + lines);
  return understand_text(kHead + lines, given);
}

Target with_accelerate(const std::string& file) {
  Target target = with_trl("1.9.0");
  target.accelerate_config = Stated<std::string>{file, "--accelerate-config"};
  return target;
}

Target with_processes(int count, const std::string& trl = "1.9.0") {
  Target target = with_trl(trl);
  target.num_processes = Stated<int>{count, "--num-processes"};
  return target;
}

const Companion kZero3 = {"zero3.yaml",
                          "distributed_type: DEEPSPEED\nnum_processes: 4\nnum_machines: 2\n"
                          "deepspeed_config:\n  zero_stage: 3\n  offload_optimizer_device: cpu\n"
                          "  offload_param_device: none\n"};

}  // namespace

TEST_CASE("nothing stated: the world size is unknown and no sharding is assumed") {
  const Understood run = with("");
  CHECK_FALSE(run.value("run.world_size").is_known());
  CHECK_FALSE(run.value("run.nodes").is_known());
  CHECK(run.text("run.sharding") == "none");
  CHECK(run.facts.find("run.sharding")->assumed);
  CHECK(run.value("run.offload_optimizer") == Value::boolean(false));
}

TEST_CASE("an accelerate companion states processes, machines, sharding and offload") {
  const Understood run = with("", {kZero3}, with_accelerate("zero3.yaml"));
  CHECK(run.value("run.world_size") == Value::number(4));
  CHECK(run.facts.find("run.world_size")->because == "num_processes in zero3.yaml");
  CHECK(run.facts.find("run.world_size")->origin == Origin::Companion);
  CHECK(run.value("run.nodes") == Value::number(2));
  CHECK(run.text("run.sharding") == "zero3");
  CHECK(run.value("run.offload_optimizer") == Value::boolean(true));
  CHECK(run.value("run.offload_parameters") == Value::boolean(false));
}

TEST_CASE("the engine of TRL 0.15 takes the GPU after those that the companion counts") {
  Target target = with_accelerate("zero3.yaml");
  target.trl_version = with_trl("0.15.2").trl_version;
  target.gpu = {"a100-80gb", "--gpu"};
  CHECK(with("use_vllm: true\n", {kZero3}, target).text("run.engine") == "server");
  CHECK(with("use_vllm: true\nvllm_device: cuda:3\n", {kZero3}, target).text("run.engine") ==
        "colocate");
}

TEST_CASE("the command line beats the file's key, which beats the companion") {
  Target target = with_accelerate("zero3.yaml");
  CHECK(with("num_processes: 7\n", {kZero3}, target).value("run.world_size") == Value::number(7));
  target.num_processes = Stated<int>{2, "--num-processes"};
  CHECK(with("num_processes: 7\n", {kZero3}, target).value("run.world_size") == Value::number(2));
}

TEST_CASE("the accelerate_config key counts where TRL uses it") {
  CHECK(with("accelerate_config: zero3\n").text("run.sharding") == "zero3");
  CHECK(with("accelerate_config: zero3\n").value("run.world_size") == Value::number(8));
  CHECK(with("accelerate_config: fsdp2\n").text("run.sharding") == "fsdp");
  CHECK(with("accelerate_config: zero3.yaml\n", {kZero3}).value("run.world_size") ==
        Value::number(4));
  // A launch without a distributed type is one process, whatever the packaged file says.
  CHECK(with("accelerate_config: single_gpu\n").value("run.world_size") == Value::number(1));
  // 0.18-0.28 read the key and did not use it for GRPO.
  const Understood before = with("accelerate_config: zero3\n", {}, with_trl("0.28.0"));
  CHECK_FALSE(before.value("run.world_size").is_known());
}

TEST_CASE("accelerate's types and FSDP strategies are told apart") {
  struct Case {
    const char* text;
    const char* sharding;
  };
  const auto example = GENERATE(values<Case>({
      {"distributed_type: 'NO'\nnum_processes: 1\n", "none"},
      {"distributed_type: NO\nnum_processes: 1\n", "none"},
      {"distributed_type: MULTI_GPU\nnum_processes: 2\n", "ddp"},
      {"distributed_type: DEEPSPEED\ndeepspeed_config:\n  zero_stage: 2\n", "zero2"},
      {"distributed_type: DEEPSPEED\ndeepspeed_config:\n  zero_stage: '1'\n", "zero1"},
      {"distributed_type: FSDP\nfsdp_config:\n  fsdp_version: 2\n", "fsdp"},
      {"distributed_type: FSDP\nfsdp_config:\n  fsdp_sharding_strategy: NO_SHARD\n", "ddp"},
      {"distributed_type: FSDP\nfsdp_config:\n  fsdp_reshard_after_forward: SHARD_GRAD_OP\n",
       "zero2"},
      {"distributed_type: FSDP\nfsdp_config:\n  fsdp_sharding_strategy: 1\n", "fsdp"},
  }));
  INFO(example.text);
  CHECK(with("", {{"a.yaml", example.text}}, with_accelerate("a.yaml")).text("run.sharding") ==
        example.sharding);
}

TEST_CASE("FSDP's offload and activation checkpointing come from the companion") {
  const Understood run = with("gradient_checkpointing: false\n",
                              {{"f.yaml",
                                "distributed_type: FSDP\nfsdp_config:\n"
                                "  fsdp_offload_params: true\n"
                                "  fsdp_activation_checkpointing: true\n"}},
                              with_accelerate("f.yaml"));
  CHECK(run.value("run.offload_optimizer") == Value::boolean(true));
  CHECK(run.value("run.offload_parameters") == Value::boolean(true));
  CHECK(run.value("run.checkpointing") == Value::boolean(true));
}

TEST_CASE("the deepspeed key is a file or a mapping") {
  const std::string json =
      R"({"zero_optimization": {"stage": 3, "offload_param": {"device": "cpu"}}})";
  const Understood file = with("deepspeed: ds.json\n", {{"ds.json", json}});
  CHECK(file.text("run.sharding") == "zero3");
  CHECK(file.value("run.offload_parameters") == Value::boolean(true));
  CHECK(file.written_at("run.sharding") == "ds.json");
  const Understood mapping = with(
      "deepspeed:\n  zero_optimization:\n    stage: 2\n    offload_optimizer:\n"
      "      device: cpu\n");
  CHECK(mapping.text("run.sharding") == "zero2");
  CHECK(mapping.value("run.offload_optimizer") == Value::boolean(true));
  const Understood missing = with("deepspeed: nowhere.json\n");
  CHECK(missing.text("run.sharding") == "zero3");
  CHECK(missing.facts.find("run.sharding")->origin == Origin::Assumed);
  CHECK_FALSE(missing.value("run.offload_optimizer").is_known());
  REQUIRE(missing.run.missing_companions.size() == 1);
  CHECK(missing.run.missing_companions[0].path == "nowhere.json");
  CHECK(missing.run.missing_companions[0].named_by == "deepspeed");
  CHECK_FALSE(missing.run.missing_companions[0].option);
}

TEST_CASE("a DeepSpeed file that is not at hand is taken for what its name says") {
  CHECK(with("deepspeed: configs/ds_zero2.json\n").text("run.sharding") == "zero2");
  CHECK(with("deepspeed: zero_stage1.json\n").text("run.sharding") == "zero1");
  CHECK(with("deepspeed: ds_z2.json\n").text("run.sharding") == "zero2");
  CHECK(with("deepspeed: my10run.json\n").text("run.sharding") == "zero3");
  CHECK(with("deepspeed: /home/baz1/zero3.json\n").text("run.sharding") == "zero3");
  CHECK(with("deepspeed: baz2.json\n").text("run.sharding") == "zero3");
  const Understood offload = with("deepspeed: zero3_offload.json\n");
  CHECK(offload.text("run.sharding") == "zero3");
  CHECK(offload.value("run.offload_parameters") == Value::boolean(true));
  CHECK(offload.facts.find("run.offload_parameters")->origin == Origin::Assumed);
  const Understood launched =
      with("",
           {{"acc.yaml",
             "distributed_type: DEEPSPEED\nnum_processes: 4\ndeepspeed_config:\n"
             "  deepspeed_config_file: ds_zero2.json\n"}},
           with_accelerate("acc.yaml"));
  CHECK(launched.text("run.sharding") == "zero2");
  CHECK(launched.facts.find("run.sharding")->origin == Origin::Assumed);
  CHECK(launched.facts.find("run.sharding")->because.find("ds_zero2.json") != std::string::npos);
}

TEST_CASE("the fsdp key takes words or a list") {
  CHECK(with("fsdp: full_shard auto_wrap\n").text("run.sharding") == "fsdp");
  CHECK(with("fsdp: shard_grad_op offload\n").text("run.sharding") == "zero2");
  CHECK(with("fsdp: shard_grad_op offload\n").value("run.offload_parameters") ==
        Value::boolean(true));
  CHECK(with("fsdp: ''\n").facts.find("run.sharding")->assumed);
}

TEST_CASE("companions that hold no mapping say nothing and are kept for the rules") {
  for (const Companion& companion :
       {Companion{"a.yaml", "{ secret: [\n"}, Companion{"b.yaml", "- a\n- b\n"},
        Companion{"c.yaml", ""}, Companion{"e.yaml", std::string("secret\0\xff", 8)}}) {
    const Understood run = with("", {companion}, with_accelerate(companion.name));
    INFO(companion.name);
    CHECK_FALSE(run.value("run.world_size").is_known());
    REQUIRE(run.run.companions.size() == 1);
    CHECK(run.run.companions[0].source.bytes() == companion.text);
    CHECK(run.run.missing_companions.empty());
  }
}

TEST_CASE("a companion larger than the readers take counts as missing") {
  const Understood run =
      with("", {{"f.yaml", std::string(5'000'000, '#')}}, with_accelerate("f.yaml"));
  CHECK_FALSE(run.value("run.world_size").is_known());
  REQUIRE(run.run.missing_companions.size() == 1);
  CHECK(run.run.missing_companions[0].option);
}

TEST_CASE("accelerate reads any ending but .json as YAML, and DeepSpeed files as JSON") {
  CHECK(with("", {{"d.txt", "distributed_type: FSDP\n"}}, with_accelerate("d.txt"))
            .text("run.sharding") == "fsdp");
  CHECK(with("deepspeed: ds.yaml\n", {{"ds.yaml", "{\"zero_optimization\": {\"stage\": 3}}"}})
            .text("run.sharding") == "zero3");
}

TEST_CASE("a companion is found beside the config and in the folders above it") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / ".git");
  std::filesystem::create_directories(folder.path() / "recipes" / "small");
  folder.write("launch.json", R"({"zero_optimization": {"stage": 1}})");
  Given given;
  given.target = with_trl("1.9.0");
  given.config_path = folder.write("recipes/small/config.yaml", kHead + "deepspeed: launch.json\n");
  CHECK(understand_text(kHead + "deepspeed: launch.json\n", given).text("run.sharding") == "zero1");
  std::filesystem::create_directories(folder.path() / "recipes" / ".git");
  const Understood outside = understand_text(kHead + "deepspeed: launch.json\n", given);
  REQUIRE(outside.run.missing_companions.size() == 1);
  CHECK(outside.run.missing_companions[0].path == "launch.json");
}

TEST_CASE("an accelerate config brings the DeepSpeed file that it names") {
  const Understood run = with("",
                              {{"a.yaml",
                                "distributed_type: DEEPSPEED\ndeepspeed_config:\n"
                                "  deepspeed_config_file: nowhere.json\n"}},
                              with_accelerate("a.yaml"));
  REQUIRE(run.run.companions.size() == 1);
  REQUIRE(run.run.missing_companions.size() == 1);
  CHECK(run.run.missing_companions[0].named_by == "deepspeed_config_file");
  CHECK_FALSE(run.run.missing_companions[0].option);
}

TEST_CASE("accelerate's word for no DeepSpeed file is no file") {
  const Understood run = with("",
                              {{"a.yaml",
                                "distributed_type: DEEPSPEED\ndeepspeed_config:\n"
                                "  deepspeed_config_file: none\n  zero_stage: 1\n"}},
                              with_accelerate("a.yaml"));
  CHECK(run.run.missing_companions.empty());
  CHECK(run.text("run.sharding") == "zero1");
}

TEST_CASE("a DeepSpeed configuration in one line is read as a mapping is") {
  const Understood run = with(
      R"(deepspeed: '{"zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}}}')"
      "\n");
  CHECK(run.run.missing_companions.empty());
  CHECK(run.run.companions.empty());
  CHECK(run.text("run.sharding") == "zero2");
  CHECK(run.value("run.offload_optimizer") == Value::boolean(true));
}

TEST_CASE("a path with a placeholder is unknown rather than missing") {
  for (const std::string path : {"$HOME/ds.json", "${ROOT}/ds.json", "%(root)s/ds.json",
                                 "{root}/ds.json", "<root>/ds.json"}) {
    INFO(path);
    CHECK(with("deepspeed: '" + path + "'\n").run.missing_companions.empty());
  }
  for (const std::string path : {"ds$.json", "100%/ds.json", "ds.json"}) {
    INFO(path);
    CHECK(with("deepspeed: '" + path + "'\n").run.missing_companions.size() == 1);
  }
  // An option is what the shell made of it.
  CHECK(with("", {}, with_accelerate("{root}/a.yaml")).run.missing_companions.size() == 1);
}

TEST_CASE("DeepSpeed and FSDP are on by the truth of their value, as Python has it") {
  struct Case {
    const char* line;
    const char* fact;
    Value on;
  };
  for (const Case& c : {
           Case{"deepspeed: {}\n", "run.uses_deepspeed", Value::boolean(false)},
           Case{"deepspeed: ''\n", "run.uses_deepspeed", Value::boolean(false)},
           Case{"deepspeed: '{}'\n", "run.uses_deepspeed", Value::boolean(false)},
           Case{"deepspeed: null\n", "run.uses_deepspeed", Value::boolean(false)},
           Case{"deepspeed: false\n", "run.uses_deepspeed", Value::boolean(false)},
           Case{"", "run.uses_deepspeed", Value::boolean(false)},
           Case{"deepspeed: {bf16: {enabled: auto}}\n", "run.uses_deepspeed", Value::boolean(true)},
           Case{"deepspeed: ds.json\n", "run.uses_deepspeed", Value::boolean(true)},
           Case{"deepspeed: ${file}\n", "run.uses_deepspeed", Value::unknown()},
           Case{"fsdp: ''\n", "run.uses_fsdp", Value::boolean(false)},
           Case{"fsdp: []\n", "run.uses_fsdp", Value::boolean(false)},
           Case{"fsdp: full_shard\n", "run.uses_fsdp", Value::boolean(true)},
           Case{"fsdp: [full_shard]\n", "run.uses_fsdp", Value::boolean(true)},
       }) {
    INFO(c.line);
    const Understood run = with(c.line);
    CHECK(run.value(c.fact) == c.on);
    const bool on = !(c.on == Value::boolean(false));
    CHECK((run.text("run.sharding") != "none") == on);
  }
}

TEST_CASE("a DeepSpeed configuration in base64 is read as what it is") {
  // {"zero_optimization": {"stage": 3, "offload_param": {"device": "cpu"}}}
  const std::string base64 =
      "eyJ6ZXJvX29wdGltaXphdGlvbiI6IHsic3RhZ2UiOiAzLCAib2ZmbG9hZF9wYXJhbSI6IHsiZGV2aWNlIjogImNwdSJ9"
      "fX0=";
  for (const std::string& text :
       {base64,
        std::string(
            R"('{"zero_optimization": {"stage": 3, "offload_param": {"device": "cpu"}}}')")}) {
    INFO(text);
    const Understood run = with("deepspeed: " + text + "\n");
    CHECK(run.run.missing_companions.empty());
    CHECK(run.text("run.sharding") == "zero3");
    CHECK(run.value("run.offload_parameters") == Value::boolean(true));
    const Fact* stage = run.facts.find("run.deepspeed.zero_optimization.stage");
    REQUIRE(stage != nullptr);
    CHECK(stage->value == Value::number(3));
    REQUIRE(stage->site);
    CHECK(run.source.text(stage->site->key) == "deepspeed");
    CHECK(stage->site->path == "deepspeed.zero_optimization.stage");
  }
  // Base64 of what is no JSON object, and a file that is not there.
  for (const std::string text : {"YWJjZA==", "[1]", "zero3.json"}) {
    INFO(text);
    CHECK(with("deepspeed: '" + text + "'\n").run.missing_companions.size() == 1);
  }
}

TEST_CASE("nothing is worked out from a number of processes that cannot be started") {
  for (const std::string count : {"0", "-8", "-1", "2.5", "1e20", "1.0e+20", "eight"}) {
    INFO(count);
    const std::string text =
        "distributed_type: MULTI_GPU\nnum_machines: 0\nnum_processes: " + count;
    const Understood run = with("", {{"a.yaml", text + "\n"}}, with_accelerate("a.yaml"));
    CHECK_FALSE(run.value("run.world_size").is_known());
    CHECK_FALSE(run.value("run.nodes").is_known());
    CHECK_FALSE(with("num_processes: " + count + "\n").value("run.world_size").is_known());
  }
}

TEST_CASE("a companion has its keys as facts, and those of the config without their places") {
  const Understood config = with("deepspeed: ds.json\nlearning_rate: 1.0e-6\n",
                                 {{"ds.json", R"({"zero_optimization": {"stage": 2}})"}});
  REQUIRE(config.run.companions.size() == 1);
  FactTable facts;
  const Run run =
      understand_companion(config.run.companions[0], &config.facts, &config.source, facts);
  CHECK(run.dialect == "deepspeed");
  const Fact* stage = facts.find("run.deepspeed.zero_optimization.stage");
  REQUIRE(stage != nullptr);
  CHECK(stage->value == Value::number(2));
  REQUIRE(stage->site);
  CHECK(config.run.companions[0].source.text(stage->site->value) == "2");
  const Fact* rate = facts.find("run.learning_rate");
  REQUIRE(rate != nullptr);
  CHECK_FALSE(rate->site);
  CHECK(rate->because == "config:4");

  FactTable alone;
  understand_companion(config.run.companions[0], nullptr, nullptr, alone);
  CHECK(alone.find("run.learning_rate") == nullptr);
}

TEST_CASE("what is inside one launch configuration is no fact of another") {
  const Understood config = with("deepspeed:\n  zero_optimization:\n    stage: 4\n", {kZero3},
                                 with_accelerate("zero3.yaml"));
  REQUIRE(config.run.companions.size() == 1);
  REQUIRE(config.facts.find("run.deepspeed.zero_optimization.stage") != nullptr);
  FactTable facts;
  understand_companion(config.run.companions[0], &config.facts, &config.source, facts);
  CHECK(facts.find("run.deepspeed") != nullptr);
  CHECK(facts.find("run.deepspeed.zero_optimization") == nullptr);
  CHECK(facts.find("run.deepspeed.zero_optimization.stage") == nullptr);
  CHECK(facts.find("accelerate.deepspeed_config.zero_stage") != nullptr);
}

TEST_CASE("batches follow each release's arithmetic") {
  struct Case {
    const char* trl;
    const char* lines;
    double steps;
    double batch;
  };
  // per_device_train_batch_size 4, num_generations 8, two processes.
  const auto example = GENERATE(values<Case>({
      {"1.9.0", "gradient_accumulation_steps: 2\n", 2, 16},
      {"1.9.0", "gradient_accumulation_steps: 2\nsteps_per_generation: 4\n", 4, 32},
      {"1.9.0", "generation_batch_size: 64\n", 8, 64},
      {"0.18.0", "gradient_accumulation_steps: 2\n", 2, 16},
      {"0.18.0", "generation_batch_size: 20\n", 2, 20},
      {"0.17.0", "gradient_accumulation_steps: 2\n", 2, 16},
      {"0.16.0", "gradient_accumulation_steps: 2\n", 1, 8},
      {"0.14.0", "gradient_accumulation_steps: 2\n", 1, 64},
  }));
  const Understood run = with(example.lines, {}, with_processes(2, example.trl));
  INFO(example.trl << " " << example.lines);
  CHECK(run.value("run.steps_per_generation_effective") == Value::number(example.steps));
  CHECK(run.value("run.generation_batch") == Value::number(example.batch));
}

TEST_CASE("what the batches need and nobody knows stays unknown") {
  const Understood no_world = with("gradient_accumulation_steps: 2\n");
  CHECK(no_world.value("run.steps_per_generation_effective") == Value::number(2));
  CHECK_FALSE(no_world.value("run.generation_batch").is_known());
  const Understood stated = with("generation_batch_size: 64\n");
  CHECK(stated.value("run.generation_batch") == Value::number(64));
  CHECK_FALSE(stated.value("run.steps_per_generation_effective").is_known());
  const Understood both =
      with("generation_batch_size: 64\nsteps_per_generation: 2\n", {}, with_processes(1));
  CHECK_FALSE(both.value("run.generation_batch").is_known());
  const Understood placeholder = with("steps_per_generation: ${S}\n", {}, with_processes(1));
  CHECK_FALSE(placeholder.value("run.steps_per_generation_effective").is_known());
  const Understood huge = with("gradient_accumulation_steps: 1e300\n", {}, with_processes(1));
  CHECK_FALSE(huge.value("run.generation_batch").is_known());
}

TEST_CASE("Unsloth raises a batch that is no multiple of the group") {
  const std::string lines = "max_seq_length: 1024\nunsloth_num_chunks: -1\n";
  const Understood raised =
      with(lines + "gradient_accumulation_steps: 1\n", {}, with_trl("0.24.0"));
  CHECK(raised.value("run.world_size") == Value::number(1));
  CHECK(raised.facts.find("run.world_size")->assumed);
  CHECK(raised.value("run.micro_batch") == Value::number(8));
  CHECK(raised.value("run.generation_batch") == Value::number(8));
  const Understood kept = with(lines + "gradient_accumulation_steps: 2\n", {}, with_trl("0.24.0"));
  CHECK(kept.value("run.micro_batch") == Value::number(4));
  CHECK(with("").value("run.micro_batch") == Value::number(4));
}

TEST_CASE("prompt length is stated, or bounded where the release truncates") {
  const Understood truncates = with("max_prompt_length: 300\n", {}, with_trl("0.25.1"));
  CHECK(truncates.value("run.prompt_tokens") == Value::number(300, Unit::Tokens));
  CHECK(truncates.written_at("run.prompt_tokens") == "300");
  CHECK(with("", {}, with_trl("0.25.1")).value("run.prompt_tokens") ==
        Value::number(512, Unit::Tokens));
  CHECK_FALSE(with("max_prompt_length: 300\n", {}, with_trl("0.26.0"))
                  .value("run.prompt_tokens")
                  .is_known());
  Target target = with_trl("1.9.0");
  target.prompt_tokens = Stated<double>{700, "[target] in grpolint.toml"};
  target.bandwidth = Stated<double>{186e9, "--bandwidth"};
  const Understood stated = with("", {}, target);
  CHECK(stated.value("run.prompt_tokens") == Value::number(700, Unit::Tokens));
  CHECK(stated.facts.find("run.prompt_tokens")->because == "[target] in grpolint.toml");
  CHECK(stated.value("run.planned_bandwidth") == Value::number(186e9, Unit::BytesPerSecond));
}

}  // namespace grpolint::dialect
