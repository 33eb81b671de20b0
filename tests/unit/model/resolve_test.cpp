#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "model/model.h"

namespace grpolint::model {
namespace {

namespace fs = std::filesystem;

/// A folder of its own that goes away with the test.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (fs::temp_directory_path() / "grpolint-model-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const fs::path& path() const { return path_; }
  void write(const fs::path& relative, const std::string& text) const {
    fs::create_directories((path_ / relative).parent_path());
    std::ofstream(path_ / relative) << text;
  }
  void copy_fixture(const char* name, const fs::path& relative) const {
    fs::create_directories((path_ / relative).parent_path());
    fs::copy_file(fs::path(GRPOLINT_FIXTURES) / "models" / name, path_ / relative);
  }

 private:
  fs::path path_;
};

std::optional<Model> resolved(std::string_view name, const Lookup& lookup = {}) {
  auto model = resolve(name, lookup);
  REQUIRE(model.ok());
  return *model;
}

TEST_CASE("a stated config decides, and must be readable") {
  const auto path = fs::path(GRPOLINT_FIXTURES) / "models" / "experts.json";
  const auto model = resolved("Qwen2.5-7B", {.model_config = path});
  REQUIRE(model);
  CHECK(model->exact);
  CHECK(model->name == "Qwen2.5-7B");
  CHECK(model->likely.experts == 8);
  CHECK(model->origin == Origin::Companion);

  const auto missing = resolve("x", {.model_config = "no/such/config.json"});
  REQUIRE_FALSE(missing.ok());
  CHECK(missing.error().message.find("no/such/config.json") != std::string::npos);
  const Scratch scratch;
  scratch.write("config.json", "{\"hidden_size\": -5}");
  CHECK_FALSE(resolve("x", {.model_config = scratch.path()}).ok());
}

TEST_CASE("a local folder is read relative to the config under check") {
  const Scratch scratch;
  scratch.copy_fixture("dense-tied.json", "mine/model-7B/config.json");
  const auto model = resolved("./mine/model-7B", {.relative_to = scratch.path()});
  REQUIRE(model);
  CHECK(model->exact);
  CHECK(model->likely.layers == 3);
  CHECK(model->because == "config.json in the model's folder");
}

TEST_CASE("a folder whose config cannot be used leaves the name to tell") {
  const Scratch scratch;
  scratch.write("model-7B/config.json", "{ not json");
  const auto model = resolved("model-7B", {.relative_to = scratch.path()});
  REQUIRE(model);
  CHECK_FALSE(model->exact);
  CHECK(model->because.find("not used") != std::string::npos);
}

TEST_CASE("the Hugging Face cache is searched by the revision of main") {
  const Scratch scratch;
  const fs::path repository = "models--some--model";
  scratch.write(repository / "refs" / "main", "0123abcd\n");
  scratch.copy_fixture("qkv-bias.json", repository / "snapshots" / "ffff" / "config.json");
  scratch.copy_fixture("dense-tied.json", repository / "snapshots" / "0123abcd" / "config.json");
  const auto model = resolved("some/model", {.hugging_face_cache = scratch.path()});
  REQUIRE(model);
  CHECK(model->exact);
  CHECK(model->likely.family == "llama");
}

TEST_CASE("a cache reference cannot lead elsewhere") {
  const Scratch scratch;
  scratch.copy_fixture("dense-tied.json", "secret/config.json");
  scratch.write("hub/models--some--model/refs/main", "../../../secret");
  fs::create_directories(scratch.path() / "hub/models--some--model/snapshots/a");
  fs::create_directories(scratch.path() / "hub/models--some--model/snapshots/b");
  CHECK_FALSE(resolved("some/model", {.hugging_face_cache = scratch.path() / "hub"}));
}

TEST_CASE("published names have their published geometry") {
  const auto [name, parameters] = GENERATE(table<const char*, std::int64_t>({
      {"Qwen/Qwen2.5-7B", 7'615'616'512},
      {"Qwen/Qwen2.5-7B-Instruct", 7'615'616'512},
      {"qwen/qwen2.5-7b-instruct", 7'615'616'512},
      {"unsloth/Qwen2.5-7B-Instruct-unsloth-bnb-4bit", 7'615'616'512},
      {"microsoft/Phi-4-mini-instruct", 3'836'021'760},
      {"deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B", 1'777'088'000},
      {"meta-llama/Llama-3.1-8B-Instruct", 8'030'261'248},
      {"Qwen/Qwen3-0.6B", 596'049'920},
      {"Qwen/Qwen2.5-VL-3B-Instruct", 3'754'622'976},
      {"Qwen/Qwen3-VL-8B-Instruct", 8'767'123'696},
      {"Qwen/Qwen1.5-MoE-A2.7B", 14'315'784'192},
      {"Qwen/Qwen3-Next-80B-A3B-Instruct", 79'674'391'296},
  }));
  INFO(name);
  const auto model = resolved(name);
  REQUIRE(model);
  CHECK(model->exact);
  CHECK(model->likely.parameters == parameters);
  CHECK(model->spread.size() == 1);
  CHECK(model->origin == Origin::Derived);
}

TEST_CASE("context lengths are those of the very name") {
  CHECK(resolved("Qwen/Qwen2.5-7B")->likely.context_length == 131'072);
  CHECK(resolved("Qwen/Qwen2.5-7B-Instruct")->likely.context_length == 32'768);
  CHECK(resolved("Qwen/Qwen2.5-Math-7B")->likely.context_length == 4096);
}

TEST_CASE("another name only tells the class") {
  const auto model = resolved("someone/Qwen2.5-7B-Instruct-GRPO-math");
  REQUIRE(model);
  CHECK_FALSE(model->exact);
  CHECK(model->origin == Origin::Assumed);
  CHECK(model->because == "8B-class from the name");
  CHECK(model->size_class == 8e9);
  CHECK(model->likely.parameters == 7'615'616'512);  // the representative of 7B
  CHECK(model->spread.size() > 3);
  for (const Geometry& member : model->spread) {
    CHECK(member.parameters > 5'000'000'000);
    CHECK(member.parameters < 10'000'000'000);
    CHECK(member.moe_layers == 0);
    CHECK(member.family != "qwen3_vl_text");
  }
}

TEST_CASE("a mixture is sized by mixtures") {
  const auto model = resolved("someone/MoE-30B-A3B-tuned");
  REQUIRE(model);
  CHECK(model->size_class == 32e9);
  CHECK(model->active_size_class == 3e9);
  CHECK(model->likely.moe_layers > 0);
  for (const Geometry& member : model->spread) CHECK(member.moe_layers > 0);
}

TEST_CASE("sizes between the published ones are scaled") {
  const auto [name, parameters] = GENERATE(table<const char*, double>({{"x-50B", 50e9},
                                                                       {"x-200B", 200e9},
                                                                       {"x-1000B", 1e12},
                                                                       {"x-100B-A10B", 100e9},
                                                                       {"x-10M", 10e6}}));
  INFO(name);
  const auto model = resolved(name);
  REQUIRE(model);
  CHECK_FALSE(model->exact);
  const double ratio = static_cast<double>(model->likely.parameters) / parameters;
  if (parameters > 1e9) CHECK(ratio == Approx(1).epsilon(0.3));
  CHECK(model->likely.layers > 0);
  CHECK(model->likely.moe_layers <= model->likely.layers);
}

TEST_CASE("every size has a spread that holds the likely one") {
  for (double size = 0.1; size < 900; size *= 1.3) {
    const std::string name = fmt::format("model-{:.1f}B", size);
    INFO(name);
    const auto model = resolved(name);
    REQUIRE(model);
    const auto is_likely = [&](const Geometry& member) {
      return member.parameters == model->likely.parameters;
    };
    CHECK(std::any_of(model->spread.begin(), model->spread.end(), is_likely));
  }
}

TEST_CASE("names that tell nothing") {
  for (const char* name : {"", "gpt2", "my-model", "../../../etc/passwd", "/etc/passwd", "/", "..",
                           "https://example.org/model", "${model}", "a//b", "--", "org/"}) {
    INFO(name);
    CHECK_FALSE(resolved(name, {.relative_to = ".", .hugging_face_cache = "/nonexistent"}));
  }
  CHECK_FALSE(resolved(std::string("a\0b-7B", 6)));
  CHECK_FALSE(resolved(std::string(1'000'000, 'a')));
  CHECK_FALSE(resolved(std::string(1'000'000, '/')));
  CHECK_FALSE(resolved("model\n-7B"));
}

TEST_CASE("facts say what is known and what is assumed") {
  FactTable facts;
  add_facts(*resolved("Qwen/Qwen2.5-7B"), facts);
  CHECK(facts.find("model.parameters")->origin == Origin::Derived);
  CHECK_FALSE(facts.find("model.parameters")->assumed);
  CHECK(facts.value("model.parameters").as_number() == 7'615'616'512);
  CHECK(facts.value("model.exact").as_boolean());
  CHECK(facts.value("model.family").as_string() == "qwen2");

  FactTable guessed;
  add_facts(*resolved("someone/tuned-7B"), guessed);
  CHECK(guessed.find("model.parameters")->assumed);
  CHECK(guessed.find("model.size_class")->because == "8B-class from the name");
  CHECK_FALSE(guessed.value("model.exact").as_boolean());
  CHECK_FALSE(guessed.value("model.context_length").is_known());

  for (const FactDeclaration& declaration : fact_declarations()) {
    INFO(declaration.name);
    CHECK(facts.find(declaration.name) != nullptr);
  }
  CHECK(facts.all().size() == fact_declarations().size());
}

}  // namespace
}  // namespace grpolint::model
