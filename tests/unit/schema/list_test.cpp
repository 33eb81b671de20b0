// Names around the arguments: aliases, keys of TRL's parser, launch options, training scripts.
#include <catch2/catch.hpp>

#include "schema/schema.h"

namespace schema = grpolint::schema;

TEST_CASE("an alias leads to the argument people mean") {
  const schema::Alias* tokens = schema::find_alias("max_new_tokens");
  REQUIRE(tokens != nullptr);
  CHECK(tokens->argument == "max_completion_length");
  CHECK(tokens->exact);
  const schema::Alias* batch = schema::find_alias("batch_size");
  REQUIRE(batch != nullptr);
  CHECK(batch->argument == "per_device_train_batch_size");
  CHECK_FALSE(batch->exact);
  CHECK_FALSE(batch->note.empty());
  CHECK(schema::find_alias("lora_rank")->argument == "lora_r");
  CHECK(schema::find_alias("use_lora")->argument == "use_peft");
  CHECK(schema::find_alias("num_generations") == nullptr);
  CHECK(schema::find_alias("") == nullptr);
}

TEST_CASE("every alias stands for an argument and is none itself") {
  const schema::Releases newest;
  REQUIRE_FALSE(schema::aliases().empty());
  for (const schema::Alias& alias : schema::aliases()) {
    CAPTURE(alias.alias);
    CHECK(schema::find_alias(alias.alias) == &alias);
    CHECK(schema::find("trl", alias.argument, newest) != nullptr);
    CHECK(schema::find("trl", alias.alias, newest) == nullptr);
    CHECK((alias.exact || !alias.note.empty()));
  }
}

TEST_CASE("keys that only TRL's parser or accelerate know are told apart") {
  REQUIRE(schema::find_special_key("env") != nullptr);
  CHECK(schema::find_special_key("accelerate_config") != nullptr);
  CHECK(schema::find_special_key("beta") == nullptr);
  CHECK(schema::is_launch_argument("num_processes"));
  CHECK_FALSE(schema::is_launch_argument("num_generations"));
  CHECK(schema::find_launch_argument("num_processes")->takes_value);
  CHECK_FALSE(schema::find_launch_argument("multi_gpu")->takes_value);
  const auto choices = schema::find_launch_argument("mixed_precision")->choices;
  CHECK(std::vector<std::string_view>(choices.begin(), choices.end()) ==
        std::vector<std::string_view>{"no", "fp16", "bf16", "fp8"});
}

TEST_CASE("keys of well-known training scripts have a profile") {
  CHECK(schema::profile_of("system_prompt") == "open-r1");
  CHECK(schema::profile_of("cosine_max_len") == "open-r1");
  CHECK(schema::profile_of("packing") == "trl-sft");
  CHECK(schema::profile_of("num_generations").empty());
}

TEST_CASE("items of a dataset mixture have their own keys") {
  std::vector<std::string_view> names;
  for (const schema::Argument& item : schema::dataset_item_arguments()) names.push_back(item.name);
  CHECK(names == std::vector<std::string_view>{"columns", "data_dir", "data_files", "fraction",
                                               "name", "path", "split"});
  CHECK(schema::find("trl", "data_files", {}) == nullptr);
}
