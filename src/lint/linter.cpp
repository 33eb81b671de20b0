#include "lint/linter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "lint/credentials.h"
#include "lint/fingerprint.h"
#include "lint/suppression/apply.h"
#include "rules/check.h"

namespace grpolint::lint {
namespace {

/// Whether a file that cannot be parsed was probably meant as a GRPO config: recognition needs a
/// tree, and there is none. Zero bytes are passed over: in UTF-16 every other one is.
bool speaks_of_grpo(std::string_view encoded) {
  static constexpr std::array<std::string_view, 5> kWords = {
      "grpo", "num_generations", "max_completion_length", "reward_funcs", "vllm_gpu_memory"};
  std::string bytes(encoded);
  std::erase(bytes, '\0');
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
    return std::search(bytes.begin(), bytes.end(), word.begin(), word.end(), same) != bytes.end();
  });
}

void sort_findings(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.span.begin, a.code, a.span.end, a.message) <
           std::tie(b.span.begin, b.code, b.span.end, b.message);
  });
}

void append(std::vector<Finding> more, std::vector<Finding>& findings) {
  findings.insert(findings.end(), std::make_move_iterator(more.begin()),
                  std::make_move_iterator(more.end()));
}

constexpr std::string_view kUnusedSuppression = "suppression-unused";

bool made_by_the_driver(const rules::Rule& rule) { return rule.native.starts_with("suppression-"); }

std::vector<Finding> suppression_findings(const SuppressionMatches& matches,
                                          const rules::RuleSet& rules,
                                          const RuleSelection& selection,
                                          const rules::RuleContext& context) {
  const std::array<std::pair<std::string_view, const std::vector<rules::Match>*>, 3> kinds = {{
      {kUnusedSuppression, &matches.unused},
      {"suppression-unknown-rule", &matches.unknown},
      {"suppression-malformed", &matches.malformed},
  }};
  std::vector<Finding> findings;
  for (const rules::Rule* rule : rules.rules()) {
    for (const auto& [native, found] : kinds) {
      if (rule->native != native || !selection.enabled(*rule)) continue;
      append(rules::check_matches(*rule, context, *found), findings);
    }
  }
  return findings;
}

std::vector<Finding> findings_of(const Analysis& analysis, const rules::RuleSet& rules,
                                 const RuleSelection& selection, bool honour_ignores) {
  const rules::RuleContext context{analysis.source, analysis.document,
                                   analysis.run ? &*analysis.run : nullptr, analysis.facts,
                                   &selection.options};
  std::vector<Finding> findings;
  for (const rules::Rule* rule : rules.rules()) {
    if (made_by_the_driver(*rule) || !selection.enabled(*rule)) continue;
    append(rules::check(*rule, context), findings);
  }
  sort_findings(findings);

  Directives directives = analysis.directives;
  if (!honour_ignores) directives.suppressions.clear();
  SuppressionMatches matches = apply_suppressions(directives, rules, selection, findings);
  if (analysis.alone) matches.unused.clear();
  std::vector<Finding> about = suppression_findings(matches, rules, selection, context);
  sort_findings(about);
  apply_suppressions(directives, rules, selection, about);
  append(std::move(about), findings);
  sort_findings(findings);
  for (Finding& finding : findings) finding.severity = selection.severity_of(finding);
  std::erase_if(findings,
                [&](const Finding& finding) { return finding.severity < selection.least; });
  set_fingerprints(findings);
  return findings;
}

/// What is too uncertain to be shown is counted: a run in which much is assumed may seem clean.
void drop_uncertain(Confidence least, FileReport& report) {
  const std::size_t dropped = std::erase_if(
      report.findings, [&](const Finding& finding) { return finding.confidence < least; });
  if (dropped == 0) return;
  report.notes.push_back(fmt::format("{} finding{} of less than {} confidence {} not shown",
                                     dropped, dropped == 1 ? "" : "s", to_string(least),
                                     dropped == 1 ? "is" : "are"));
}

FileReport report_on(const Analysis& analysis) {
  FileReport report;
  report.file = analysis.source.name();
  report.dialect = analysis.recognition.dialect;
  report.recognition = analysis.recognition.why;
  report.linted = analysis.recognition.linted;
  report.alone = analysis.alone;
  return report;
}

Span whole(const Source& source) { return {0, static_cast<std::uint32_t>(source.bytes().size())}; }

/// Takes the companions out of the config.
std::vector<FileReport> companion_reports(Analysis& config, const rules::RuleSet& rules,
                                          const LintOptions& options) {
  std::vector<FileReport> reports;
  if (!config.run) return reports;
  for (dialect::CompanionFile& companion : std::exchange(config.run->companions, {})) {
    const bool outside = companion.outside_project;
    Analysis analysis = analyse_companion(std::move(companion), config);
    FileReport report = report_on(analysis);
    const RuleSelection selection = options.selection_for_companion(report.file);
    report.findings = findings_of(analysis, rules, selection, options.honour_ignores);
    drop_uncertain(selection.least_confidence, report);
    report.credentials = outside ? std::vector<Span>{whole(analysis.source)}
                                 : credential_spans(analysis.source, analysis.document);
    report.source = std::move(analysis.source);
    reports.push_back(std::move(report));
  }
  return reports;
}

/// Findings by what makes two of them one.
class FindingIndex {
 public:
  explicit FindingIndex(const std::vector<Finding>& findings) {
    for (std::size_t i = 0; i < findings.size(); ++i) places_.emplace(identity(findings[i]), i);
  }

  std::optional<std::size_t> find(const Finding& finding) const {
    const auto found = places_.find(identity(finding));
    return found == places_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  using Identity = std::tuple<std::string, std::uint32_t, std::uint32_t, std::string>;

  static Identity identity(const Finding& finding) {
    return {finding.code, finding.span.begin, finding.span.end, finding.message};
  }

  std::map<Identity, std::size_t> places_;
};

/// Leaves out the suppressions that the other report found a use for.
void drop_used(std::vector<Finding>& findings, const std::vector<Finding>& others) {
  const FindingIndex unused(others);
  std::erase_if(findings, [&](const Finding& finding) {
    return finding.name == kUnusedSuppression && !unused.find(finding);
  });
}

}  // namespace

RuleSelection LintOptions::selection_for_companion(const std::filesystem::path& companion) const {
  if (!selection_of_companion) return selection;
  RuleSelection own = selection_of_companion(companion);
  own.elsewhere = selection.elsewhere;
  return own;
}

void merge(FileReport more, FileReport& report) {
  if (!report.alone && !more.alone) {
    drop_used(report.findings, more.findings);
    drop_used(more.findings, report.findings);
  }
  report.alone = report.alone && more.alone;
  const FindingIndex known(report.findings);
  for (Finding& finding : more.findings) {
    const auto place = known.find(finding);
    if (!place) {
      report.findings.push_back(std::move(finding));
    } else if (report.findings[*place].severity < finding.severity) {
      report.findings[*place] = std::move(finding);
    }
  }
  report.credentials.insert(report.credentials.end(), more.credentials.begin(),
                            more.credentials.end());
  report.credentials = without_overlaps(std::move(report.credentials));
  sort_findings(report.findings);
  set_fingerprints(report.findings);
}

Result<FileReport> lint_file(Source source, Format format, const rules::RuleSet& rules,
                             const LintOptions& options) {
  auto analysis = analyse(std::move(source), format, options.circumstances);
  if (!analysis) return analysis.error();
  FileReport report = report_on(*analysis);
  const bool broken_but_meant = analysis->document.is_unreadable() &&
                                (options.named || speaks_of_grpo(analysis->source.bytes()));
  report.notes = std::move(analysis->notes);
  if (report.linted || broken_but_meant) {
    report.findings = findings_of(*analysis, rules, options.selection, options.honour_ignores);
    report.credentials = credential_spans(analysis->source, analysis->document);
    drop_uncertain(options.selection.least_confidence, report);
    report.companions = companion_reports(*analysis, rules, options);
  }
  report.source = std::move(analysis->source);
  return report;
}

}  // namespace grpolint::lint
