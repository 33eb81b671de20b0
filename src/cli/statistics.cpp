#include "cli/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "report/table.h"

namespace grpolint::cli {
namespace {

std::string table_of(const std::vector<RuleCount>& counts, const report::TextStyle& style) {
  if (counts.empty()) return {};
  report::Table table;
  table.row({{"findings", true}, {"files", true}, {"fixable", true}, {"severity"}, {"rule"}});
  for (const RuleCount& count : counts) {
    table.row({{fmt::format("{}", count.findings), true},
               {fmt::format("{}", count.files), true},
               {count.fixable == 0 ? "" : fmt::format("{}", count.fixable), true},
               {std::string(to_string(count.severity)), false, report::role_of(count.severity)},
               {count.code + " " + count.name}});
  }
  return table.to_text(style);
}

std::string json_of(const std::vector<RuleCount>& counts) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RuleCount& count : counts) {
    list.push_back({{"code", count.code},
                    {"name", count.name},
                    {"severity", to_string(count.severity)},
                    {"findings", count.findings},
                    {"files", count.files},
                    {"fixable", count.fixable}});
  }
  return list.dump(2) + "\n";
}

}  // namespace

std::vector<RuleCount> count_rules(const std::vector<lint::FileReport>& reports) {
  std::map<std::string, RuleCount> by_code;
  for (const lint::FileReport& report : reports) {
    std::set<std::string_view> in_file;
    for (const Finding& finding : report.findings) {
      if (finding.suppressed) continue;
      RuleCount& count = by_code[finding.code];
      count.code = finding.code;
      count.name = finding.name;
      count.severity = std::max(count.severity, finding.severity);
      ++count.findings;
      if (finding.fix) ++count.fixable;
      if (in_file.insert(finding.code).second) ++count.files;
    }
  }
  std::vector<RuleCount> counts;
  counts.reserve(by_code.size());
  for (auto& [code, count] : by_code) counts.push_back(std::move(count));
  std::stable_sort(counts.begin(), counts.end(),
                   [](const RuleCount& a, const RuleCount& b) { return a.findings > b.findings; });
  return counts;
}

std::string statistics(std::string_view format, const std::vector<lint::FileReport>& reports,
                       const report::TextStyle& style) {
  const std::vector<RuleCount> counts = count_rules(reports);
  return format == "json" ? json_of(counts) : table_of(counts, style);
}

std::vector<std::string_view> statistics_formats() { return {"full", "concise", "json"}; }

}  // namespace grpolint::cli
