#include <catch2/catch.hpp>

#include "dialect/project_file.h"
#include "dialect/requirements.h"
#include "support.h"

namespace grpolint::dialect {
namespace {

const std::string kConfig = "num_generations: 8\nlearning_rate: 1.0e-6\n";
const std::string kUnslothConfig = kConfig + "fast_inference: true\n";

Understood beside(const TemporaryFolder& folder, const std::string& config = kConfig,
                  const std::string& name = "config.yaml") {
  Given given;
  given.config_path = folder.write(name, config);
  return understand_text(config, given);
}

std::string specifier(std::string_view line) {
  const auto found = parse_requirement(line);
  return found ? found->specifier : "none";
}

}  // namespace

TEST_CASE("lines of requirements files are read") {
  CHECK(specifier("trl==0.24.0") == "==0.24.0");
  CHECK(specifier("trl[vllm, peft] >= 0.20 , < 0.25  # why") == ">=0.20,<0.25");
  CHECK(specifier("trl==0.24.0 ; python_version > '3.9'") == "==0.24.0");
  CHECK(specifier("trl==0.24.0 --hash=sha256:00") == "==0.24.0");
  CHECK(specifier("trl @ git+https://github.com/huggingface/trl.git@v0.17.0") == "==0.17.0");
  CHECK(specifier("trl @ git+https://github.com/huggingface/trl.git@main").empty());
  CHECK(specifier("trl").empty());
  CHECK(parse_requirement("Liger_Kernel==0.6")->library == "liger-kernel");
  for (const char* line :
       {"", "# trl==0.1", "-r other.txt", "--index x", "trl[", "trl nonsense", "\xff\xfe"}) {
    INFO(line);
    CHECK_FALSE(parse_requirement(line));
  }
  CHECK_FALSE(parse_requirement(std::string(100'000, 'a')));
}

TEST_CASE("Poetry's shorthand becomes comparisons") {
  CHECK(poetry_specifier("^0.24") == ">=0.24,<0.25.0");
  CHECK(poetry_specifier("^1.2") == ">=1.2,<2.0.0");
  CHECK(poetry_specifier("~1.2") == ">=1.2,<1.3.0");
  CHECK(poetry_specifier("~=1.2") == "~=1.2");
  CHECK(poetry_specifier("0.24.0") == "==0.24.0");
  CHECK(poetry_specifier("*").empty());
  CHECK(poetry_specifier("^x").empty());
}

TEST_CASE("a release older than the facts is taken for the first known one, and that is said") {
  Given given;
  given.target.trl_version = Stated<std::string>{"0.13.0", "--trl-version"};
  given.target.transformers_version = Stated<std::string>{"4.29.1", "--transformers-version"};
  const Understood run = understand_text(kConfig, given);
  CHECK(run.text("version.trl") == "0.14.0");
  CHECK(run.text("version.transformers") == "4.46.0");
  REQUIRE(run.run.notes.size() == 2);
  CHECK(run.run.notes[0].find("trl 0.13.0 is older") == 0);
  CHECK(run.run.notes[1].find("transformers 4.29.1 is older") == 0);
}

TEST_CASE("a pin beside the config states the release") {
  const TemporaryFolder folder;
  folder.write("requirements.txt", "torch\ntrl==0.24.0\ntransformers==4.57.1\nvllm==0.10.2\n");
  const Understood run = beside(folder);
  CHECK(run.text("version.trl") == "0.24.0");
  CHECK(run.facts.find("version.trl")->because == "trl==0.24.0 in requirements.txt");
  CHECK(run.facts.find("version.trl")->origin == Origin::Companion);
  CHECK_FALSE(run.run.trl_version_assumed);
  CHECK(run.value("version.trl_assumed") == Value::boolean(false));
  CHECK(run.text("version.transformers") == "4.57.1");
  CHECK(run.text("version.vllm") == "0.10.2");
  CHECK(run.run.notes.empty());
}

TEST_CASE("a range leads to the newest known release it allows") {
  const TemporaryFolder folder;
  folder.write("requirements.txt", "trl>=0.20,<0.25\n");
  const Understood run = beside(folder);
  CHECK(run.text("version.trl") == "0.24.0");
  CHECK_FALSE(run.run.trl_version_assumed);
  CHECK(run.facts.find("version.trl")->because ==
        "trl>=0.20,<0.25 in requirements.txt: 0.24.0 is the newest known release allowed");
}

TEST_CASE("a range without an upper end says no more than nothing") {
  const TemporaryFolder folder;
  folder.write("requirements.txt", "trl>=0.20\n");
  const Understood run = beside(folder);
  CHECK(run.run.trl_version_assumed);
  CHECK(run.run.releases.trl == schema::newest("trl"));
}

TEST_CASE("lock files beat requirements, nearer folders beat farther ones") {
  const TemporaryFolder folder;
  folder.write("uv.lock",
               "version = 1\n\n[[package]]\nname = \"torch\"\nversion = \"2.8.0\"\n\n[[package]]\n"
               "name = \"trl\"\nversion = \"0.23.1\"\nsource = { registry = \"x\" }\n"
               "dependencies = [\n    { name = \"torch\" },\n]\n");
  folder.write("requirements.txt", "trl==0.22.0\n");
  CHECK(beside(folder).text("version.trl") == "0.23.1");
  CHECK(beside(folder, kConfig, "deep/er/config.yaml").text("version.trl") == "0.23.1");
  folder.write("deep/pyproject.toml", "[project]\ndependencies = [\"trl==0.21.0\"]\n");
  CHECK(beside(folder, kConfig, "deep/er/config.yaml").text("version.trl") == "0.21.0");
}

TEST_CASE("extras, groups and Poetry's tables of a project file count") {
  for (const char* text :
       {"[project.optional-dependencies]\ntrain = [\"trl==0.21.0\"]\n",
        "[dependency-groups]\ntrain = [{include-group = \"x\"}, \"trl==0.21.0\"]\n",
        "[tool.poetry.dependencies]\ntrl = \"0.21.0\"\n",
        "[tool.poetry.dependencies]\ntrl = { version = \"^0.21\", extras = [\"vllm\"] }\n",
        "[tool.poetry.group.train.dependencies]\ntrl = \"~0.21.0\"\n"}) {
    const TemporaryFolder folder;
    folder.write("pyproject.toml", text);
    INFO(text);
    CHECK(beside(folder).text("version.trl") == "0.21.0");
  }
}

TEST_CASE("the search ends at a repository's root and after eight levels") {
  const TemporaryFolder folder;
  folder.write("requirements.txt", "trl==0.22.0\n");
  folder.write("repo/.git/HEAD", "");
  CHECK(beside(folder, kConfig, "repo/config.yaml").run.trl_version_assumed);
  CHECK_FALSE(beside(folder, kConfig, "1/2/3/4/5/6/7/config.yaml").run.trl_version_assumed);
  CHECK(beside(folder, kConfig, "1/2/3/4/5/6/7/8/config.yaml").run.trl_version_assumed);
}

TEST_CASE("malformed and hostile companions say nothing") {
  const TemporaryFolder folder;
  folder.write("requirements.txt", std::string(3'000'000, 'x') + "\ntrl==\ntrl==abc\n");
  folder.write("requirements-dev.txt", std::string("\0\xff\xfetrl=", 7));
  folder.write("pyproject.toml", "[project\ndependencies = [\"trl==0.1.0\"");
  folder.write("uv.lock", "[[package]]\nname = \"trl\"\nversion = [\n[[package]]\n");
  std::filesystem::create_directory(folder.path() / "requirements-folder.txt");
  const Understood run = beside(folder);
  CHECK(run.run.trl_version_assumed);
}

TEST_CASE("what is stated beats what is found; nonsense is a note") {
  const TemporaryFolder folder;
  folder.write("requirements.txt", "trl==0.22.0\n");
  Given given;
  given.config_path = folder.write("config.yaml", kConfig);
  given.target.trl_version = Stated<std::string>{"0.25", "--trl"};
  const Understood stated = understand_text(kConfig, given);
  CHECK(stated.text("version.trl") == "0.25.0");
  CHECK(stated.facts.find("version.trl")->because == "--trl");
  CHECK(stated.facts.find("version.trl")->origin == Origin::Stated);
  given.target.trl_version = Stated<std::string>{"newest", "--trl"};
  const Understood wrong = understand_text(kConfig, given);
  CHECK(wrong.text("version.trl") == "0.22.0");
  REQUIRE(wrong.run.notes.size() == 1);
  CHECK(wrong.run.notes[0] == "'newest' (--trl) is not a release of trl and is ignored");
}

TEST_CASE("nothing stated: the newest known release, said in one note") {
  const Understood run = understand_text(kConfig);
  CHECK(run.run.trl_version_assumed);
  CHECK(run.run.releases.trl == schema::newest("trl"));
  CHECK(run.facts.find("version.trl")->assumed);
  CHECK(run.facts.find("version.transformers")->assumed);
  REQUIRE(run.run.notes.size() == 1);
  CHECK(run.run.notes[0].find("# grpolint: trl=") != std::string::npos);
  // A default that moved since 0.20 hangs on the assumption, one that did not does not.
  CHECK(run.facts.find("run.vllm_mode")->assumed);
  CHECK_FALSE(run.facts.find("run.epsilon")->assumed);
}

TEST_CASE("Unsloth takes the newest TRL it installs with") {
  const Understood newest = understand_text(kUnslothConfig);
  CHECK(newest.run.releases.trl < schema::newest("trl"));
  CHECK(newest.run.trl_version_assumed);
  Given given;
  given.target.unsloth_version = Stated<std::string>{"2025.9.1", "--unsloth"};
  const Understood old = understand_text(kUnslothConfig, given);
  // Its day had nothing newer than TRL 0.22.
  CHECK(old.run.releases.trl >= Version{0, 21, 0});
  CHECK(old.run.releases.trl <= Version{0, 22, 2});
  CHECK(old.text("version.unsloth") == "2025.9.1");
}

}  // namespace grpolint::dialect
