// The history of arguments across the releases where it changed.
#include <algorithm>
#include <catch2/catch.hpp>

#include "schema/schema.h"

using grpolint::Value;
using grpolint::Version;
using grpolint::schema::Argument;
using grpolint::schema::ArgumentKind;
using grpolint::schema::find;
using grpolint::schema::Releases;

namespace {

Releases with_trl(Version trl) { return {trl, grpolint::schema::transformers_for(trl), {}}; }

const Argument& argument(std::string_view name, Version trl) {
  const Argument* found = find("trl", name, with_trl(trl));
  REQUIRE(found != nullptr);
  return *found;
}

Value default_in(std::string_view name, Version trl) {
  const Argument& found = argument(name, trl);
  return found.default_in(with_trl(trl).for_library(found.library));
}

bool known(std::string_view name, Version trl) {
  const Argument* found = find("trl", name, with_trl(trl));
  return found != nullptr && found->known_in(with_trl(trl).for_library(found->library));
}

}  // namespace

TEST_CASE("a default is the one of the release") {
  CHECK(default_in("beta", {0, 18, 2}) == Value::number(0.04));
  CHECK(default_in("beta", {0, 19, 0}) == Value::number(0));
  CHECK(default_in("vllm_mode", {0, 29, 1}) == Value::string("server"));
  CHECK(default_in("vllm_mode", {1, 0, 0}) == Value::string("colocate"));
  CHECK(default_in("loss_type", {0, 21, 0}) == Value::string("bnpo"));
  CHECK(default_in("loss_type", {0, 22, 0}) == Value::string("dapo"));
  CHECK(default_in("max_completion_length", {1, 9, 2}) == Value::number(256));
  CHECK(default_in("max_completion_length", {1, 10, 0}) == Value::number(512));
  CHECK(default_in("max_prompt_length", {0, 25, 1}) == Value::number(512));
  CHECK(default_in("max_prompt_length", {0, 26, 0}).is_absent());
  CHECK(default_in("scale_rewards", {0, 21, 0}) == Value::boolean(true));
  CHECK(default_in("scale_rewards", {0, 22, 0}) == Value::string("group"));
  CHECK(default_in("temperature", {0, 17, 0}) == Value::number(0.9));
  CHECK(default_in("temperature", {0, 18, 0}) == Value::number(1));
}

TEST_CASE("TRL's override of a TrainingArguments default decides where it exists") {
  CHECK(default_in("gradient_checkpointing", {0, 21, 0}) == Value::boolean(false));
  CHECK(argument("gradient_checkpointing", {0, 21, 0}).library == "transformers");
  CHECK(default_in("gradient_checkpointing", {0, 22, 0}) == Value::boolean(true));
  CHECK(argument("gradient_checkpointing", {0, 22, 0}).library == "trl");
  CHECK(argument("gradient_checkpointing", {0, 22, 0}).group == "training");
  CHECK(default_in("learning_rate", {0, 14, 0}) == Value::number(1e-6));
  CHECK(default_in("logging_steps", {0, 18, 2}) == Value::number(500));
  CHECK(default_in("logging_steps", {0, 19, 0}) == Value::number(10));
  CHECK(default_in("bf16", {0, 18, 2}) == Value::boolean(false));
  CHECK(default_in("bf16", {0, 19, 0}).is_absent());
}

TEST_CASE("an argument is known from its first to its last release") {
  CHECK(known("max_prompt_length", {0, 27, 2}));
  CHECK_FALSE(known("max_prompt_length", {0, 28, 0}));
  CHECK_FALSE(known("vllm_mode", {0, 17, 0}));
  CHECK(known("vllm_mode", {0, 18, 0}));
  CHECK(known("vllm_device", {0, 17, 0}));
  CHECK_FALSE(known("vllm_device", {0, 18, 0}));
  CHECK_FALSE(known("vllm_enable_sleep_mode", {0, 22, 2}));
  CHECK(known("vllm_enable_sleep_mode", {0, 23, 0}));
  CHECK(known("torch_dtype", {0, 26, 2}));
  CHECK_FALSE(known("torch_dtype", {0, 27, 0}));
  CHECK(known("num_generations", {99, 0, 0}));
  CHECK_FALSE(known("nmu_generations", {1, 0, 0}));
}

TEST_CASE("an argument that does not hold is still found, with what became of it") {
  const Argument& gone = argument("use_liger_loss", {1, 0, 0});
  CHECK(gone.until == Version{0, 27, 2});
  CHECK(gone.renamed_to == "use_liger_kernel");
  CHECK(gone.deprecated_since == Version{0, 25, 0});
  const Argument& later = argument("vllm_importance_sampling_clip_max", {0, 24, 0});
  CHECK(later.since == Version{1, 6, 0});
  CHECK_FALSE(later.until.has_value());
}

TEST_CASE("an argument that moved between classes is found in the right one") {
  CHECK(argument("trust_remote_code", {1, 6, 0}).owner == "ModelConfig");
  CHECK(argument("trust_remote_code", {1, 7, 0}).owner == "GRPOConfig");
}

TEST_CASE("the transformers release decides for its own arguments") {
  const Releases old{{1, 9, 0}, {4, 57, 6}, {}};
  const Releases current{{1, 9, 0}, {5, 15, 0}, {}};
  CHECK(find("trl", "warmup_ratio", old)->known_in({4, 57, 6}));
  CHECK_FALSE(find("trl", "warmup_ratio", current)->known_in({5, 15, 0}));
  CHECK(find("trl", "report_to", old)->default_in({4, 57, 6}).is_absent());
  CHECK(find("trl", "report_to", current)->default_in({5, 0, 0}) == Value::string("none"));
}

TEST_CASE("choices are those of the release") {
  const auto allows = [](std::string_view name, Version version, std::string_view value) {
    const auto choices = argument(name, {1, 9, 0}).choices_in(version);
    return std::find(choices.begin(), choices.end(), value) != choices.end();
  };
  CHECK_FALSE(allows("loss_type", {0, 21, 0}, "dapo"));
  CHECK(allows("loss_type", {0, 22, 0}, "dapo"));
  CHECK_FALSE(allows("loss_type", {0, 29, 1}, "vespo"));
  CHECK(allows("loss_type", {1, 0, 0}, "vespo"));
  CHECK(allows("optim", {4, 49, 0}, "adamw_hf"));
  CHECK_FALSE(allows("optim", {4, 50, 0}, "adamw_hf"));
  CHECK(allows("optim", {5, 15, 0}, "adamw_8bit"));
  CHECK_FALSE(allows("lr_scheduler_type", {5, 3, 0}, "greedy"));
  CHECK(allows("lr_scheduler_type", {5, 4, 0}, "greedy"));
  CHECK_FALSE(allows("save_strategy", {4, 46, 3}, "best"));
  CHECK(allows("save_strategy", {4, 47, 0}, "best"));
  CHECK(argument("run_name", {1, 9, 0}).choices_in({5, 15, 0}).empty());
}

TEST_CASE("the type of a value is the one of the release") {
  const Argument& scale = argument("scale_rewards", {1, 9, 0});
  CHECK(scale.type_in({0, 21, 0}).accepts(ArgumentKind::Boolean));
  CHECK(scale.type_in({0, 22, 0}).kind == ArgumentKind::Enum);
  CHECK(scale.type_in({0, 22, 0}).accepts(ArgumentKind::Boolean));
  const Argument& fsdp = argument("fsdp", {1, 9, 0});
  CHECK(fsdp.type_in({5, 0, 0}).element == ArgumentKind::Enum);
  CHECK(fsdp.type_in({5, 15, 0}).kind == ArgumentKind::String);
  const Argument& warmup = argument("warmup_steps", {1, 9, 0});
  CHECK(warmup.type_in({4, 57, 6}).kind == ArgumentKind::Integer);
  CHECK(warmup.type_in({5, 0, 0}).kind == ArgumentKind::Float);
  const Argument& init = argument("model_init_kwargs", {1, 9, 0});
  CHECK(init.kind == ArgumentKind::Map);
  CHECK(init.type_in({1, 9, 0}).accepts(ArgumentKind::String));
  CHECK(init.nullable);
  const Argument& weights = argument("reward_weights", {1, 9, 0});
  CHECK(weights.kind == ArgumentKind::List);
  CHECK(weights.type_in({1, 9, 0}).element == ArgumentKind::Float);
  CHECK(argument("report_to", {1, 9, 0}).type_in({5, 15, 0}).accepts(ArgumentKind::String));
  CHECK(argument("optim", {1, 9, 0}).kind == ArgumentKind::Enum);
}

TEST_CASE("every argument has a gapless history in order") {
  for (const std::string_view dialect : {"trl", "unsloth"}) {
    std::string_view previous;
    for (const Argument& entry : grpolint::schema::arguments(dialect)) {
      CAPTURE(entry.name);
      CHECK(previous <= entry.name);
      previous = entry.name;
      REQUIRE_FALSE(entry.defaults.empty());
      CHECK(entry.since == entry.defaults.front().from);
      const auto releases = grpolint::schema::releases(entry.library);
      for (const auto& release : releases) {
        const bool inside =
            entry.since <= release.version && release.version <= entry.defaults.back().to;
        CHECK(entry.known_in(release.version) == inside);
        CHECK((entry.period_in(release.version) != nullptr) == inside);
      }
    }
  }
}

TEST_CASE("transformers renamed gradient checkpointing in 5.23.0") {
  const Releases before{{0, 21, 0}, {5, 22, 2}, {}};
  const Releases after{{0, 21, 0}, {5, 23, 0}, {}};
  const Argument* old_name = find("trl", "gradient_checkpointing", after);
  REQUIRE(old_name != nullptr);
  CHECK(old_name->deprecated_since == Version{5, 23, 0});
  CHECK(old_name->renamed_to == "activation_checkpointing");
  CHECK_FALSE(find("trl", "activation_checkpointing", before)->known_in({5, 22, 2}));
  CHECK(find("trl", "activation_checkpointing", after)->known_in({5, 23, 0}));
}
