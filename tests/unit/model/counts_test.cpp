#include "model/counts.h"

#include <catch2/catch.hpp>

#include "model/catalogue.h"

namespace grpolint::model {
namespace {

Geometry published(const char* name) {
  const CatalogueMatch match = find_published(name);
  REQUIRE(match.model != nullptr);
  return match.model->geometry;
}

double lora(const Geometry& geometry, std::vector<std::string> targets, std::int64_t rank) {
  return lora_parameters(geometry, targets, rank);
}

TEST_CASE("LoRA parameters follow the shapes of the targeted modules") {
  // Llama-3.1-8B: PEFT prints 41,943,040 trainable parameters for rank 16 on every linear layer.
  const Geometry llama = published("Llama-3.1-8B");
  CHECK(lora(llama, {"all-linear"}, 16) == 41'943'040);
  CHECK(lora(llama, {"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"},
             16) == 41'943'040);
  CHECK(lora(llama, {"q_proj", "v_proj"}, 8) == 32 * 8 * ((4096 + 4096) + (4096 + 1024)));
  CHECK(lora(llama, {"model.layers.self_attn.q_proj"}, 1) == lora(llama, {"q_proj"}, 1));
  CHECK(lora(llama, {"lm_head"}, 4) == 4 * (4096 + 128'256));
  CHECK(lora(llama, {"nothing_of_that_name"}, 16) == 0);
  CHECK(lora(llama, {}, 16) == 0);
  CHECK(lora(llama, {"all-linear"}, 0) == 0);
}

TEST_CASE("fused projections have fewer LoRA parameters than split ones") {
  const Geometry phi = published("phi-4");
  CHECK(lora(phi, {"qkv_proj"}, 1) == 40 * (5120 + 5120 + 2 * 1280));
  CHECK(lora(phi, {"gate_up_proj"}, 1) == 40 * (5120 + 2 * 17'920));
  CHECK(lora(phi, {"q_proj"}, 1) == 0);
}

TEST_CASE("the query projection of Qwen3.5 is doubled by its gate") {
  const Geometry qwen = published("Qwen3.5-9B");
  CHECK(lora(qwen, {"q_proj"}, 1) == 8 * (4096 + 2 * 4096));
  CHECK(lora(qwen, {"in_proj_z"}, 1) == 24 * (4096 + 4096));
}

TEST_CASE("experts in one tensor are neither packed nor targeted") {
  const Geometry fused = published("gpt-oss-20b");
  CHECK(fused.block_linear_parameters < fused.parameters / 10);
  CHECK(lora(fused, {"gate_proj", "up_proj", "down_proj"}, 16) == 0);
  const Geometry split = published("Qwen3-30B-A3B");
  CHECK(split.block_linear_parameters > split.expert_parameters);
}

TEST_CASE("cache bytes per token") {
  CHECK(kv_bytes_per_token(published("Qwen2.5-1.5B"), 2) == 28'672);
  CHECK(kv_bytes_per_token(published("Llama-3.1-8B"), 2) == 131'072);
  CHECK(kv_bytes_per_token(published("Qwen3-30B-A3B"), 2) == 98'304);
  CHECK(kv_bytes_per_token(published("Qwen3.5-9B"), 2) == 32'768);
  CHECK(kv_bytes_per_token(published("DeepSeek-V3"), 2) == 70'272);
}

TEST_CASE("sliding layers keep no more than their window") {
  const Geometry gemma = published("gemma-2-9b");  // 21 of 42 layers slide over 4096 tokens
  CHECK(kv_bytes_per_sequence(gemma, 1000, 2) == 1000 * kv_bytes_per_token(gemma, 2));
  const double layer = kv_bytes_per_token(gemma, 2) / 42;
  CHECK(kv_bytes_per_sequence(gemma, 8192, 2) == Approx(21 * layer * (8192 + 4096)));
}

TEST_CASE("state of linear attention per sequence") {
  constexpr double kMiB = 1024 * 1024;
  CHECK(state_bytes_per_sequence(published("Qwen3.5-9B")) / kMiB == Approx(49.125));
  CHECK(state_bytes_per_sequence(published("Qwen3.5-27B")) / kMiB == Approx(146.8).epsilon(1e-3));
  CHECK(state_bytes_per_sequence(published("Llama-3.1-8B")) == 0);
}

TEST_CASE("active parameters leave out idle experts and the input embedding") {
  CHECK(published("gpt-oss-20b").active_parameters == 3'608'307'264);
  CHECK(published("Mixtral-8x7B-v0.1").active_parameters == 12'748'853'248);
  CHECK(published("Qwen2.5-7B").active_parameters == 7'070'619'136);
  CHECK(published("Qwen2.5-1.5B").active_parameters == 1'543'714'304);
}

TEST_CASE("the catalogue is whole") {
  REQUIRE(catalogue().size() > 40);
  bool dense = false;
  bool mixture = false;
  for (const CatalogueModel& model : catalogue()) {
    INFO(model.name);
    CHECK(model.geometry.parameters > 0);
    CHECK(model.geometry.known_family);
    // Names lie by less than a third.
    CHECK(static_cast<double>(model.geometry.parameters) / model.nominal ==
          Approx(1).epsilon(0.33));
    dense = dense || (model.representative && model.geometry.moe_layers == 0);
    mixture = mixture || (model.representative && model.geometry.moe_layers > 0);
  }
  CHECK(dense);
  CHECK(mixture);
}

}  // namespace
}  // namespace grpolint::model
