// Components against numbers worked out by hand.

#include <catch2/catch.hpp>

#include "model/counts.h"
#include "runs.h"
#include "sizing/activations.h"
#include "sizing/engine.h"
#include "sizing/logits.h"
#include "sizing/optimizer.h"
#include "sizing/parameters.h"
#include "sizing/residents.h"

namespace grpolint::sizing {
namespace {

constexpr double kQwen15 = 1543714304;  // parameters of Qwen2.5-1.5B
constexpr double kQwen15Embedding = 151936.0 * 1536;
constexpr double kLlama8 = 8030261248;

double weights_of(const Setup& s) { return weights(s, count(s), Detail::Numbers).bytes.likely; }
double states_of(const Setup& s) {
  return optimizer_states(s, count(s), Detail::Numbers).bytes.likely;
}

}  // namespace

TEST_CASE("Weights are float32 unless a dtype is stated") {
  Setup s = trl_run("Qwen2.5-1.5B", "4090");
  CHECK(weights_of(s) == 4 * kQwen15);
  s.weight_dtype = Dtype::BFloat16;
  CHECK(weights_of(s) == 2 * kQwen15);
}

TEST_CASE("Four bits pack the linear layers of the blocks alone") {
  Setup s = trl_run("Qwen2.5-1.5B", "4090");
  s.adapter.present = true;
  s.weight_dtype = Dtype::BFloat16;
  s.quantization = Quantization::Nf4Double;
  const double packed = static_cast<double>(s.model.block_linear_parameters);
  const double width = 0.5 + 1.0 / 64 + 4.0 / 16384;
  CHECK(weights_of(s) == Approx(packed * width + (kQwen15 - packed) * 2));
  SECTION("without double quantisation every 64 weights have an fp32 scale") {
    s.quantization = Quantization::Nf4;
    CHECK(weights_of(s) == Approx(packed * 0.5625 + (kQwen15 - packed) * 2));
  }
  SECTION("fused experts stay at 16 bit in plain transformers") {
    s.model = model_named("Qwen3-30B-A3B");
    CHECK(weights_of(s) > 55 * kGiB);
    s.experts_quantized = true;
    CHECK(weights_of(s) < 18 * kGiB);
  }
}

TEST_CASE("The reference model is a second full copy, sharded with the policy") {
  Setup s = trl_run("Llama-3.1-8B", "h100");
  CHECK(reference_model(s, count(s), Detail::Numbers).bytes.likely == 0);
  s.reference_model = true;
  CHECK(reference_model(s, count(s), Detail::Numbers).bytes.likely == 4 * kLlama8);
  s.sharding = Sharding::Zero3;
  s.world_size = 8;
  CHECK(reference_model(s, count(s), Detail::Numbers).bytes.likely == 4 * kLlama8 / 8);
}

TEST_CASE("LoRA on every linear layer of Llama-3.1-8B") {
  Setup s = trl_run("Llama-3.1-8B", "h100");
  s.adapter.present = true;
  s.adapter.rank = 16;
  const Parameters p = count(s);
  CHECK(p.adapter == 41943040);
  // fp32 adapters: 4 + 4 + 8 bytes.
  const double bytes = adapters(s, p, Detail::Numbers).bytes.likely +
                       gradients(s, p, Detail::Numbers).bytes.likely + states_of(s);
  CHECK(bytes == 16 * 41943040.0);
}

TEST_CASE("Optimizer states per trainable parameter") {
  Setup s = trl_run("Qwen2.5-1.5B", "4090");
  SECTION("AdamW follows the dtype of the parameters") {
    CHECK(states_of(s) == 8 * kQwen15);
    s.weight_dtype = Dtype::BFloat16;
    CHECK(states_of(s) == 4 * kQwen15);
  }
  SECTION("8-bit AdamW keeps the embedding's states in fp32") {
    s.optimizer = "adamw_8bit";
    const double eight = 2 + 8.0 / 256;
    CHECK(states_of(s) == Approx((kQwen15 - kQwen15Embedding) * eight + kQwen15Embedding * 8));
  }
  SECTION("torchao's does not") {
    s.optimizer = "adamw_torch_8bit";
    CHECK(states_of(s) == Approx(kQwen15 * (2 + 8.0 / 256)));
  }
  SECTION("DeepSpeed adds an fp32 master copy and shards from stage 1") {
    s.precision = Precision::Native16;
    s.sharding = Sharding::Zero1;
    s.world_size = 4;
    CHECK(states_of(s) == 12 * kQwen15 / 4);
  }
  SECTION("offloaded states are on the host") {
    s.precision = Precision::Native16;
    s.sharding = Sharding::Zero2;
    s.world_size = 4;
    s.offload_optimizer = true;
    CHECK(states_of(s) == 0);
    CHECK(offloaded_bytes(s, count(s)).likely == 12 * kQwen15 / 4);
  }
  SECTION("paged states leave a discrete GPU under pressure, never a shared pool") {
    s.optimizer = "paged_adamw_8bit";
    CHECK(optimizer_states(s, count(s), Detail::Numbers).bytes.low == 0);
    s.gpu = gpu_named("gb10");
    CHECK(optimizer_states(s, count(s), Detail::Numbers).bytes.low > 0);
  }
  SECTION("8-bit states of small tensors cost as much as fp32 ones") {
    s.adapter.present = true;
    s.adapter.rank = 1;  // every factor has fewer than 4096 elements but down_proj's and gate/up's
    s.adapter.targets = {"q_proj", "k_proj", "v_proj", "o_proj"};
    const double full = states_of(s);
    s.optimizer = "adamw_8bit";
    CHECK(states_of(s) == full);
  }
}

TEST_CASE("Every optimizer of the table is found by its name") {
  for (const OptimizerLaw& law : optimizer_laws()) CHECK(find_optimizer(law.name) == &law);
  CHECK(find_optimizer("muon") == nullptr);
}

TEST_CASE("Logits at the backward peak") {
  Setup s = trl_run("Qwen2.5-1.5B", "h100");
  s.micro_batch = 4;
  s.completion = Tokens{1024};
  const auto logits = [&] {
    return training_logits(s, micro_batch(s), count(s), Detail::Numbers).bytes.likely;
  };
  const double elements = 4.0 * 1024 * 151936;
  CHECK(logits() == 16 * elements);
  SECTION("8 bytes when the model returns 16-bit logits") {
    s.precision = Precision::Native16;
    CHECK(logits() == 8 * elements);
  }
  SECTION("Liger trades the table for gradients of the head") {
    s.chunked_loss = ChunkedLoss::Liger;
    const double head = 151936.0 * 1536;
    CHECK(logits() == Approx(8 * head + 4 * 2048.0 * 4096 * 4));
  }
  SECTION("at tiny batches Liger costs more than it saves") {
    s.micro_batch = 1;
    s.completion = Tokens{64};
    const double plain = logits();
    s.chunked_loss = ChunkedLoss::Liger;
    CHECK(logits() > plain);
  }
  SECTION("TRL's fused head keeps hidden states, a tile and the head's gradient") {
    s.chunked_loss = ChunkedLoss::FusedHead;
    const double tile = 4096.0 * 32768 * 2 + 32768.0 * 1536 * 2;
    CHECK(logits() == Approx(tile + 4096.0 * 1536 * 8 + 151936.0 * 1536 * 4));
    s.adapter.present = true;
    CHECK(logits() == Approx(tile + 4096.0 * 1536 * 8));
    CHECK(log_prob_logits(s, micro_batch(s), Detail::Bare).bytes.likely ==
          Approx(tile + 4096.0 * 1536 * 2));
  }
  SECTION("Liger does not touch the pass without gradients") {
    const double before = log_prob_logits(s, micro_batch(s), Detail::Numbers).bytes.likely;
    s.chunked_loss = ChunkedLoss::Liger;
    CHECK(log_prob_logits(s, micro_batch(s), Detail::Numbers).bytes.likely == before);
  }
}

TEST_CASE("The published arithmetic of the 510.8 and 54.3 GB table") {
  // https://unsloth.ai/blog/grpo (2025-02-20): Llama-3.1-8B, 8 x 20,480 tokens.
  const model::Geometry llama = model_named("Llama-3.1-8B");
  const double elements = 8.0 * 20480 * static_cast<double>(llama.vocabulary);
  CHECK(elements * 4 / kGiB == Approx(78.3).epsilon(0.001));
  CHECK(elements * 4 / 8 / kGiB == Approx(9.8).epsilon(0.002));
  CHECK(model::kv_bytes_per_sequence(llama, 20480, 2) / kGiB == Approx(2.5));
  CHECK(8 * model::kv_bytes_per_sequence(llama, 20480, 2) / kGiB == Approx(20));
  CHECK(2 * kLlama8 / 1e9 == Approx(16).epsilon(0.005));
  CHECK(414 + 78.3 + 16 + 2.5 == Approx(510.8));
  CHECK(42 + 9.8 + 0 + 2.5 == Approx(54.3));
}

TEST_CASE("Checkpoints cost one layer input per token and layer") {
  Setup s = trl_run("Qwen3-4B", "h100");
  s.weight_dtype = Dtype::BFloat16;
  s.precision = Precision::Plain;
  s.micro_batch = 1;
  const MicroBatch batch = micro_batch(s);
  const double kept = kept_activations(s, batch, count(s), Detail::Numbers).bytes.likely;
  CHECK(kept == 2.0 * 2560 * 36 * 512);
  SECTION("4 bytes where the residual stream is fp32") {
    s.weight_dtype = Dtype::Float32;
    CHECK(kept_activations(s, batch, count(s), Detail::Numbers).bytes.likely == 2 * kept);
  }
  SECTION("Unsloth moves them to the host, which is the same pool on unified memory") {
    s.checkpointing = Checkpointing::Unsloth;
    CHECK(kept_activations(s, batch, count(s), Detail::Numbers).bytes.likely < kept / 10);
    CHECK(host_checkpoints(s, batch).likely == kept);
    s.gpu = gpu_named("gb10");
    CHECK(kept_activations(s, batch, count(s), Detail::Numbers).bytes.likely == kept);
    CHECK(host_checkpoints(s, batch).likely == 0);
  }
}

TEST_CASE("An adapter with ZeRO-3 gathers the whole model for the engine") {
  Setup s = trl_run("Llama-3.1-8B", "h100");
  s.precision = Precision::Native16;
  s.sharding = Sharding::Zero3;
  s.world_size = 8;
  s.engine.mode = Engine::Colocate;
  const auto sync = [&] { return sync_buffer(s, count(s), Detail::Numbers).bytes.likely; };
  const double one_parameter = sync();
  s.adapter.present = true;
  CHECK(sync() == 2 * kLlama8);
  CHECK(one_parameter < 3 * kGiB);
}

}  // namespace grpolint::sizing
