#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/change_files.h"
#include "cli/check_files.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/report_context.h"
#include "cli/show_settings.h"
#include "cli/statistics.h"
#include "cli/watch.h"
#include "lint/parallel.h"
#include "lint/target_fields.h"
#include "report/formats.h"
#include "report/text.h"

namespace grpolint::cli {
namespace {

/// Whether a finding makes the run fail.
bool fails(Severity severity, lint::FailOn fail_on) {
  switch (fail_on) {
    case lint::FailOn::Info:
      return true;
    case lint::FailOn::Warning:
      return severity != Severity::Info;
    case lint::FailOn::Error:
      return severity == Severity::Error;
    case lint::FailOn::Never:
      return false;
  }
  return false;
}

bool any_fails(const std::vector<CheckedFile>& files, const CheckOptions& options) {
  return std::any_of(files.begin(), files.end(), [&](const CheckedFile& file) {
    const lint::FailOn fail_on = options.fail_on.value_or(file.settings->effective_fail_on());
    return std::any_of(file.report.findings.begin(), file.report.findings.end(),
                       [&](const Finding& finding) {
                         return !finding.suppressed && fails(finding.severity, fail_on);
                       });
  });
}

/// Each different note once, with the number of files it holds for.
void print_notes(const std::vector<lint::FileReport>& reports, const Console& console) {
  std::vector<std::pair<std::string, std::size_t>> notes;
  for (const lint::FileReport& report : reports) {
    for (const std::string& note : report.notes) {
      const auto known = std::find_if(notes.begin(), notes.end(),
                                      [&](const auto& entry) { return entry.first == note; });
      if (known == notes.end()) {
        notes.emplace_back(note, 1);
      } else {
        ++known->second;
      }
    }
  }
  for (const auto& [note, count] : notes) {
    console.note(count == 1 ? note : fmt::format("{} ({} files)", note, count));
  }
}

void print_recognition(const std::vector<lint::FileReport>& reports, const Console& console) {
  for (const lint::FileReport& report : reports) {
    console.status(fmt::format("{}: {}{}{}", report::escape_path(report.file), report.dialect,
                               report.recognition.empty() ? "" : ", " + report.recognition,
                               report.linted ? "" : "; not checked"));
  }
}

/// A config that does not parse counts: it was meant to be one when it has findings.
bool any_config(const std::vector<lint::FileReport>& reports) {
  return std::any_of(reports.begin(), reports.end(), [](const lint::FileReport& report) {
    return report.linted || !report.findings.empty();
  });
}

/// The codes and names on the command line must exist.
std::optional<std::string> wrong_selector(const CheckOptions& options,
                                          const rules::RuleSet& rules) {
  using List = std::pair<std::string_view, const std::vector<std::string>*>;
  const std::initializer_list<List> lists = {{"--select", &options.select},
                                             {"--extend-select", &options.extend_select},
                                             {"--ignore", &options.ignore}};
  for (const auto& [flag, list] : lists) {
    for (const std::string& selector : *list) {
      if (selector == "ALL" || lint::names_a_rule(selector, rules)) continue;
      return fmt::format("{}: no rule is called '{}'; {}", flag, selector,
                         lint::selector_suggestion(selector, rules));
    }
  }
  return std::nullopt;
}

/// A file that a report or a baseline is to be written over and that is read here, as a sentence:
/// the config, or the settings, would be lost.
std::optional<std::string> overwritten_input(const std::vector<CheckedFile>& files,
                                             const std::vector<Sink>& sinks,
                                             const ChangeOptions& changes) {
  std::vector<std::string> read;
  for (const CheckedFile& file : files) {
    // A report of an earlier run may lie in a folder that is walked.
    if (file.named || file.report.linted) read.push_back(file.name);
    if (!file.settings->file.empty()) read.push_back(file.settings->file.string());
  }
  if (auto problem = overwritten(sinks, read)) return problem;
  if (!changes.write_baseline.empty() && is_read(changes.write_baseline, read)) {
    return fmt::format("--write-baseline {}: this file is read here and would be lost",
                       changes.write_baseline);
  }
  return std::nullopt;
}

/// Two texts for one file, as a sentence.
std::optional<std::string> baseline_under_a_report(const std::vector<Sink>& sinks,
                                                   const std::string& baseline) {
  if (baseline.empty()) return std::nullopt;
  for (const Sink& sink : sinks) {
    if (sink.path.empty() || resolved(sink.path) != resolved(baseline)) continue;
    return fmt::format("--write-baseline {}: --output {}:{} writes this file too", baseline,
                       sink.format, sink.path);
  }
  return std::nullopt;
}

bool print_reports(const std::vector<Sink>& sinks, const std::vector<lint::FileReport>& reports,
                   const report::RunContext& context, bool counts_only, Console& console) {
  bool delivered = true;
  for (const Sink& sink : sinks) {
    std::string format = sink.format;
    if (format == "auto") {
      format = sink.path.empty() && console.interactive() ? "full" : "concise";
    }
    report::TextStyle style = console.style();
    if (!sink.path.empty()) style = {};  // a file is no terminal
    const std::string text = counts_only ? statistics(format, reports, style)
                                         : report::render(format, reports, style, context);
    delivered = deliver(sink, text, console) && delivered;
  }
  return delivered;
}

/// In the log of a GitHub job findings are easily missed.
void hint_at_annotations(const CheckOptions& options, bool any_failing, const Console& console) {
  const char* on_github = std::getenv("GITHUB_ACTIONS");
  if (!any_failing || !options.outputs.empty() || on_github == nullptr ||
      std::string_view(on_github) != "true") {
    return;
  }
  console.note("--output github shows findings beside the lines of a pull request");
}

void print_changes(const Changes& changes, const Console& console) {
  for (const std::string& note : changes.notes) console.note(note);
  if (!changes.summary.empty()) console.status(changes.summary);
}

int fail(const std::string& message, const Console& console) {
  console.error(message);
  return kExitFailure;
}

int check_once(const CheckOptions& options, Console& console) {
  auto destinations =
      sinks(options.outputs, options.statistics ? statistics_formats() : report::format_names());
  if (!destinations) return fail(destinations.error().message, console);
  auto rules = load_rules(options.rules_folders);
  if (!rules) return fail(rules.error().message, console);
  lint::SettingsFinder finder(*rules);
  if (auto applied = apply(options.settings, finder); !applied) {
    return fail(applied.error().message, console);
  }
  if (options.paths.empty()) {
    return fail("nothing to check: name a file, a folder, or - for standard input", console);
  }

  if (auto problem = overwritten(*destinations, {options.changes.baseline})) {
    return fail(*problem, console);
  }
  if (auto problem = baseline_under_a_report(*destinations, options.changes.write_baseline)) {
    return fail(*problem, console);
  }
  auto baseline = read_baseline(options.changes);
  if (!baseline) return fail(baseline.error().message, console);

  bool failed = false;
  std::vector<CheckedFile> files = collect(options, finder, console, failed);
  // Settings may have added rules and GPUs.
  if (auto problem = wrong_selector(options, *rules)) return fail(*problem, console);
  if (auto problem = lint::unknown_gpu(options.target)) return fail(*problem, console);
  if (options.show_settings) {
    const auto shown = show_settings(files, options);
    if (!shown) return fail(shown.error().message, console);
    return console.print(*shown) && !failed ? kExitClean : kExitFailure;
  }
  check_all(files, options, *rules, console, failed);
  if (auto problem = overwritten_input(files, *destinations, options.changes)) {
    return fail(*problem, console);
  }
  const Changes changes = change_files(files, options, *rules, console, failed);
  failed = !console.print(changes.to_print) || failed;
  failed = !apply_baseline(files, options.changes, std::move(*baseline), *rules, console) || failed;

  std::vector<lint::FileReport> reports;
  reports.reserve(files.size());
  const bool any_failing = any_fails(files, options);
  report::RunContext context = report_context(files, *rules, options.sarif_root);
  context.complete = !failed;
  for (CheckedFile& file : files) reports.push_back(std::move(file.report));
  if (changes.standard_output == Changes::Stdout::Text) {
    std::fputs(report::render("concise", reports, {}, context).c_str(), stderr);
  }
  if (changes.standard_output != Changes::Stdout::Findings) {
    std::erase_if(*destinations, [](const Sink& sink) { return sink.path.empty(); });
  }
  failed = !print_reports(*destinations, reports, context, options.statistics, console) || failed;
  print_changes(changes, console);
  if (console.verbose()) print_recognition(reports, console);
  print_notes(reports, console);
  hint_at_annotations(options, any_failing, console);
  console.status(report::summary(report::count(reports)));
  if (options.error_on_no_files && !any_config(reports)) {
    return fail("no config to check was found", console);
  }
  if (failed) return kExitFailure;
  return any_failing && !options.exit_zero ? kExitFindings : kExitClean;
}

}  // namespace

int run(const CheckOptions& options, Console& console) {
  if (!options.watch) return check_once(options, console);
  if (options.paths.empty() || std::find(options.paths.begin(), options.paths.end(),
                                         kStandardInput) != options.paths.end()) {
    return fail("--watch needs files or folders to watch", console);
  }
  return watch(options, console, [&] { return check_once(options, console); });
}

}  // namespace grpolint::cli
