#include "sizing/from_facts.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "runs.h"

namespace grpolint::sizing {
namespace {

/// The facts of a run, by name without "run."; versions with their prefix.
class Facts {
 public:
  Facts& number(const std::string& name, double value) {
    return set("run." + name, Value::number(value));
  }
  Facts& truth(const std::string& name, bool value) {
    return set("run." + name, Value::boolean(value));
  }
  Facts& text(const std::string& name, const std::string& value) {
    return set("run." + name, Value::string(value));
  }
  Facts& unknown(const std::string& name) { return set("run." + name, Value::unknown()); }
  Facts& assume(const std::string& name, const std::string& value) {
    table_.assume("run." + name, Value::string(value), "nothing tells");
    return *this;
  }
  Facts& guess(const std::string& name, const std::string& value) {
    Fact fact;
    fact.value = Value::string(value);
    fact.origin = Origin::Default;
    table_.set("run." + name, std::move(fact));
    return *this;
  }
  Facts& trl(std::string_view version) {
    return set("version.trl", Value::version(*Version::parse(version)));
  }
  const FactTable& table() const { return table_; }

 private:
  Facts& set(const std::string& name, Value value) {
    table_.derive(name, std::move(value), {});
    return *this;
  }
  FactTable table_;
};

Facts trl_facts(std::string_view version) {
  Facts f;
  f.text("dialect", "trl").trl(version).text("engine", "none").text("adapter", "none");
  f.text("quantization", "none").text("weight_dtype", "float32").text("chunked_loss", "none");
  f.text("checkpointing_kind", "full").text("optim", "adamw_torch").text("sharding", "none");
  f.number("world_size", 1).number("micro_batch", 8).number("gradient_accumulation_steps", 4);
  f.number("steps_per_generation_effective", 4).number("num_iterations", 1);
  f.number("num_generations", 8).number("max_completion_length", 512).truth("bf16", true);
  f.number("beta", 0).truth("reference_model", false).truth("use_vllm", false);
  return f;
}

Setup read(const Facts& facts, const Stated& stated = {}, std::string_view name = "Qwen2.5-1.5B") {
  const auto model = model::resolve(name, {});
  REQUIRE(model.ok());
  const auto gpu = hardware::select("4090");
  REQUIRE(gpu.ok());
  auto setup = setup_from_facts(facts.table(), **model, *gpu, stated);
  REQUIRE(setup.ok());
  return *setup;
}

bool mentions(const std::vector<std::string>& lines, std::string_view word) {
  return std::any_of(lines.begin(), lines.end(),
                     [&](const std::string& line) { return line.find(word) != std::string::npos; });
}

}  // namespace

TEST_CASE("A TRL run becomes a setup") {
  const Setup s = read(trl_facts("1.9.0"));
  CHECK(s.weight_dtype == Dtype::Float32);
  CHECK(s.precision == Precision::Autocast);
  CHECK(s.micro_batch == 8);
  CHECK(s.accumulation == 4);
  CHECK(s.completion == Tokens{512});
  CHECK(s.optimizer == "adamw_torch");
  CHECK_FALSE(s.old_log_probs);
  CHECK(s.prompt.likely == 256);
  CHECK(mentions(s.assumptions, "prompt length"));
  CHECK(estimate(s).ok());
}

TEST_CASE("A count that is no number is refused, not converted") {
  for (const double value : {double(NAN), double(INFINITY), -double(INFINITY), 1e300}) {
    const Setup s = read(trl_facts("1.9.0").number("micro_batch", value));
    const auto result = estimate(s);
    REQUIRE_FALSE(result.ok());
    CHECK_THAT(result.error().message,
               Catch::Contains("per_device_train_batch_size is far outside"));
  }
}

TEST_CASE("A dynamic 4-bit checkpoint is known by its list, else by its name alone") {
  Facts f = trl_facts("1.9.0");
  f.text("adapter", "qlora").text("quantization", "nf4").text("weight_dtype", "bfloat16");
  const auto weights = [](const Setup& s) {
    return phase_of(trainer_of(s), Phase::Load).components.front().bytes;
  };
  const Setup plain = read(f);
  CHECK_FALSE(plain.dynamic_quantization);
  f.text("model_name_or_path", "unsloth/Qwen2.5-1.5B-Instruct-unsloth-bnb-4bit");
  const Setup named = read(f);
  CHECK(named.dynamic_quantization);
  CHECK(mentions(named.assumptions, "leaves in 16 bit"));
  CHECK(weights(named).high > 1.3 * weights(named).low);
  Setup listed = plain;
  listed.model.unpacked_linear_parameters = 100'000'000;
  CHECK(weights(listed).likely - weights(plain).likely == Approx(1e8 * (2 - (0.5 + 4.0 / 64))));
}

TEST_CASE("What is unknown is assumed in words") {
  const Setup s = read(trl_facts("1.9.0").unknown("max_completion_length").unknown("world_size"));
  CHECK(s.completion == Tokens{256});
  CHECK(mentions(s.assumptions, "max_completion_length"));
  CHECK(mentions(s.assumptions, "number of processes"));
}

TEST_CASE("The old log-probabilities pass by release") {
  Facts vllm = trl_facts("0.22.0");
  vllm.truth("use_vllm", true).text("engine", "colocate");
  CHECK_FALSE(read(vllm).old_log_probs);
  vllm.trl("0.23.0");
  CHECK(read(vllm).old_log_probs);
  vllm.truth("vllm_importance_sampling_correction", false);
  CHECK_FALSE(read(vllm).old_log_probs);
  Facts uneven = trl_facts("1.9.0");
  uneven.number("steps_per_generation_effective", 3);
  CHECK(read(uneven).old_log_probs);
  Facts iterated = trl_facts("0.19.0");
  iterated.number("num_iterations", 2);
  CHECK(read(iterated).old_log_probs);
}

TEST_CASE("The co-resident engine's arguments by release") {
  Facts f = trl_facts("1.9.0");
  f.text("engine", "colocate").truth("use_vllm", true);
  f.number("vllm_gpu_memory_utilization", 0.4).number("vllm_tensor_parallel_size", 2);
  const Setup s = read(f);
  CHECK(s.engine.mode == Engine::Colocate);
  CHECK(s.engine.utilization == 0.4);
  CHECK(s.engine.max_sequences == 8 * 4 * 2);
  CHECK(s.engine.batched_tokens == 4096);
  CHECK_FALSE(s.engine.max_model_length);
  CHECK(s.sleep_keeps_old_weights);
  f.trl("0.24.0").truth("sleep_mode", true).number("sleep_level", 1);
  CHECK(read(f).engine.sleep == Sleep::Level1);
  CHECK_FALSE(read(f).sleep_keeps_old_weights);
  f.trl("0.22.0");
  CHECK_FALSE(read(f).sleep_available);
}

TEST_CASE("QLoRA keeps everything else in fp32 before TRL 0.26") {
  Facts f = trl_facts("0.25.0");
  f.text("adapter", "qlora").text("quantization", "nf4").text("weight_dtype", "bfloat16");
  f.text("lora_target_modules", "all-linear").number("lora_r", 32);
  const Setup old = read(f);
  CHECK(old.weight_dtype == Dtype::Float32);
  CHECK(old.adapter.dtype == Dtype::Float32);
  f.trl("1.9.0");
  const Setup recent = read(f);
  CHECK(recent.weight_dtype == Dtype::BFloat16);
  CHECK(recent.adapter.dtype == Dtype::BFloat16);
  CHECK(recent.adapter.rank == 32);
  CHECK(recent.quantization == Quantization::Nf4);
}

TEST_CASE("TRL from 1.15 never holds the logits table") {
  CHECK(read(trl_facts("1.14.0")).chunked_loss == ChunkedLoss::None);
  CHECK(read(trl_facts("1.15.0")).chunked_loss == ChunkedLoss::FusedHead);
  CHECK_FALSE(read(trl_facts("1.15.0")).liger_available);
}

TEST_CASE("Sleep mode keeps old weights from TRL 0.28 to 1.9") {
  CHECK_FALSE(read(trl_facts("0.27.2")).sleep_keeps_old_weights);
  CHECK(read(trl_facts("0.28.0")).sleep_keeps_old_weights);
  CHECK_FALSE(read(trl_facts("1.10.0")).sleep_keeps_old_weights);
}

TEST_CASE("DeepSpeed computes in 16 bit with master copies") {
  Facts f = trl_facts("1.9.0");
  f.text("sharding", "zero3").number("world_size", 8);
  const Setup s = read(f);
  CHECK(s.precision == Precision::Native16);
  CHECK(s.sharding == Sharding::Zero3);
  CHECK(s.world_size == 8);
}

TEST_CASE("A stated prompt length is exact, a limit is only the most it can be") {
  Facts f = trl_facts("0.24.0");
  f.number("prompt_tokens", 512);
  const Setup limited = read(f);
  CHECK(limited.prompt.low == 64);
  CHECK(limited.prompt.likely == 512);
}

TEST_CASE("Unsloth's engine shares the weights, standby sets the share of memory") {
  Facts f = trl_facts("0.24.0");
  f.text("dialect", "unsloth").text("engine", "colocate").truth("fast_inference", true);
  f.text("adapter", "lora").text("weight_dtype", "bfloat16").text("chunked_loss", "unsloth");
  f.number("gpu_memory_utilization", 0.6).number("max_seq_length", 1024);
  const Setup s = read(f);
  CHECK(s.engine.shares_weights);
  CHECK(s.engine.utilization == 0.6);
  CHECK(s.engine.max_model_length == Tokens{1024});
  f.truth("sleep_mode", true).number("sleep_level", 1);
  const Setup standby = read(f);
  CHECK(standby.engine.sleep == Sleep::KvOnly);
  CHECK(standby.engine.utilization == Approx(0.784));

  const Setup vision = read(f, {}, "Qwen/Qwen2.5-VL-3B-Instruct");
  CHECK(vision.engine.sleep == Sleep::None);
  CHECK(vision.engine.utilization == 0.6);
  CHECK(mentions(vision.assumptions, "vision tower"));
  f.text("env.UNSLOTH_VLLM_STANDBY_VISION", "1");
  CHECK(read(f, {}, "Qwen/Qwen2.5-VL-3B-Instruct").engine.sleep == Sleep::KvOnly);
}

TEST_CASE("What the user states reaches the setup") {
  Stated stated;
  stated.mean_completion = Tokens{200};
  stated.bandwidth = BytesPerSecond{500e9};
  stated.fast_enough = Seconds{60};
  const auto engine_gpu = hardware::select("h100:2");
  REQUIRE(engine_gpu.ok());
  stated.engine_gpu = *engine_gpu;
  const Setup s = read(trl_facts("1.9.0").text("engine", "server"), stated);
  CHECK(s.mean_completion == Tokens{200});
  CHECK(s.bandwidth == BytesPerSecond{500e9});
  CHECK(s.fast_enough == Seconds{60});
  REQUIRE(s.engine.gpu);
  CHECK(s.engine.tensor_parallel == 2);
}

TEST_CASE("A model of which only the class is known gives an envelope over the class") {
  const auto model = model::resolve("somebody/their-7B-model", {});
  REQUIRE(model.ok());
  REQUIRE(*model);
  REQUIRE_FALSE((**model).exact);
  REQUIRE((**model).spread.size() > 1);
  const Setup s = trl_run("Qwen2.5-7B", "h100");
  const auto whole = estimate_model(s, **model);
  REQUIRE(whole.ok());
  for (const model::Geometry& member : (**model).spread) {
    Setup one = s;
    one.model = member;
    const DeviceEstimate device = trainer_of(one);
    const Range peak = phase_of(device, Phase::TrainingStep).bytes;
    const Range envelope = phase_of(whole->trainer, Phase::TrainingStep).bytes;
    CHECK(envelope.low <= peak.low);
    CHECK(envelope.high >= peak.high);
  }
}

TEST_CASE("Where nothing tells how a run is sharded, the favourable case is ZeRO-3") {
  const auto model = model::resolve("Qwen2.5-7B", {});
  REQUIRE(model.ok());
  REQUIRE(*model);
  Setup unsharded = trl_run("Qwen2.5-7B", "h100");
  unsharded.sharding = Sharding::Ddp;
  unsharded.world_size = 8;
  Setup open = unsharded;
  open.sharding_open = true;
  Setup sharded = unsharded;
  sharded.sharding = Sharding::Zero3;
  sharded.precision = Precision::Native16;
  const auto whole = estimate_model(open, **model);
  REQUIRE(whole.ok());
  const Range peak = phase_of(whole->trainer, Phase::TrainingStep).bytes;
  CHECK(peak.likely == phase_of(trainer_of(unsharded), Phase::TrainingStep).bytes.likely);
  CHECK(peak.low == phase_of(trainer_of(sharded), Phase::TrainingStep).bytes.low);
  CHECK(whole->trainer.verdict == Verdict::Tight);
  CHECK(trainer_of(unsharded).verdict == Verdict::DoesNotFit);

  open.offload_open = true;
  sharded.offload_optimizer = sharded.offload_parameters = true;
  const auto offloaded = estimate_model(open, **model);
  REQUIRE(offloaded.ok());
  CHECK(phase_of(offloaded->trainer, Phase::TrainingStep).bytes.low ==
        phase_of(trainer_of(sharded), Phase::TrainingStep).bytes.low);
}

TEST_CASE("Weights that only a script of the user's own would load are the favourable case") {
  Facts facts = trl_facts("0.18.0");
  facts.text("dtype", "bfloat16").truth("load_in_4bit", true).truth("model_config_read", false);
  facts.text("route", "trl");
  CHECK_FALSE(read(facts).ignored_weights);  // stated, or derived from the file
  facts.guess("route", "trl");
  const Setup s = read(facts);
  REQUIRE(s.ignored_weights);
  CHECK(s.weight_dtype == Dtype::Float32);
  CHECK(s.ignored_weights->dtype == Dtype::BFloat16);
  CHECK(s.ignored_weights->quantization == Quantization::Nf4);
  CHECK(mentions(s.assumptions, "--route python"));

  const auto model = model::resolve("Qwen2.5-1.5B", {});
  REQUIRE(model.ok());
  REQUIRE(*model);
  Setup asked = s;
  asked.ignored_weights.reset();
  const Range ignored = phase_of(trainer_of(asked), Phase::TrainingStep).bytes;
  asked.weight_dtype = asked.reference_dtype = Dtype::BFloat16;
  asked.quantization = Quantization::Nf4;
  const Range followed = phase_of(trainer_of(asked), Phase::TrainingStep).bytes;
  const auto whole = estimate_model(s, **model);
  REQUIRE(whole.ok());
  const Range peak = phase_of(whole->trainer, Phase::TrainingStep).bytes;
  CHECK(peak.likely == ignored.likely);
  CHECK(peak.low == followed.low);
}

TEST_CASE("An unread DeepSpeed file leaves sharding and offload open") {
  Facts facts = trl_facts("1.9.0");
  facts.number("world_size", 4);
  CHECK_FALSE(read(facts).sharding_open);
  facts.assume("sharding", "zero3").unknown("offload_optimizer");
  const Setup s = read(facts);
  CHECK(s.sharding == Sharding::Zero3);
  CHECK(s.sharding_open);
  CHECK(s.offload_open);
  CHECK(mentions(s.assumptions, "offload"));
}

TEST_CASE("Every declared est fact is stated, absent where it does not apply") {
  const auto result = estimate(trl_run("Qwen2.5-1.5B", "4090"));
  REQUIRE(result.ok());
  FactTable facts;
  add_facts(*result, facts);
  for (const FactDeclaration& declaration : fact_declarations()) {
    INFO(declaration.name);
    const Fact* fact = facts.find(declaration.name);
    REQUIRE(fact != nullptr);
    CHECK(fact->value.is_known());
    if (declaration.type.kind == TypeKind::Number && !fact->value.is_absent()) {
      CHECK(fact->value.kind() == ValueKind::Number);
      CHECK(fact->value.unit() == declaration.type.unit);
    }
  }
  CHECK(facts.all().size() == fact_declarations().size());
  CHECK(facts.value("est.verdict").as_string() == to_string(result->trainer.verdict));
  CHECK_FALSE(facts.value("est.remedies").is_absent());
  CHECK(facts.value("est.engine_verdict").is_absent());
}

}  // namespace grpolint::sizing
