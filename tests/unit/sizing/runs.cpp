#include "runs.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "model/counts.h"
#include "model/model.h"
#include "sizing/optimizer.h"

namespace grpolint::sizing {

model::Geometry model_named(std::string_view name) {
  const auto resolved = model::resolve(name, {});
  REQUIRE(resolved.ok());
  REQUIRE(resolved->has_value());
  return (**resolved).likely;
}

hardware::Gpu gpu_named(std::string_view name) {
  const auto selected = hardware::select(name);
  REQUIRE(selected.ok());
  return *selected->gpu;
}

Setup trl_run(std::string_view model, std::string_view gpu) {
  Setup s;
  s.model = model_named(model);
  s.gpu = gpu_named(gpu);
  s.prompt = {256, 256, 256};
  return s;
}

namespace {

class Draw {
 public:
  explicit Draw(std::mt19937& random) : random_(random) {}
  bool coin() { return std::uniform_int_distribution<int>(0, 1)(random_) == 1; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  /// Spread evenly over the orders of magnitude.
  double scaled(double low, double high) {
    return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random_));
  }
  std::int64_t scaled_count(double low, double high) {
    return static_cast<std::int64_t>(std::floor(scaled(low, high)));
  }
  template <typename T>
  T one_of(std::initializer_list<T> choices) {
    return *(choices.begin() + between(0, static_cast<std::int64_t>(choices.size()) - 1));
  }

 private:
  std::mt19937& random_;
};

model::Geometry random_model(Draw& draw) {
  model::Geometry g;
  g.family = "llama";
  g.layers = draw.scaled_count(1, 130);
  g.head_dim = draw.one_of<std::int64_t>({32, 64, 128, 256});
  g.heads = draw.between(1, 96);
  g.kv_heads = std::max<std::int64_t>(1, g.heads / draw.one_of<std::int64_t>({1, 2, 4, 8}));
  g.hidden = draw.scaled_count(64, 20000);
  g.intermediate = draw.scaled_count(64, 80000);
  g.vocabulary = draw.scaled_count(100, 300000);
  g.context_length = draw.scaled_count(512, 2e6);
  g.tied_embeddings = draw.coin();
  g.qk_norm = draw.coin();
  if (draw.between(0, 3) == 0) {
    g.experts = draw.one_of<std::int64_t>({8, 64, 128});
    g.experts_per_token = draw.between(1, 8);
    g.expert_intermediate = draw.scaled_count(64, 8000);
    g.moe_layers = draw.between(1, g.layers);
    g.fused_experts = draw.coin();
  }
  if (draw.between(0, 3) == 0) {
    g.sliding_window = draw.scaled_count(64, 9000);
    g.sliding_layers = draw.between(0, g.layers);
  }
  REQUIRE(model::count_parameters(g));
  return g;
}

}  // namespace

Setup random_run(std::mt19937& random) {
  Draw draw(random);
  Setup s;
  s.model = random_model(draw);
  const auto gpus = hardware::catalogue();
  s.gpu =
      gpus[static_cast<std::size_t>(draw.between(0, static_cast<std::int64_t>(gpus.size()) - 1))];
  s.weight_dtype = draw.one_of({Dtype::Float32, Dtype::BFloat16, Dtype::Float16});
  s.precision = draw.one_of({Precision::Plain, Precision::Autocast, Precision::Native16});
  s.quantization = draw.one_of({Quantization::None, Quantization::None, Quantization::Nf4,
                                Quantization::Nf4Double, Quantization::Int8, Quantization::Fp8,
                                Quantization::Mxfp4});
  s.adapter.present = s.quantization != Quantization::None || draw.coin();
  s.adapter.rank = draw.scaled_count(1, 4096);
  s.adapter.dtype = draw.one_of({Dtype::Float32, Dtype::BFloat16});
  s.adapter.dora = draw.coin();
  s.adapter.targets = draw.coin() ? std::vector<std::string>{"all-linear"}
                                  : std::vector<std::string>{"q_proj", "v_proj"};
  s.reference_model = draw.coin();
  s.micro_batch = draw.scaled_count(1, 512);
  s.accumulation = draw.scaled_count(1, 256);
  s.steps_per_generation = draw.scaled_count(1, 256);
  s.num_iterations = draw.between(1, 4);
  s.num_generations = draw.scaled_count(1, 64);
  const double prompt = draw.scaled(1, 100000);
  s.prompt = {prompt * 0.5, prompt, prompt * 2};
  s.completion = Tokens{std::floor(draw.scaled(1, 200000))};
  s.attention =
      draw.one_of({AttentionKernel::Eager, AttentionKernel::Sdpa, AttentionKernel::Flash});
  s.checkpointing = draw.one_of({Checkpointing::None, Checkpointing::Full, Checkpointing::Unsloth});
  s.chunked_loss = draw.one_of(
      {ChunkedLoss::None, ChunkedLoss::Liger, ChunkedLoss::Unsloth, ChunkedLoss::FusedHead});
  s.unsloth_packing = draw.coin();
  s.old_log_probs = draw.coin();
  s.reference_pass = draw.coin();
  const auto laws = optimizer_laws();
  s.optimizer =
      laws[static_cast<std::size_t>(draw.between(0, static_cast<std::int64_t>(laws.size()) - 1))]
          .name;
  s.sharding = draw.one_of({Sharding::None, Sharding::Ddp, Sharding::Zero1, Sharding::Zero2,
                            Sharding::Zero3, Sharding::Fsdp});
  s.world_size = draw.scaled_count(1, 1024);
  s.offload_optimizer = draw.coin();
  s.offload_parameters = draw.coin();
  s.engine.mode = draw.one_of({Engine::None, Engine::Colocate, Engine::Server});
  s.engine.utilization = draw.scaled(0.05, 1);
  s.engine.tensor_parallel = draw.one_of<std::int64_t>({1, 2, 4, 8});
  s.engine.max_sequences = draw.scaled_count(1, 4096);
  s.engine.batched_tokens = draw.scaled_count(256, 65536);
  s.engine.eager = draw.coin();
  s.engine.sleep = draw.one_of({Sleep::None, Sleep::Level1, Sleep::Level2, Sleep::KvOnly});
  s.engine.shares_weights = s.engine.sleep == Sleep::KvOnly;
  s.engine.graphs_in_budget = draw.coin();
  if (draw.coin()) s.engine.max_model_length = Tokens{draw.scaled(128, 1e6)};
  if (s.engine.mode == Engine::Server && draw.coin()) s.engine.gpu = gpus[0];
  return s;
}

const PhaseEstimate& phase_of(const DeviceEstimate& device, Phase phase) {
  const auto found = std::find_if(device.phases.begin(), device.phases.end(),
                                  [&](const PhaseEstimate& p) { return p.phase == phase; });
  REQUIRE(found != device.phases.end());
  return *found;
}

double bytes_of(const DeviceEstimate& device, Phase phase, ComponentKind kind) {
  double bytes = 0;
  for (const Component& c : phase_of(device, phase).components) {
    if (c.kind == kind) bytes += c.bytes.likely;
  }
  return bytes;
}

DeviceEstimate trainer_of(const Setup& setup) {
  const auto result = estimate(setup, Detail::Bare);
  REQUIRE(result.ok());
  return result->trainer;
}

}  // namespace grpolint::sizing
