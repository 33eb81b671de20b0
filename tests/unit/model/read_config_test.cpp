#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>

#include "model/counts.h"
#include "model/model.h"
#include "text/file.h"

namespace grpolint::model {
namespace {

Geometry fixture(const char* name) {
  const auto path = std::filesystem::path(GRPOLINT_FIXTURES) / "models" / name;
  const auto bytes = read_file(path);
  REQUIRE(bytes.ok());
  auto geometry = read_config_json(*bytes);
  INFO((geometry.ok() ? "" : geometry.error().message));
  REQUIRE(geometry.ok());
  return *geometry;
}

TEST_CASE("a dense model with a tied head") {
  const Geometry g = fixture("dense-tied.json");
  CHECK(g.family == "llama");
  CHECK(g.known_family);
  CHECK(g.head_dim == 16);  // 64 / 4
  CHECK(g.context_length == 2048);
  // attention 64*64 + 2*64*32 + 64*64, MLP 3*64*160, two norms; final norm; one embedding
  const std::int64_t layer = 4096 + 4096 + 4096 + 30'720 + 128;
  CHECK(g.parameters == 3 * layer + 64 + 64'000);
  CHECK(g.active_parameters == g.parameters);
  CHECK(g.embedding_parameters == 64'000);
  CHECK(g.block_linear_parameters == 3 * (layer - 128));
  CHECK(g.largest_parameter == 64'000);
}

TEST_CASE("Qwen2 has biases on q, k and v whatever its config says, and ignores its window") {
  const Geometry g = fixture("qkv-bias.json");
  const std::int64_t layer = 3 * 4096 + (64 + 2 * 32) + 30'720 + 128;
  CHECK(g.parameters == 3 * layer + 64 + 2 * 64'000);
  CHECK(g.active_parameters == g.parameters - 64'000);
  CHECK(g.sliding_layers == 0);
  CHECK(g.sliding_window == 0);
}

TEST_CASE("five of six layers of Gemma 3 slide; its head is tied by default") {
  const Geometry g = fixture("sliding-pattern.json");
  CHECK(g.tied_embeddings);
  CHECK(g.sliding_layers == 11);  // all but layers 6 and 12
  CHECK(g.sliding_window == 128);
  const std::int64_t layer = 48 * 64 * 2 + 2 * 48 * 32 + 2 * 16 + 3 * 48 * 96 + 4 * 48;
  CHECK(g.parameters == 13 * layer + 48 + 500 * 48);
}

TEST_CASE("experts in all layers but those named dense") {
  const Geometry g = fixture("experts.json");
  CHECK(g.moe_layers == 3);
  const std::int64_t attention = 64 * 128 * 2 + 2 * 64 * 64 + 2 * 32;
  const std::int64_t expert = 3 * 64 * 32;
  const std::int64_t dense = 3 * 64 * 200;
  const std::int64_t language =
      4 * (attention + 128) + dense + 3 * (8 * expert + 64 * 8) + 64 + 2 * 64'000;
  CHECK(g.parameters == language);
  CHECK(g.active_parameters == language - 3 * 6 * expert - 64'000);
  CHECK(g.expert_parameters == 3 * 8 * expert);
}

TEST_CASE("latent attention with a shared expert and a router correction") {
  const Geometry g = fixture("latent-attention.json");
  const std::int64_t attention =
      64 * 48 + 48 + 48 * 4 * 24 + 64 * (32 + 8) + 32 + 32 * 4 * (16 + 16) + 4 * 16 * 64;
  const std::int64_t expert = 3 * 64 * 16;
  const std::int64_t mixture = 8 * expert + 64 * 8 + 8 + expert;
  CHECK(g.parameters == 3 * (attention + 128) + 3 * 64 * 128 + 2 * mixture + 64 + 2 * 64'000);
  CHECK(kv_bytes_per_token(g, 2) == 3 * (32 + 8) * 2);
}

TEST_CASE("linear attention, a vision tower and a layer that is never loaded") {
  const Geometry g = fixture("linear-attention-vision.json");
  CHECK(g.family == "qwen3_5_text");
  CHECK(g.linear_layers == 6);
  const std::int64_t full = 64 * 256 + 2 * 64 * 64 + 128 * 64 + 2 * 32;
  const std::int64_t mixed = 2 * 2 * 16 + 4 * 16;
  const std::int64_t linear = 64 * (mixed + 64 + 2 * 4) + 4 * mixed + 2 * 4 + 16 + 64 * 64;
  const std::int64_t mlp = 3 * 64 * 128;
  const std::int64_t vision = 2 * (4 * (32 * 32 + 32) + 2 * 32 * 64 + 64 + 32 + 4 * 32) +
                              3 * 2 * 16 * 16 * 32 + 32 + 64 * 32 +
                              (2 * 32 + 128 * 128 + 128 + 128 * 64 + 64);
  CHECK(g.other_parameters == vision);
  CHECK(g.parameters == 2 * full + 6 * linear + 8 * (mlp + 128) + 64 + 64'000 + vision);
  CHECK(g.draft_parameters == full + mlp + 128 + 2 * 64 * 64 + 3 * 64);
  // q, k and v pass a convolution over 4 tokens, of which 3 are kept.
  CHECK(state_bytes_per_sequence(g, 4, 2) == 6 * (4 * 16 * 16 * 4 + 3 * mixed * 2));
  CHECK(kv_bytes_per_token(g, 2) == 2 * 2 * 2 * 32 * 2);
}

TEST_CASE("gpt-oss has biases and sinks everywhere and experts in one tensor") {
  const Geometry g = fixture("alternating-experts.json");
  CHECK(g.sliding_layers == 2);
  CHECK(g.fused_experts);
  const std::int64_t attention = 64 * 64 * 2 + 2 * 64 * 32 + 64 + 2 * 32 + 64 + 4;
  const std::int64_t expert = 3 * 64 * 64 + 2 * 64 + 64;
  const std::int64_t mixture = 4 * expert + 64 * 4 + 4;
  CHECK(g.parameters == 4 * (attention + mixture + 128) + 64 + 2 * 64'000);
  CHECK(g.block_linear_parameters == 4 * (64 * 64 * 2 + 2 * 64 * 32));
  CHECK(g.largest_parameter == 64'000);
}

/// A dense model of 3 layers with the given quantization_config.
Result<Geometry> quantized(const std::string& quantization) {
  return read_config_json(R"({"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 3,
    "vocab_size": 1000, "num_attention_heads": 4, "num_key_value_heads": 2,
    "intermediate_size": 160, "quantization_config": )" +
                          quantization + "}");
}

TEST_CASE("modules that a 4-bit checkpoint leaves in 16 bit are counted one by one") {
  constexpr std::int64_t kMlp = 3 * 64 * 160;
  constexpr std::int64_t kAttention = 2 * 64 * 64 + 2 * 64 * 32;
  const auto left = [](const std::string& names) {
    const auto g = quantized(R"({"load_in_4bit": true, "llm_int8_skip_modules": [)" + names + "]}");
    REQUIRE(g.ok());
    CHECK(g->packed_as == "nf4");
    return g->unpacked_linear_parameters;
  };
  CHECK(left("") == 0);
  CHECK(left(R"("lm_head", "multi_modal_projector", "merger")") == 0);
  CHECK(left(R"("model.layers.1.mlp")") == kMlp);
  CHECK(left(R"("model.layers.0.self_attn", "model.layers.0.self_attn.q_proj")") == kAttention);
  CHECK(left(R"("model.layers.2.mlp.down_proj", "model.layers.2.mlp.up_proj")") == 2 * 64 * 160);
  CHECK(left(R"("language_model.model.layers.2")") == kMlp + kAttention);
  CHECK(left(R"("o_proj")") == 3 * 64 * 64);
  CHECK(left(R"("model.layers.7.mlp", "model.layers.x.mlp", "model.layers.1extra")") == 0);
  CHECK(left(R"("model.layers.0", "model.layers.1", "model.layers.2", "mlp")") ==
        3 * (kMlp + kAttention));
}

TEST_CASE("how a checkpoint is packed follows from its config") {
  CHECK(quantized(R"({"load_in_4bit": true, "bnb_4bit_use_double_quant": true})")->packed_as ==
        "nf4-double");
  CHECK(quantized(R"({"load_in_8bit": true, "llm_int8_skip_modules": null})")->packed_as == "int8");
  CHECK(quantized(R"({"quant_method": "fp8"})")->packed_as.empty());
  CHECK(quantized("null")->packed_as.empty());
  CHECK_FALSE(quantized(R"({"load_in_4bit": "yes"})").ok());
  CHECK_FALSE(quantized(R"({"load_in_4bit": true, "llm_int8_skip_modules": [1]})").ok());
}

TEST_CASE("an unlisted family is counted, and marked as not exact") {
  const Geometry g = fixture("unlisted-family.json");
  CHECK_FALSE(g.known_family);
  CHECK(g.family == "brand_new");
  CHECK(g.parameters == fixture("dense-tied.json").parameters);
}

/// A well-formed config with one field replaced.
std::string config_with(const char* key, const char* value) {
  std::string out = R"({"model_type": "llama")";
  for (const auto& [name, usual] : {std::pair{"hidden_size", "64"},
                                    {"intermediate_size", "160"},
                                    {"num_hidden_layers", "3"},
                                    {"num_attention_heads", "4"},
                                    {"num_key_value_heads", "2"},
                                    {"vocab_size", "1000"},
                                    {"head_dim", "16"}}) {
    if (std::string_view(name) != key) out += fmt::format(R"(, "{}": {})", name, usual);
  }
  return out + fmt::format(R"(, "{}": {}}})", key, value);
}

TEST_CASE("untrusted fields are refused with their name and value") {
  const auto [key, value, message] = GENERATE(table<const char*, const char*, const char*>({
      {"hidden_size", "-1", "hidden_size must be a whole number from 1 to 16777216, not -1"},
      {"hidden_size", "0", "hidden_size must be a whole number"},
      {"hidden_size", "\"64\"", "not the string \"64\""},
      {"hidden_size", "64.5", "not 64.5"},
      {"hidden_size", "1e300", "hidden_size must be"},
      {"hidden_size", "123456789012345678901234567890", "hidden_size must be"},
      {"hidden_size", "null", "hidden_size is missing"},
      {"hidden_size", "[64]", "not a list"},
      {"hidden_size", "{\"a\": 1}", "not an object"},
      {"hidden_size", "true", "not true"},
      {"num_hidden_layers", "4000000000", "num_hidden_layers must be"},
      {"num_key_value_heads", "5", "num_key_value_heads must be from 1"},
      {"num_key_value_heads", "0", "num_key_value_heads must be from 1"},
      {"tie_word_embeddings", "\"yes\"", "tie_word_embeddings must be true or false"},
      {"layer_types", "[\"full_attention\"]", "layer_types has 1 entries for 3 layers"},
      {"layer_types", "[\"mamba\", \"mamba\", \"mamba\"]", "a kind of layer that is not known"},
      {"layer_types", "[1, 2, 3]", "a list of strings"},
      {"layer_types", "\"full_attention\"", "a list of strings"},
      {"text_config", "3", "text_config must be an object"},
      {"model_type", "7", "model_type must be a string"},
  }));
  const auto geometry = read_config_json(config_with(key, value));
  INFO(key << " = " << value);
  REQUIRE_FALSE(geometry.ok());
  INFO(geometry.error().message);
  CHECK(geometry.error().message.find(message) != std::string::npos);
}

TEST_CASE("sizes whose product does not fit are refused, not wrapped") {
  const auto geometry = read_config_json(
      R"({"model_type": "mixtral", "hidden_size": 16777216, "intermediate_size": 16777216,
          "num_hidden_layers": 10000, "num_attention_heads": 65536, "num_key_value_heads": 65536,
          "head_dim": 65536, "vocab_size": 268435456, "num_local_experts": 65536,
          "num_experts_per_tok": 2})");
  REQUIRE_FALSE(geometry.ok());
  CHECK(geometry.error().message.find("too many parameters") != std::string::npos);
}

TEST_CASE("files that hold no config are refused") {
  for (const char* bytes : {"", "[]", "null", "3", "{", "{\"hidden_size\": ", "{}", "\xff\xfe{}",
                            "{\"text_config\": {\"text_config\": {}}}"}) {
    INFO(bytes);
    CHECK_FALSE(read_config_json(bytes).ok());
  }
  CHECK_FALSE(read_config_json(std::string(5u << 20, ' ')).ok());
  CHECK_FALSE(read_config_json(std::string(100'000, '[')).ok());
}

TEST_CASE("long and odd text in an error is cut and cleaned") {
  const std::string value = "\"" + std::string(100'000, 'x') + "\"";
  const auto geometry = read_config_json(config_with("hidden_size", value.c_str()));
  REQUIRE_FALSE(geometry.ok());
  CHECK(geometry.error().message.size() < 300);
  const auto odd = read_config_json(config_with("hidden_size", "\"\\u001b[31m\""));
  REQUIRE_FALSE(odd.ok());
  CHECK(odd.error().message.find('\x1b') == std::string::npos);
}

TEST_CASE("a dense model of a known family has an MLP") {
  const std::string without =
      R"({"model_type": "qwen2", "hidden_size": 2048, "num_hidden_layers": 36,
          "num_attention_heads": 16, "num_key_value_heads": 2, "vocab_size": 151936)";
  const auto missing = read_config_json(without + "}");
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().message.find("intermediate_size") != std::string::npos);
  CHECK_FALSE(read_config_json(without + R"(, "intermediate_size": 0})").ok());
  CHECK(read_config_json(without + R"(, "intermediate_size": 11008})").ok());
}

}  // namespace
}  // namespace grpolint::model
