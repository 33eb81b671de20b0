#include "cli/show_settings.h"

#include <fmt/format.h>

#include "lint/target_fields.h"

namespace grpolint::cli {
namespace {

std::string list_line(std::string_view key, const std::vector<std::string>& values) {
  return values.empty() ? "" : fmt::format("  {} = {}\n", key, fmt::join(values, ", "));
}

}  // namespace

std::string show_settings(const std::vector<CheckedFile>& files, const CheckOptions& options) {
  std::string out;
  for (const CheckedFile& file : files) {
    const lint::Settings& settings = *file.settings;
    const lint::RuleSelection& selection = file.lint_options.selection;
    out += fmt::format("{}\n  settings = {}\n", file.name,
                       settings.file.empty() ? "none" : settings.file.generic_string());
    out += list_line("select", selection.select);
    out += list_line("ignore", selection.ignore);
    out += list_line("per-file-ignores", selection.ignore_here);
    for (const auto& [rule, severity] : selection.severity) {
      out += fmt::format("  severity {} = {}\n", rule, to_string(severity));
    }
    out += fmt::format("  fail-on = {}\n",
                       to_string(options.fail_on.value_or(settings.effective_fail_on())));
    if (selection.least != Severity::Info) {
      out += fmt::format("  min-severity = {}\n", to_string(selection.least));
    }
    const Target target = lint::overlay(file.lint_options.circumstances.command_line,
                                        file.lint_options.circumstances.settings);
    for (const lint::StatedText& stated : lint::stated_fields(target)) {
      out += fmt::format("  target {} = {} ({})\n", stated.key, stated.text, stated.by);
    }
  }
  return out;
}

}  // namespace grpolint::cli
