#include "sample_rules.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "rules/vocabulary.h"

namespace grpolint::rules {
namespace {

constexpr std::string_view kHead = R"(code = "TST001"
name = "sample"
since = "0.1.0"
stage = "advice"
summary = "A rule for tests"
)";

constexpr std::string_view kTail = R"(
[doc]
what = "what"
why = "why"
references = [{ url = "https://example.org/", date = "2026-07-25", text = "a source" }]

[[bad]]
title = "bad"
text = """
num_generations: 4  #~ TST001
"""

[[good]]
title = "good"
text = """
num_generations: 8
"""
)";

}  // namespace

std::string sample_file(std::string_view body) { return fmt::format("{}{}{}", kHead, body, kTail); }

std::shared_ptr<const LoadedRule> sample_rule(std::string_view body) {
  std::vector<RuleFileError> errors;
  auto rule = load_rule(Source("TST001-sample.toml", sample_file(body)), vocabulary(), errors);
  for (const RuleFileError& error : errors) UNSCOPED_INFO(to_text(error));
  REQUIRE(rule != nullptr);
  return rule;
}

std::vector<std::string> mistakes_in(const std::string& file) {
  std::vector<RuleFileError> errors;
  const auto rule = load_rule(Source("TST001-sample.toml", file), vocabulary(), errors);
  CHECK((rule == nullptr) == !errors.empty());
  std::vector<std::string> texts;
  for (const RuleFileError& error : errors) {
    texts.push_back(
        fmt::format("{}:{}: {}", error.position.line, error.position.column, error.message));
  }
  return texts;
}

}  // namespace grpolint::rules
