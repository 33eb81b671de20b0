#include <catch2/catch.hpp>

#include "support.h"

namespace grpolint::dialect {
namespace {

const std::string kHead = "num_generations: 8\nper_device_train_batch_size: 8\n";

Understood trl(const std::string& version, const std::string& lines) {
  Given given;
  given.target = with_trl(version);
  return understand_text(kHead + lines, given);
}

Understood unsloth(const std::string& lines, const std::string& version = "0.24.0") {
  Given given;
  given.target = with_trl(version);
  return understand_text(kHead + "max_seq_length: 2048\nunsloth_num_chunks: -1\n" + lines, given);
}

}  // namespace

TEST_CASE("the engine follows use_vllm and the release's default mode") {
  CHECK(trl("1.9.0", "").text("run.engine") == "none");
  CHECK(trl("0.24.0", "use_vllm: true\n").text("run.engine") == "server");
  CHECK(trl("1.0.0", "use_vllm: true\n").text("run.engine") == "colocate");
  CHECK(trl("0.24.0", "use_vllm: true\nvllm_mode: colocate\n").text("run.engine") == "colocate");
  CHECK(trl("0.17.0", "use_vllm: true\n").text("run.engine") == "server");
  CHECK_FALSE(trl("1.0.0", "use_vllm: ${VLLM}\n").value("run.engine").is_known());
  CHECK_FALSE(trl("1.0.0", "use_vllm: true\nvllm_mode: x\n").value("run.engine").is_known());
  CHECK(trl("1.0.0", "use_vllm: true\nvllm_mode: server\n").written_at("run.engine") == "server");
}

TEST_CASE("the engine of TRL 0.14 and 0.15 stands where vllm_device says") {
  const auto engine = [](const std::string& text, const char* gpu, std::optional<int> processes,
                         const char* release = "0.15.2") {
    Target target = with_trl(release);
    if (gpu != nullptr) target.gpu = {gpu, "--gpu"};
    if (processes) target.num_processes = {*processes, "--num-processes"};
    return understand_text("num_generations: 4\nlearning_rate: 1.0e-6\nuse_vllm: true\n" + text,
                           {target, {}, Format::Yaml})
        .text("run.engine");
  };
  CHECK(engine("vllm_device: cuda:0\n", nullptr, {}) == "colocate");
  CHECK(engine("vllm_device: cuda:1\n", nullptr, 2) == "colocate");
  CHECK(engine("vllm_device: cuda:2\n", nullptr, 2) == "server");
  CHECK(engine("", "4090", {}) == "colocate");
  CHECK(engine("", "4090:1", 1) == "colocate");
  CHECK(engine("", "4090:2", 1) == "server");
  CHECK(engine("", nullptr, {}) == "server");
  CHECK(engine("vllm_device: cuda:x\n", "4090", {}) == "server");
  CHECK(engine("", "4090", {}, "0.16.0") == "server");
}

TEST_CASE("sleep mode needs a release that has it and a co-resident engine") {
  const std::string on = "use_vllm: true\nvllm_mode: colocate\nvllm_enable_sleep_mode: true\n";
  CHECK(trl("0.23.0", on).value("run.sleep_mode") == Value::boolean(true));
  CHECK(trl("0.23.0", on).value("run.sleep_level") == Value::number(1));
  CHECK(trl("0.25.0", on).value("run.sleep_level") == Value::number(2));
  CHECK(trl("0.22.0", on).value("run.sleep_mode") == Value::boolean(false));
  CHECK(trl("0.22.0", on).value("run.sleep_level") == Value::number(0));
  const Understood server =
      trl("1.0.0", "use_vllm: true\nvllm_mode: server\nvllm_enable_sleep_mode: true\n");
  CHECK(server.value("run.sleep_mode") == Value::boolean(false));
  CHECK(server.written_at("run.sleep_mode") == "true");
  CHECK(trl("1.0.0", "vllm_enable_sleep_mode: true\n").value("run.sleep_mode") ==
        Value::boolean(false));
  const Understood unknown = trl("1.0.0", "use_vllm: true\nvllm_enable_sleep_mode: ${S}\n");
  CHECK_FALSE(unknown.value("run.sleep_mode").is_known());
  CHECK_FALSE(unknown.value("run.sleep_level").is_known());
}

TEST_CASE("Unsloth standby is sleep mode when Unsloth owns the engine") {
  const std::string standby = "env:\n  UNSLOTH_VLLM_STANDBY: ";
  const Understood on = unsloth("fast_inference: true\n" + standby + "'1'\n");
  CHECK(on.value("run.unsloth_standby") == Value::boolean(true));
  CHECK(on.value("run.sleep_mode") == Value::boolean(true));
  CHECK(on.value("run.sleep_level") == Value::number(1));
  CHECK(on.text("run.engine") == "colocate");
  CHECK(unsloth("fast_inference: true\n" + standby + "0\n").value("run.sleep_mode") ==
        Value::boolean(false));
  const Understood argument = unsloth("fast_inference: true\nunsloth_vllm_standby: true\n");
  CHECK(argument.value("run.sleep_mode") == Value::boolean(true));
  // The environment holds text: `false` is the text "False", which is not "0".
  CHECK(unsloth("fast_inference: true\n" + standby + "false\n").value("run.unsloth_standby") ==
        Value::boolean(true));
  const Understood no_engine = unsloth(standby + "1\n");
  CHECK(no_engine.value("run.unsloth_standby") == Value::boolean(true));
  CHECK(no_engine.value("run.sleep_mode") == Value::boolean(false));
  // vllm_mode is overridden by fast_inference.
  CHECK(unsloth("fast_inference: true\nvllm_mode: server\n").text("run.engine") == "colocate");
  CHECK(trl("1.0.0", "").value("run.unsloth_standby") == Value::boolean(false));
}

TEST_CASE("only 8-bit AdamW counts as the 8-bit optimizer") {
  for (const char* name :
       {"adamw_8bit", "adamw_bnb_8bit", "paged_adamw_8bit", "adamw_torch_8bit"}) {
    INFO(name);
    CHECK(trl("1.9.0", std::string("optim: ") + name + "\n").value("run.optim_8bit") ==
          Value::boolean(true));
  }
  for (const char* name : {"adamw_torch", "lion_8bit", "paged_adamw_32bit", "ademamix_8bit"}) {
    INFO(name);
    CHECK(trl("1.9.0", std::string("optim: ") + name + "\n").value("run.optim_8bit") ==
          Value::boolean(false));
  }
  CHECK(trl("1.9.0", "optim: paged_adamw_32bit\n").value("run.optim_paged") ==
        Value::boolean(true));
  CHECK(unsloth("").value("run.optim_8bit") == Value::boolean(true));
  CHECK_FALSE(trl("1.9.0", "optim: ${O}\n").value("run.optim_8bit").is_known());
}

TEST_CASE("checkpointing follows the release's default and FSDP's own") {
  CHECK(trl("0.21.0", "").text("run.checkpointing_kind") == "none");
  CHECK(trl("0.22.0", "").text("run.checkpointing_kind") == "full");
  CHECK(trl("1.9.0", "gradient_checkpointing: false\n").value("run.checkpointing") ==
        Value::boolean(false));
  CHECK(trl("1.9.0",
            "gradient_checkpointing: false\nfsdp: full_shard\n"
            "fsdp_config:\n  activation_checkpointing: true\n")
            .value("run.checkpointing") == Value::boolean(true));
  CHECK(unsloth("").text("run.checkpointing_kind") == "unsloth");
  CHECK(unsloth("use_gradient_checkpointing: true\n").text("run.checkpointing_kind") == "full");
  CHECK(unsloth("use_gradient_checkpointing: false\n").text("run.checkpointing_kind") == "none");
  CHECK(unsloth("use_gradient_checkpointing: unsloth\ngradient_checkpointing: false\n")
            .text("run.checkpointing_kind") == "unsloth");
  Given given;
  given.target = with_trl("0.24.0");
  CHECK(understand_text(kHead + "max_seq_length: 256\nfast_inference: false\n", given)
            .text("run.checkpointing_kind") == "full");
}

TEST_CASE("`trl grpo` before 0.26 ignores ModelConfig's quantization and dtype") {
  const std::string lines = "use_peft: true\nload_in_4bit: true\ntorch_dtype: bfloat16\n";
  const Understood before = trl("0.25.1", lines);
  CHECK(before.text("run.quantization") == "none");
  CHECK(before.text("run.adapter") == "lora");
  CHECK(before.text("run.weight_dtype") == "float32");
  CHECK(before.facts.find("run.quantization")->because.find("0.26.0") != std::string::npos);
  CHECK(before.written_at("run.quantization") == "true");
  CHECK(before.written_at("run.weight_dtype") == "bfloat16");
  const Understood after = trl("0.26.0", lines);
  CHECK(after.text("run.quantization") == "nf4");
  CHECK(after.text("run.adapter") == "qlora");
  CHECK(after.text("run.weight_dtype") == "bfloat16");
  // open-r1's script passes both on, whatever the TRL release.
  const Understood open_r1 = trl("0.18.0", lines + "system_prompt: Think.\n");
  CHECK(open_r1.text("run.quantization") == "nf4");
  CHECK(open_r1.text("run.weight_dtype") == "bfloat16");
}

TEST_CASE("quantization and adapters are told apart") {
  CHECK(trl("1.9.0", "").text("run.adapter") == "none");
  CHECK(trl("1.9.0", "use_peft: true\nload_in_8bit: true\n").text("run.quantization") == "int8");
  CHECK(trl("1.9.0", "use_peft: true\nload_in_8bit: true\n").text("run.adapter") == "lora");
  CHECK(trl("1.9.0", "load_in_4bit: true\nbnb_4bit_quant_type: fp4\n").text("run.quantization") ==
        "fp4");
  CHECK(trl("1.9.0", "use_peft: true\nmodel_name_or_path: unsloth/Qwen3-4B-bnb-4bit\n")
            .text("run.adapter") == "qlora");
  const std::string kwargs = "use_peft: true\nmodel_init_kwargs:\n  load_in_4bit: true\n";
  CHECK(trl("0.25.0", kwargs).text("run.adapter") == "qlora");
  CHECK(trl("1.9.0", kwargs).text("run.adapter") == "lora");    // replaced by ModelConfig
  CHECK(trl("1.14.1", kwargs).text("run.adapter") == "qlora");  // merged again
  CHECK_FALSE(trl("1.9.0", "use_peft: ${P}\n").value("run.adapter").is_known());
}

TEST_CASE("Unsloth trains 4-bit adapters unless told otherwise") {
  CHECK(unsloth("").text("run.quantization") == "nf4");
  CHECK(unsloth("").text("run.adapter") == "qlora");
  CHECK(unsloth("load_in_4bit: false\n").text("run.adapter") == "lora");
  CHECK(unsloth("load_in_4bit: false\nload_in_8bit: true\n").text("run.quantization") == "int8");
  CHECK(unsloth("load_in_fp8: true\n").text("run.quantization") == "fp8");
  CHECK(unsloth("full_finetuning: true\n").text("run.adapter") == "none");
  CHECK(unsloth("full_finetuning: true\n").text("run.quantization") == "none");
}

TEST_CASE("weights are loaded in the dtype of the release and the library") {
  CHECK(trl("0.24.0", "").text("run.weight_dtype") == "float32");
  CHECK(trl("1.9.0", "").text("run.weight_dtype") == "float32");
  CHECK(trl("1.9.0", "dtype: bfloat16\n").text("run.weight_dtype") == "bfloat16");
  CHECK(trl("0.22.0", "model_init_kwargs:\n  torch_dtype: float16\n").text("run.weight_dtype") ==
        "float16");
  CHECK(trl("1.9.0", "dtype: auto\n").text("run.weight_dtype") == "bfloat16");
  CHECK(trl("1.9.0", "dtype: auto\n").facts.find("run.weight_dtype")->assumed);

  Given given;
  given.target = with_trl("0.26.2");
  given.target.transformers_version = Stated<std::string>{"5.0.0", "--transformers"};
  CHECK(understand_text(kHead, given).text("run.weight_dtype") == "bfloat16");
  given.target.transformers_version = Stated<std::string>{"4.57.1", "--transformers"};
  CHECK(understand_text(kHead, given).text("run.weight_dtype") == "float32");

  // From 0.27 the float32 that TRL passes beats torch_dtype.
  given.target = with_trl("1.9.0");
  given.target.route = Stated<std::string>{"python", "--route"};
  const std::string kwargs = kHead + "model_init_kwargs:\n  torch_dtype: bfloat16\n";
  CHECK(understand_text(kwargs, given).text("run.weight_dtype") == "float32");

  CHECK(unsloth("").text("run.weight_dtype") == "bfloat16");
  CHECK(unsloth("dtype: float16\n").text("run.weight_dtype") == "float16");
}

TEST_CASE("a reference model is held for the KL term of a full fine-tune") {
  CHECK(trl("0.18.0", "").value("run.reference_model") == Value::boolean(true));
  CHECK(trl("0.19.0", "").value("run.reference_model") == Value::boolean(false));
  CHECK(trl("0.19.0", "beta: 0.04\n").value("run.reference_model") == Value::boolean(true));
  CHECK(trl("0.19.0", "beta: 0.04\nuse_peft: true\n").value("run.reference_model") ==
        Value::boolean(false));
  CHECK(trl("0.15.2", "beta: 0.0\n").value("run.reference_model") == Value::boolean(true));
  CHECK(trl("0.16.0", "beta: 0.0\n").value("run.reference_model") == Value::boolean(false));
  CHECK(unsloth("beta: 0.1\n").value("run.reference_model") == Value::boolean(false));
  CHECK(unsloth("beta: 0.1\nfull_finetuning: true\n").value("run.reference_model") ==
        Value::boolean(true));
}

TEST_CASE("Unsloth fills a beta that is left out by the loss") {
  const auto beta = [](const std::string& release, const std::string& lines) {
    Given given;
    given.target = with_trl("0.24.0");
    given.target.unsloth_version = Stated<std::string>{release, "--unsloth-version"};
    return understand_text(kHead + "max_seq_length: 2048\nunsloth_num_chunks: -1\n" + lines, given)
        .value("run.beta");
  };
  CHECK(beta("2026.10.9", "") == Value::number(0));
  CHECK(beta("2026.10.9", "loss_type: DR_GRPO\n") == Value::number(0));
  CHECK(beta("2026.10.9", "loss_type: bnpo\n") == Value::number(0.001));
  CHECK(beta("2026.10.9", "loss_type: bnpo\nbeta: null\n") == Value::number(0.001));
  CHECK(beta("2026.10.9", "loss_type: bnpo\nbeta: 0.04\n") == Value::number(0.04));
  CHECK_FALSE(beta("2026.10.9", "loss_type: ${LOSS}\n").is_known());
  CHECK(beta("2026.9.11", "loss_type: dapo\n") == Value::number(0.001));
}

TEST_CASE("the chunked loss has had four switches") {
  CHECK(trl("0.16.0", "use_liger_kernel: true\n").text("run.chunked_loss") == "none");
  CHECK(trl("0.24.0", "use_liger_kernel: true\n").text("run.chunked_loss") == "none");
  CHECK(trl("0.24.0", "use_liger_loss: true\n").text("run.chunked_loss") == "liger");
  CHECK(trl("0.25.0", "use_liger_kernel: true\n").text("run.chunked_loss") == "liger");
  CHECK(trl("0.27.0", "use_liger_loss: true\n").text("run.chunked_loss") == "liger");
  CHECK(trl("0.28.0", "use_liger_loss: true\n").text("run.chunked_loss") == "none");
  CHECK(trl("1.14.0", "use_liger_kernel: true\n").text("run.chunked_loss") == "trl");
  CHECK(trl("1.14.0", "").text("run.chunked_loss") == "none");
  CHECK(trl("1.15.0", "").text("run.chunked_loss") == "trl");
  CHECK(unsloth("").text("run.chunked_loss") == "unsloth");
}

TEST_CASE("TRL turns bf16 on unless fp16 is") {
  CHECK(trl("1.9.0", "").value("run.bf16") == Value::boolean(true));
  CHECK(trl("1.9.0", "fp16: true\n").value("run.bf16") == Value::boolean(false));
  CHECK(trl("1.9.0", "bf16: false\n").value("run.bf16") == Value::boolean(false));
  CHECK(trl("0.18.0", "").value("run.bf16") == Value::boolean(false));
}

TEST_CASE("Unsloth's names for TRL's arguments are one") {
  const Understood own =
      unsloth("model_name: unsloth/Qwen3-4B\nr: 32\ngpu_memory_utilization: 0.8\n");
  CHECK(own.text("run.model_name_or_path") == "unsloth/Qwen3-4B");
  CHECK(own.written_at("run.model_name_or_path") == "unsloth/Qwen3-4B");
  CHECK(own.value("run.lora_r") == Value::number(32));
  CHECK(own.value("run.vllm_gpu_memory_utilization") == Value::number(0.8));
  const Understood general = unsloth("lora_r: 64\n");
  CHECK(general.value("run.r") == Value::number(64));
  CHECK(unsloth("").value("run.vllm_gpu_memory_utilization") == Value::number(0.5));
}

TEST_CASE("a home-made file may name the sleep level") {
  const std::string base =
      "grpo:\n  num_generations: 4\n  learning_rate: 1.0e-6\n"
      "vllm:\n  mode: colocate\n  sleep_level: 1\n  enable_sleep_mode: ";
  Given given;
  given.target = with_trl("1.0.0");
  CHECK(understand_text(base + "true\n", given).value("run.sleep_level") == Value::number(1));
  CHECK(understand_text(base + "false\n", given).value("run.sleep_level") == Value::number(0));
}

}  // namespace grpolint::dialect
