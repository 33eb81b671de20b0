#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/sarif_parts.h"
#include "rules/markdown.h"

namespace grpolint::report {
namespace {

// Lengths and required properties: GitHub, "SARIF support for code scanning", 2026-11.
constexpr std::size_t kLongestDescription = 1024;
constexpr std::size_t kLongestName = 255;

/// At most `limit` bytes, and so at most as many characters, cut between characters.
std::string shortened(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string(text);
  constexpr std::string_view kEllipsis = "...";
  std::size_t end = limit - kEllipsis.size();
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return fmt::format("{}{}", text.substr(0, end), kEllipsis);
}

/// GitHub refuses empty texts; a user's own rule may lack them.
std::string_view or_else(std::string_view text, std::string_view fallback) {
  return text.empty() ? fallback : text;
}

Severity default_severity(const rules::Rule& rule, const RunContext& context) {
  const auto replaced = context.severities.find(rule.code);
  if (replaced != context.severities.end()) return replaced->second;
  Severity loudest = Severity::Info;
  for (const rules::Level& level : rule.levels) loudest = std::max(loudest, level.severity);
  return loudest;
}

std::string_view problem_severity(Severity severity) {
  return severity == Severity::Info ? "recommendation" : to_string(severity);
}

/// What an estimate says is less certain than what a parser does.
std::string_view precision(Stage stage) {
  switch (stage) {
    case Stage::Parse:
    case Stage::Config:
    case Stage::Trainer:
      return "very-high";
    case Stage::FirstStep:
    case Stage::Run:
      return "high";
    case Stage::Memory:
    case Stage::Speed:
    case Stage::Advice:
      return "medium";
  }
  return "medium";
}

std::string help_text(const rules::Rule& rule) {
  std::string text(or_else(rule.what, rule.name));
  if (!rule.why.empty()) text += fmt::format("\n\n{}", rule.why);
  return text;
}

Json rule_descriptor(const rules::Rule& rule, const RunContext& context) {
  const Severity severity = default_severity(rule, context);
  Json out;
  out["id"] = rule.code;
  out["name"] = shortened(rule.name, kLongestName);
  out["shortDescription"] = {
      {"text", shortened(or_else(rule.summary, rule.name), kLongestDescription)}};
  out["fullDescription"] = {
      {"text", shortened(or_else(rule.what, rule.name), kLongestDescription)}};
  out["help"] = {{"text", help_text(rule)}, {"markdown", rules::rule_page(rule)}};
  out["helpUri"] = rules::rule_url(rule.code);
  out["defaultConfiguration"] = {{"level", sarif_level(severity)}};
  out["properties"] = {{"tags", {"grpo", rule.family, to_string(rule.stage)}},
                       {"precision", precision(rule.stage)},
                       {"problem.severity", problem_severity(severity)}};
  return out;
}

/// A rule that only a finding tells of.
Json bare_descriptor(const Finding& finding) {
  const std::string_view name = or_else(finding.name, finding.code);
  Json out;
  out["id"] = finding.code;
  out["name"] = name;
  out["shortDescription"] = {{"text", name}};
  out["fullDescription"] = {{"text", name}};
  out["help"] = {{"text", or_else(finding.help, name)}};
  if (!finding.url.empty()) out["helpUri"] = finding.url;
  out["defaultConfiguration"] = {{"level", sarif_level(finding.severity)}};
  return out;
}

}  // namespace

std::string_view sarif_level(Severity severity) {
  return severity == Severity::Info ? "note" : to_string(severity);
}

Json sarif_rules(std::span<const lint::FileReport> reports, const RunContext& context) {
  std::map<std::string_view, Json> by_code;
  for (const rules::Rule* rule : context.rules) {
    by_code.emplace(rule->code, rule_descriptor(*rule, context));
  }
  for (const lint::FileReport& report : reports) {
    for (const Finding& finding : report.findings) {
      if (!by_code.contains(finding.code)) by_code.emplace(finding.code, bare_descriptor(finding));
    }
  }
  Json rules = Json::array();
  for (auto& [code, descriptor] : by_code) rules.push_back(std::move(descriptor));
  return rules;
}

}  // namespace grpolint::report
