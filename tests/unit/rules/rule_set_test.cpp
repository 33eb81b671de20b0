#include "rules/rule_set.h"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "rules/markdown.h"
#include "sample_rules.h"

using namespace grpolint;
using namespace grpolint::rules;
namespace fs = std::filesystem;

namespace {

/// A folder that is gone when the test ends.
class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "grpolint-rule-set-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
    fs::create_directories(path_ / "tst");
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const fs::path& path() const { return path_; }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
  }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("the embedded rules are sorted, unique and whole") {
  const RuleSet set = RuleSet::embedded();
  REQUIRE_FALSE(set.rules().empty());
  for (std::size_t i = 0; i < set.rules().size(); ++i) {
    const Rule& rule = *set.rules()[i];
    INFO(rule.code);
    if (i > 0) CHECK(set.rules()[i - 1]->code < rule.code);
    CHECK(set.find(rule.code) == &rule);
    CHECK(set.find(rule.name) == &rule);
    CHECK_FALSE(rule.levels.empty());
    CHECK_FALSE(rule.references.empty());
    CHECK_FALSE(rule.examples.empty());
  }
  CHECK(set.find("XXX999") == nullptr);
}

TEST_CASE("a folder adds rules") {
  const Folder folder;
  folder.write("tst/TST001-sample.toml", sample_file(kBody));
  folder.write("tst/facts.toml", "not a rule");
  RuleSet set = RuleSet::embedded();
  const std::size_t before = set.rules().size();
  const auto errors = set.add_folder(folder.path());
  for (const auto& error : errors) UNSCOPED_INFO(to_text(error));
  CHECK(errors.empty());
  CHECK(set.rules().size() == before + 1);
  const RuleSet copy = set;
  REQUIRE(copy.find("TST001") != nullptr);
  CHECK(copy.find("sample")->summary == "A rule for tests");
  SECTION("once, by whatever name") {
    CHECK(set.add_folder(folder.path() / "." / "tst" / "..").empty());
    CHECK(set.rules().size() == before + 1);
  }
  SECTION("but no rule that is there already") {
    const Folder other;
    other.write("TST001-sample.toml", sample_file(kBody));
    CHECK(set.add_folder(other.path()).size() == 2);
    CHECK(set.rules().size() == before + 1);
  }
}

TEST_CASE("a folder with a mistake adds nothing") {
  const Folder folder;
  folder.write("tst/TST001-sample.toml", sample_file(kBody));
  folder.write("tst/TST002-other.toml", sample_file(kBody));
  RuleSet set;
  const auto errors = set.add_folder(folder.path());
  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors[0].file, Catch::EndsWith("TST002-other.toml"));
  CHECK(errors[0].position.line == 1);
  CHECK(set.rules().empty());
  CHECK(set.add_folder(folder.path() / "nowhere").size() == 1);
  fs::remove_all(folder.path() / "tst");
  CHECK(set.add_folder(folder.path()).size() == 1);
}

TEST_CASE("pages show the whole rule") {
  using Catch::Contains;
  const auto rule = sample_rule(kBody);
  const std::string page = rule_page(rule->rule);
  CHECK_THAT(page, Contains("# TST001 sample"));
  CHECK_THAT(page, Contains("when run.num_generations < 8"));
  CHECK_THAT(page, Contains("Message: only {run.num_generations}"));
  CHECK_THAT(page, Contains("num_generations: 4  # <- TST001"));
  CHECK_THAT(page, Contains("[a source](https://example.org/), last verified 2026-07-25"));
  const Rule* const rules[] = {&rule->rule};
  CHECK_THAT(index_page(rules), Contains("[TST001](TST001.md)"));

  const Folder folder;
  const auto written = write_pages(rules, folder.path() / "pages");
  REQUIRE(written);
  CHECK(*written == 2);
  CHECK(fs::exists(folder.path() / "pages" / "TST001.md"));
  folder.write("file", "");
  CHECK_FALSE(write_pages(rules, folder.path() / "file"));
}

TEST_CASE("generated parts of a page are replaced") {
  const std::string page =
      "before\n<!-- generated: functions -->\nold\n<!-- end -->\nafter\n<!-- end -->\n";
  const std::string fresh = with_generated_parts(page);
  CHECK_THAT(fresh, Catch::StartsWith("before\n<!-- generated: functions -->\n| Function"));
  CHECK_THAT(fresh, Catch::EndsWith("<!-- end -->\nafter\n<!-- end -->\n"));
  CHECK(fresh.find("old") == std::string::npos);
  CHECK(with_generated_parts(fresh) == fresh);
}
