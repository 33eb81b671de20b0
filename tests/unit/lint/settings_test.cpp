#include "lint/settings/settings.h"

#include <catch2/catch.hpp>
#include <string>

#include "lint/settings/discovery.h"
#include "lint/settings/settings_keys.h"
#include "temporary_folder.h"

namespace lint = grpolint::lint;
namespace fs = std::filesystem;
using Catch::Contains;
using grpolint::rules::RuleSet;

namespace {

RuleSet& rules() {
  static RuleSet set = RuleSet::embedded();
  return set;
}

lint::Knowledge& knowledge() {
  static lint::Knowledge known(rules());
  return known;
}

/// Mistakes found in a settings file of this text; empty when there are none.
std::string mistakes(std::string_view text) {
  const TemporaryFolder folder;
  const auto settings = lint::read_settings(folder.write("grpolint.toml", text), knowledge());
  return settings ? "" : settings.error().message;
}

}  // namespace

TEST_CASE("a settings file is read whole") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("grpolint.toml", R"(
required-version = ">=0.1"
select = ["ALL"]
ignore = ["ROL"]
fail-on = "error"
exclude = ["old/"]

[per-file-ignores]
"experiments/*.yaml" = ["MEM001"]

[severity]
MEM005 = "info"

[target]
trl = "0.24.0"
num_processes = 8
model_config = "models/config.json"

[[target-for]]
paths = ["h100/**", "big.yaml"]
num_processes = 64
)");
  const auto settings = lint::read_settings(file, knowledge());
  REQUIRE(settings);
  CHECK(settings->effective_fail_on() == lint::FailOn::Error);
  CHECK(settings->excludes(folder.path() / "old", true));
  CHECK_FALSE(settings->excludes(folder.path() / "new", true));

  CHECK(settings->selection_for(folder.path() / "experiments/a.yaml").ignore_here ==
        std::vector<std::string>{"MEM001"});
  CHECK(settings->selection_for(folder.path() / "a.yaml").ignore_here.empty());
  CHECK(settings->severity.at("MEM005") == grpolint::Severity::Info);

  const grpolint::Target plain = settings->target_for_file(folder.path() / "a.yaml");
  CHECK(plain.num_processes->value == 8);
  CHECK(plain.num_processes->by == "[target] in grpolint.toml:16");
  CHECK(plain.model_config->value == (folder.path() / "models/config.json").generic_string());
  const grpolint::Target big = settings->target_for_file(folder.path() / "h100/x/a.yaml");
  CHECK(big.num_processes->value == 64);
  CHECK(big.num_processes->by == "[[target-for]] in grpolint.toml:21");
  CHECK(big.trl_version->value == "0.24.0");
}

TEST_CASE("mistakes in settings are named with their place and all at once") {
  const std::string text = mistakes("selct = [\"MEM\"]\nfail-on = \"often\"\n");
  CHECK_THAT(text, Contains("grpolint.toml:1:1: ") && Contains("did you mean") &&
                       Contains("'select'") && Contains("grpolint.toml:2:11: fail-on"));
}

TEST_CASE("every kind of mistake in settings is an error") {
  CHECK_THAT(mistakes("ignore = [\"MEM0O1\"]\n"), Contains("no rule is called 'MEM0O1'"));
  CHECK_THAT(mistakes("[severity]\nMEM001 = \"off\"\n"), Contains("list it in ignore"));
  CHECK_THAT(mistakes("[severity]\nMEM = \"info\"\n"), Contains("no rule is called 'MEM'"));
  CHECK_THAT(mistakes("required-version = \">=99\"\n"), Contains(">=99 is required"));
  CHECK_THAT(mistakes("required-version = \"new\"\n"), Contains("is a list such as"));
  CHECK_THAT(mistakes("[target]\ngpus = \"4090\"\n"), Contains("did you mean") && Contains("gpu"));
  CHECK_THAT(mistakes("[target]\nnodes = \"two\"\n"), Contains(":2:9: nodes needs a whole number"));
  CHECK_THAT(mistakes("[[target-for]]\nnodes = 2\n"), Contains("needs paths"));
  CHECK_THAT(mistakes("select = [\"MEM\"\n"), Contains("grpolint.toml:"));
  CHECK_THAT(mistakes("extend = \"grpolint.toml\"\n"), Contains("circle"));
  CHECK_THAT(mistakes("extend = \"nowhere.toml\"\n"), Contains("nowhere.toml"));
}

TEST_CASE("extend lays the file's own keys over another file's") {
  const TemporaryFolder folder;
  folder.write("base.toml",
               "select = [\"SYN\"]\nignore = [\"MEM\"]\nexclude = [\"/old\"]\n"
               "[target]\nnodes = 2\ntrl = \"0.24\"\n");
  const fs::path file = folder.write(
      "x/grpolint.toml", "extend = \"../base.toml\"\nignore = [\"ROL\"]\n[target]\nnodes = 4\n");
  const auto settings = lint::read_settings(file, knowledge());
  REQUIRE(settings);
  CHECK(settings->select == std::vector<std::string>{"SYN"});
  CHECK(settings->ignore == std::vector<std::string>{"MEM", "ROL"});
  CHECK(settings->target.nodes->value == 4);
  CHECK(settings->target.trl_version->value == "0.24");
  // A glob keeps the folder of the file it was written in.
  CHECK(settings->excludes(folder.path() / "old", true));
  CHECK_FALSE(settings->excludes(folder.path() / "x/old", true));
}

TEST_CASE("the layer on top says the severity of a rule, by code or by name") {
  const TemporaryFolder folder;
  folder.write("base.toml", "[severity]\nKEY001 = \"error\"\nduplicate-key = \"error\"\n");
  const auto settings = lint::read_settings(
      folder.write(
          "grpolint.toml",
          "extend = \"base.toml\"\n[severity]\nunknown-key = \"info\"\nSYN002 = \"info\"\n"),
      knowledge());
  REQUIRE(settings);
  CHECK(settings->severity.at("KEY001") == grpolint::Severity::Info);
  CHECK(settings->severity.at("SYN002") == grpolint::Severity::Info);
  CHECK(settings->origins.of("severity", "KEY001") ==
        (folder.path() / "grpolint.toml").generic_string() + ":3");
  const auto laid = lint::lay_over(*settings, "severity.unknown-key = \"warning\"", knowledge());
  REQUIRE(laid);
  CHECK(laid->severity.at("KEY001") == grpolint::Severity::Warning);
  CHECK_THAT(mistakes("[severity]\nKEY001 = \"error\"\nunknown-key = \"info\"\n"),
             Contains("grpolint.toml:3:15: KEY001 and unknown-key are the same rule"));
}

TEST_CASE("the closest settings file holds, and nothing is merged from those above") {
  const TemporaryFolder folder;
  folder.write("grpolint.toml", "fail-on = \"never\"\nignore = [\"MEM\"]\n");
  folder.write("x/pyproject.toml", "[project]\nname = \"x\"\n");
  folder.write("x/y/pyproject.toml", "[tool.grpolint]\nfail-on = \"error\"\n");
  folder.write("z/.grpolint.toml", "fail-on = \"info\"\n");
  folder.write("z/grpolint.toml", "fail-on = \"error\"\n");
  lint::SettingsFinder finder(rules());
  const auto fail_on = [&](const char* name) {
    return (*finder.for_folder(folder.path() / name))->effective_fail_on();
  };
  CHECK(fail_on("x") == lint::FailOn::Never);
  CHECK(fail_on("x/y/deeper") == lint::FailOn::Error);
  CHECK((*finder.for_folder(folder.path() / "x/y"))->ignore.empty());
  CHECK(fail_on("z") == lint::FailOn::Info);
}

TEST_CASE("isolated means no settings file, and --config means this one") {
  const TemporaryFolder folder;
  folder.write("grpolint.toml", "fail-on = \"never\"\n");
  lint::SettingsFinder isolated(rules());
  REQUIRE(isolated.use_none());
  CHECK((*isolated.for_folder(folder.path()))->effective_fail_on() == lint::FailOn::Warning);
  lint::SettingsFinder fixed(rules());
  REQUIRE(fixed.use_file(folder.write("other.toml", "fail-on = \"error\"\n")));
  CHECK((*fixed.for_folder(folder.path()))->effective_fail_on() == lint::FailOn::Error);
}

TEST_CASE("the loader reads every key of the table and no other") {
  for (const lint::SettingsKey& key : lint::settings_keys()) {
    INFO(key.key);
    const std::string text = mistakes(std::string(key.key) + " = 1.5\n");
    CHECK_FALSE(text.empty());  // no key takes a number
    CHECK_THAT(text, !Contains("unknown key"));
  }
  CHECK_THAT(mistakes("profiles = {}\n"), Contains("unknown key 'profiles'"));
}

TEST_CASE("a profile lies under the target that names it") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("grpolint.toml", R"(
[profile.pair]
gpu = "h100:2"
nodes = 1
[target]
profile = "pair"
nodes = 4
)");
  const auto settings = lint::read_settings(file, knowledge());
  REQUIRE(settings);
  const grpolint::Target target = settings->target_for_file(folder.path() / "a.yaml");
  CHECK(target.gpu->value == "h100:2");
  CHECK(target.gpu->by == "[profile.pair] in grpolint.toml:3");
  CHECK(target.nodes->value == 4);
  CHECK(settings->profile_named("pair")->nodes->value == 1);
  CHECK_THAT(settings->profile_named("par").error().message, Contains("did you mean 'pair'?"));
  CHECK_THAT(mistakes("[target]\nprofile = \"none\"\n"), Contains("grpolint.toml:2:11: "));
}

TEST_CASE("a text is laid over settings as a file that extends them would be") {
  const TemporaryFolder folder;
  const auto base = lint::read_settings(
      folder.write("grpolint.toml", "ignore = [\"MEM\"]\nfail-on = \"error\"\n"), knowledge());
  REQUIRE(base);
  const auto laid =
      lint::lay_over(*base, "ignore = [\"ROL\"]\nmin-severity = \"warning\"", knowledge());
  REQUIRE(laid);
  CHECK(laid->ignore == std::vector<std::string>{"MEM", "ROL"});
  CHECK(laid->effective_fail_on() == lint::FailOn::Error);
  CHECK(laid->selection_for("a.yaml").least == grpolint::Severity::Warning);
  CHECK_THAT(lint::lay_over(*base, "fail-on = \"often\"", knowledge()).error().message,
             Contains("--config:1:11: "));
}
