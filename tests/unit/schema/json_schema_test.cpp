#include "schema/json_schema.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using grpolint::schema::json_schema;
using grpolint::schema::Releases;
using nlohmann::json;

namespace {

json properties(std::string_view dialect, const Releases& releases) {
  const json schema = json::parse(json_schema(dialect, releases));
  REQUIRE(schema["type"] == "object");
  return schema["properties"];
}

}  // namespace

TEST_CASE("the exported schema has the types, values and defaults of the release") {
  const json trl = properties("trl", {{1, 9, 0}, {5, 15, 0}, {}});
  CHECK(trl["num_generations"]["anyOf"] ==
        json::parse(R"([{"type": "integer"}, {"type": "null"}])"));
  CHECK(trl["num_generations"]["default"] == 8);
  CHECK(trl["vllm_mode"]["enum"] == json::parse(R"(["server", "colocate"])"));
  CHECK(trl["vllm_mode"]["default"] == "colocate");
  CHECK(trl["scale_rewards"]["anyOf"] ==
        json::parse(R"([{"type": "boolean"}, {"enum": ["group", "batch", "none"]}])"));
  CHECK(trl["learning_rate"]["type"] == "number");
  CHECK(trl["learning_rate"]["default"] == 1e-6);
  CHECK(trl["reward_weights"]["anyOf"][0]["items"]["type"] == "number");
  CHECK(trl["num_generations"]["description"].get<std::string>().find("GRPOConfig") !=
        std::string::npos);
  CHECK_FALSE(trl.contains("fast_inference"));
}

TEST_CASE("the exported schema leaves out what comes later and marks what is gone") {
  const json early = properties("trl", {{0, 24, 0}, {4, 57, 1}, {}});
  CHECK_FALSE(early.contains("vllm_importance_sampling_clip_max"));
  CHECK_FALSE(early["max_prompt_length"].contains("deprecated"));
  CHECK_FALSE(early.contains("num_processes"));
  const json late = properties("trl", {{1, 9, 0}, {5, 15, 0}, {}});
  CHECK(late["max_prompt_length"]["deprecated"] == true);
  CHECK(late["max_prompt_length"]["doNotSuggest"] == true);
  CHECK(late["torch_dtype"]["deprecationMessage"].get<std::string>().find("Use dtype") !=
        std::string::npos);
  CHECK(late["vllm_importance_sampling_cap"]["deprecated"] == true);
  CHECK_FALSE(late["vllm_importance_sampling_cap"].contains("doNotSuggest"));
  CHECK(late.contains("num_processes"));
}

TEST_CASE("the exported schema knows nested keys and sections") {
  const json schema = json::parse(json_schema("trl", {{1, 9, 0}, {5, 15, 0}, {}}));
  const json& items = schema["properties"]["datasets"]["items"];
  CHECK(items["required"] == json::parse(R"(["path"])"));
  CHECK(items["properties"].contains("data_files"));
  CHECK(schema["properties"]["env"]["type"] == "object");
  CHECK(schema["additionalProperties"]["then"]["$ref"] == "#");
}

TEST_CASE("the exported schema of Unsloth has its arguments and defaults") {
  const json unsloth = properties("unsloth", {{0, 24, 0}, {4, 57, 1}, {2026, 3, 2}});
  CHECK(unsloth["optim"]["default"] == "adamw_8bit");
  CHECK(unsloth["max_seq_length"]["default"] == 2048);
  CHECK(unsloth.contains("unsloth_grpo_mini_batch"));
}

TEST_CASE("a default that Unsloth rewrites hides nothing of the argument") {
  const Releases releases{{0, 24, 0}, {5, 0, 0}, {2026, 3, 2}};
  const json trl = properties("trl", releases);
  const json unsloth = properties("unsloth", releases);
  CHECK(unsloth["optim"]["enum"] == trl["optim"]["enum"]);
  CHECK_FALSE(unsloth["optim"]["enum"].empty());
  CHECK(unsloth["loss_type"]["enum"] == trl["loss_type"]["enum"]);
  CHECK(unsloth["vllm_mode"]["enum"] == trl["vllm_mode"]["enum"]);
  CHECK(unsloth["warmup_ratio"]["deprecated"] == true);
  CHECK(unsloth["top_k"]["anyOf"] == json::parse(R"([{"type": "integer"}, {"type": "null"}])"));
  CHECK(unsloth["top_k"]["default"].is_null());
  for (const auto& [name, property] : trl.items()) {
    INFO(name);
    const std::string description = unsloth[name]["description"];
    if (description.find("FastLanguageModel") != std::string::npos) continue;  // another argument
    if (name == "top_k") continue;  // null in Unsloth alone
    for (const char* keyword : {"type", "enum", "anyOf", "items", "deprecated"}) {
      CHECK(unsloth[name].value(keyword, json()) == property.value(keyword, json()));
    }
  }
}
