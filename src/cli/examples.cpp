#include "cli/examples.h"

#include <fmt/format.h>

#include <array>
#include <sstream>
#include <variant>
#include <vector>

#include "cli/options.h"
#include "lint/linter.h"
#include "report/reporter.h"
#include "report/rule_page.h"

namespace grpolint::cli {

std::string report_on(const rules::Example& example, const rules::RuleSet& rules) {
  const std::string name = fmt::format("example.{}", example.format);
  std::vector<std::string> arguments = {"check", name};
  std::istringstream words{std::string(example.options)};
  for (std::string word; words >> word;) arguments.push_back(word);
  const auto parsed = parse_options(std::move(arguments));
  if (const auto* farewell = std::get_if<Farewell>(&parsed)) return farewell->text;
  const auto& check = std::get<CheckOptions>(std::get<Options>(parsed).command);

  lint::LintOptions options;
  options.circumstances.command_line = check.target;
  options.circumstances.companions.search_requirements = false;
  auto report = lint::lint_file(Source(name, report::plain_text(example)),
                                format_of(name).value_or(Format::Yaml), rules, options);
  if (!report) return report.error().message + '\n';
  return report::concise(std::array{std::move(*report)});
}

}  // namespace grpolint::cli
