#include "cli/change_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "cli/inputs.h"
#include "document/document.h"
#include "lint/baseline/baseline.h"
#include "lint/fix/fix_text.h"
#include "lint/fix/replace_file.h"
#include "lint/fix/unified_diff.h"
#include "lint/parallel.h"
#include "lint/suppression/add_ignores.h"

namespace grpolint::cli {
namespace {

/// One file with its changes, before they are written.
struct Changed {
  std::optional<lint::FileReport> report;  ///< of the new text; empty: nothing changed
  std::vector<lint::AppliedFix> fixes;
  std::size_t ignored = 0;
  std::vector<std::string> notes;
  std::string problem;
};

Format format_of_report(const lint::FileReport& report) {
  return format_of(report.source.name()).value_or(Format::Yaml);
}

Changed fixed(const CheckedFile& file, lint::FixLevel level, const rules::RuleSet& rules) {
  Changed changed;
  auto result =
      lint::fix_file(file.report, format_of_report(file.report), rules, file.lint_options, level);
  if (!result) {
    changed.problem = fmt::format("{}: {}", file.report.file, result.error().message);
    return changed;
  }
  changed.notes = std::move(result->left_out);
  changed.fixes = std::move(result->applied);
  if (!changed.fixes.empty()) changed.report = std::move(result->report);
  return changed;
}

bool has_open_findings(const lint::FileReport& report) {
  for (const Finding& finding : report.findings) {
    if (!finding.suppressed) return true;
  }
  return false;
}

Changed with_ignores(const CheckedFile& file, const std::string& reason,
                     const rules::RuleSet& rules) {
  Changed changed;
  if (!has_open_findings(file.report)) return changed;
  const Format format = format_of_report(file.report);
  auto result = lint::add_ignores(file.report, format, rules, file.lint_options, reason);
  if (!result) {
    changed.problem = result.error().message;
    return changed;
  }
  changed.notes = std::move(result->left_over);
  changed.ignored = result->ignored;
  if (changed.ignored == 0) return changed;
  auto report = lint::lint_file(Source(file.report.source.name(), std::move(result->text)), format,
                                rules, file.lint_options);
  if (report) {
    changed.report = std::move(*report);
  } else {
    changed.problem = fmt::format("{}: {}", file.report.file, report.error().message);
  }
  return changed;
}

/// "fixed 3 problems in 2 files (2 KEY001, 1 SYN010)"
std::string summary(const std::vector<Changed>& all, bool diff, bool ignores) {
  std::map<std::string, std::size_t> by_code;
  std::size_t problems = 0;
  std::size_t files = 0;
  for (const Changed& changed : all) {
    files += changed.report ? 1 : 0;
    problems += changed.ignored + changed.fixes.size();
    for (const lint::AppliedFix& fix : changed.fixes) ++by_code[fix.code];
  }
  const std::string_view verb =
      ignores ? (diff ? "would ignore" : "ignored") : (diff ? "would fix" : "fixed");
  if (problems == 0) return fmt::format("{} nothing", verb);
  std::string codes;
  for (const auto& [code, count] : by_code) {
    codes += fmt::format("{}{} {}", codes.empty() ? "" : ", ", count, code);
  }
  return fmt::format("{} {} problem{} in {} file{}{}", verb, problems, problems == 1 ? "" : "s",
                     files, files == 1 ? "" : "s", codes.empty() ? "" : " (" + codes + ")");
}

std::size_t count_unsafe(const std::vector<CheckedFile>& files) {
  std::size_t count = 0;
  for (const CheckedFile& file : files) {
    for (const Finding& finding : file.report.findings) {
      count += lint::is_fixable(finding, lint::FixLevel::Any) &&
                       !lint::is_fixable(finding, lint::FixLevel::Safe)
                   ? 1
                   : 0;
    }
  }
  return count;
}

/// Whether severities or confidences are left out: what is known may be there and not be seen.
bool any_left_out(const std::vector<CheckedFile>& files) {
  return std::any_of(files.begin(), files.end(), [](const CheckedFile& file) {
    const lint::RuleSelection& selection = file.lint_options.selection;
    return selection.least != Severity::Info || selection.least_confidence != Confidence::Low;
  });
}

}  // namespace

Changes change_files(std::vector<CheckedFile>& files, const CheckOptions& options,
                     const rules::RuleSet& rules, const Console& console, bool& failed) {
  const ChangeOptions& wanted = options.changes;
  Changes changes;
  if (!wanted.changes_files()) return changes;
  const bool ignores = wanted.adds_ignores();
  const std::string reason = wanted.add_ignore == " " ? std::string() : wanted.add_ignore;
  const auto level = wanted.unsafe_fixes ? lint::FixLevel::Any : lint::FixLevel::Safe;

  std::vector<Changed> all(files.size());
  lint::for_each_parallel(files.size(), options.jobs, [&](std::size_t i) {
    all[i] = ignores ? with_ignores(files[i], reason, rules) : fixed(files[i], level, rules);
  });

  if (wanted.diff) changes.standard_output = Changes::Stdout::Diff;
  for (std::size_t i = 0; i < files.size(); ++i) {
    CheckedFile& file = files[i];
    Changed& changed = all[i];
    const bool standard_input = file.name == kStandardInput;
    changes.notes.insert(changes.notes.end(), changed.notes.begin(), changed.notes.end());
    if (!changed.problem.empty()) {
      console.error(changed.problem);
      failed = true;
      changed.report.reset();
    }
    if (wanted.diff) {
      if (!changed.report) continue;
      changes.to_print += lint::unified_diff(file.report.file, file.report.source.bytes(),
                                             changed.report->source.bytes());
      continue;
    }
    if (standard_input) {
      changes.standard_output = Changes::Stdout::Text;
      changes.to_print += (changed.report ? *changed.report : file.report).source.bytes();
    } else if (changed.report) {
      const auto written =
          lint::replace_file(file.name, file.report.source.bytes(), changed.report->source.bytes());
      if (!written) {
        console.error(written.error().message);
        failed = true;
        changed = {};
      }
    }
    if (changed.report) file.report = std::move(*changed.report);
  }
  changes.summary = summary(all, wanted.diff, ignores);
  const std::size_t unsafe = wanted.unsafe_fixes || ignores ? 0 : count_unsafe(files);
  if (unsafe > 0) {
    changes.summary += fmt::format("; {} more with --unsafe-fixes", unsafe);
  }
  return changes;
}

Result<std::optional<lint::Baseline>> read_baseline(const ChangeOptions& options) {
  if (options.baseline.empty()) return std::optional<lint::Baseline>();
  auto baseline = lint::Baseline::read(options.baseline);
  if (!baseline) return baseline.error();
  return std::optional(std::move(*baseline));
}

bool apply_baseline(std::vector<CheckedFile>& files, const ChangeOptions& options,
                    std::optional<lint::Baseline> baseline, const rules::RuleSet& rules,
                    Console& console) {
  const bool write = !options.write_baseline.empty();
  if (write) {
    baseline.emplace(options.write_baseline);
    for (const CheckedFile& file : files) baseline->add(file.report);
    const auto text = baseline->text();
    if (!text) {
      console.error(
          fmt::format("--write-baseline {}: {}", options.write_baseline, text.error().message));
      return false;
    }
    if (!deliver({"json", options.write_baseline}, *text, console)) return false;
  }
  if (!baseline) return true;
  std::size_t count = 0;
  for (CheckedFile& file : files) {
    count += baseline->take_out(file.report, file.lint_options.selection, rules);
  }
  const std::string findings = fmt::format("{} finding{}", count, count == 1 ? "" : "s");
  if (write) {
    console.note(fmt::format("{} holds {}; check with --baseline {}", options.write_baseline,
                             findings, options.write_baseline));
  } else if (count > 0) {
    console.note(
        fmt::format("{} {} known from {}", findings, count == 1 ? "is" : "are", options.baseline));
  }
  if (write || any_left_out(files)) return true;
  for (const lint::KnownFinding& entry : baseline->stale()) {
    console.note(fmt::format("{}: {} in {} is not found any more; write the baseline again",
                             options.baseline, entry.code, entry.file));
  }
  return true;
}

}  // namespace grpolint::cli
