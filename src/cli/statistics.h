#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/console.h"
#include "lint/linter.h"
#include "report/paint.h"

namespace grpolint::cli {

/// How often a rule spoke; suppressed findings do not count.
struct RuleCount {
  std::string code;
  std::string name;
  Severity severity = Severity::Info;  ///< the highest it spoke with
  std::size_t findings = 0;
  std::size_t files = 0;
  std::size_t fixable = 0;
};

/// Most findings first, then by code.
std::vector<RuleCount> count_rules(const std::vector<lint::FileReport>& reports);

/// For --statistics, in place of the findings: a table for "full" and "concise", an array for
/// "json". Other formats are for findings alone; see statistics_formats().
std::string statistics(std::string_view format, const std::vector<lint::FileReport>& reports,
                       const report::TextStyle& style);
std::vector<std::string_view> statistics_formats();

}  // namespace grpolint::cli
