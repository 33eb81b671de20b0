// The documentation is generated from the rules and the tables of the code, and must not fall
// behind them. GRPOLINT_UPDATE_DOCS=1 rewrites it.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "rules/markdown.h"
#include "rules/rule_file.h"
#include "rules/vocabulary.h"
#include "text/file.h"

using namespace grpolint;
using namespace grpolint::rules;

namespace {

const std::filesystem::path kDocs = std::filesystem::path(GRPOLINT_FIXTURES).parent_path() / "docs";

std::string page(const char* name) {
  auto bytes = read_file(kDocs / name);
  REQUIRE(bytes);
  return *bytes;
}

/// The first block of ```toml in a page.
std::string toml_block(const std::string& text) {
  constexpr std::string_view kFence = "```toml\n";
  const std::size_t begin = text.find(kFence);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = text.find("\n```", begin);
  REQUIRE(end != std::string::npos);
  return text.substr(begin + kFence.size(), end + 1 - begin - kFence.size());
}

}  // namespace

TEST_CASE("the tables of docs/writing-rules.md are up to date") {
  const std::string written = page("writing-rules.md");
  const std::string fresh = with_generated_parts(written);
  if (std::getenv("GRPOLINT_UPDATE_DOCS") != nullptr) {
    std::ofstream(kDocs / "writing-rules.md", std::ios::binary) << fresh;
    return;
  }
  // A plain comparison: a difference of two pages of tables tells nobody anything.
  const bool up_to_date = written == fresh;
  CHECK(up_to_date);
  CHECK_THAT(fresh, Catch::Contains("`join(list, separator)`"));
  CHECK_THAT(fresh, Catch::Contains("`est.peak`"));
}

TEST_CASE("the rule that docs/writing-rules.md teaches with is a good one") {
  std::vector<RuleFileError> errors;
  const Source source("TEA001-kl-above-house-limit.toml", toml_block(page("writing-rules.md")));
  const auto rule = load_rule(source, vocabulary(), errors);
  for (const RuleFileError& error : errors) UNSCOPED_INFO(to_text(error));
  CHECK(rule != nullptr);
}
