#include "linting.h"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <utility>
#include <variant>

#include "fix_variants.h"
#include "rules/example.h"

namespace lint = grpolint::lint;
namespace rules = grpolint::rules;

const rules::RuleSet& embedded_rules() {
  static const auto all = rules::RuleSet::embedded();
  return all;
}

lint::FileReport report_on(std::string text, grpolint::Format format,
                           const lint::LintOptions& options) {
  auto report =
      lint::lint_file(grpolint::Source("a", std::move(text)), format, embedded_rules(), options);
  REQUIRE(report);
  return std::move(*report);
}

std::vector<BadExample> bad_examples() {
  std::vector<BadExample> list;
  for (const rules::Rule* rule : embedded_rules().rules()) {
    for (const rules::Example& example : rule->examples) {
      if (!example.bad) continue;
      const auto plain = rules::without_marks(example.text);
      REQUIRE(std::holds_alternative<rules::PlainExample>(plain));
      BadExample bad;
      bad.name = fmt::format("{}: {}", rule->code, example.title);
      bad.text = std::get<rules::PlainExample>(plain).text;
      bad.format = *grpolint::format_of(fmt::format("a.{}", example.format));
      bad.options.selection.select = {std::string(rule->code)};
      bad.options.circumstances.command_line = target_of(example.options);
      bad.options.circumstances.companions.search_requirements = false;
      list.push_back(std::move(bad));
    }
  }
  return list;
}
