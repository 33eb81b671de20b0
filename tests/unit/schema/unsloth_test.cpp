#include <catch2/catch.hpp>

#include "schema/schema.h"

using grpolint::Value;
using grpolint::schema::Argument;
using grpolint::schema::find;
using grpolint::schema::Releases;

TEST_CASE("Unsloth changes defaults of TRL's arguments") {
  const Releases releases{{0, 24, 0}, {4, 57, 1}, {2026, 3, 2}};
  const Argument* rate = find("unsloth", "learning_rate", releases);
  REQUIRE(rate != nullptr);
  CHECK(rate->library == "unsloth");
  CHECK(rate->default_in(releases.unsloth) == Value::number(5e-5));
  CHECK(rate->group == "training");
  CHECK(find("unsloth", "optim", releases)->default_in(releases.unsloth) ==
        Value::string("adamw_8bit"));
  CHECK(find("unsloth", "beta", releases)->default_in({2026, 3, 2}) == Value::number(0.001));
  CHECK(find("trl", "learning_rate", releases)->default_in(releases.trl) == Value::number(1e-6));
}

TEST_CASE("Unsloth changes nothing that the TRL beneath it does not have") {
  const Releases before{{1, 6, 0}, {5, 5, 0}, {2026, 10, 9}};
  const Argument* absent = find("unsloth", "router_aux_loss_coef", before);
  REQUIRE(absent != nullptr);
  CHECK(absent->library == "trl");
  CHECK_FALSE(absent->known_in(before.trl));
  const Releases after{{1, 7, 0}, {5, 5, 0}, {2026, 10, 9}};
  CHECK(find("unsloth", "router_aux_loss_coef", after)->library == "unsloth");
}

TEST_CASE("Unsloth's own arguments are known to its dialect alone") {
  const Releases newest;
  const Argument* fast = find("unsloth", "fast_inference", newest);
  REQUIRE(fast != nullptr);
  CHECK(fast->owner == "FastLanguageModel.from_pretrained");
  CHECK(fast->default_in(newest.for_library("unsloth")) == Value::boolean(false));
  CHECK(find("trl", "fast_inference", newest) == nullptr);
  CHECK(find("unsloth", "r", newest)->group == "peft");
  CHECK(find("unsloth", "unsloth_grpo_mini_batch", newest)->owner == "UnslothGRPOConfig");
  CHECK(find("unsloth", "num_iterations", newest)->library == "trl");
}

TEST_CASE("arguments that only Unsloth's loader of vision models takes") {
  const Releases newest;
  const Argument* vision = find("unsloth", "finetune_vision_layers", newest);
  REQUIRE(vision != nullptr);
  CHECK(vision->owner == "FastModel.get_peft_model");
  CHECK(vision->default_in(newest.for_library("unsloth")) == Value::boolean(true));
  const Argument* audio = find("unsloth", "finetune_audio_layers", newest);
  REQUIRE(audio != nullptr);
  CHECK_FALSE(audio->known_in({2026, 6, 1}));
  CHECK(find("trl", "finetune_vision_layers", newest) == nullptr);
}
