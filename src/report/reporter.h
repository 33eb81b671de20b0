#pragma once

#include <span>
#include <string>

#include "lint/linter.h"
#include "report/run_context.h"

namespace grpolint::report {

/// How text output looks; set from the terminal and the environment by the CLI.
struct TextStyle {
  bool color = false;
  bool hyperlinks = false;
  int width = 80;
  bool terminal = false;  ///< breaks what is wider, so first lines are wrapped; elsewhere they are
                          ///< whole, for grep
};

/// One file per format; each turns finished reports into text and knows nothing of linting.

/// One line a finding, for editors and logs.
std::string concise(std::span<const lint::FileReport> reports);
/// The line, the source it speaks of with carets and labels, help, and what it rests on.
std::string full(std::span<const lint::FileReport> reports, const TextStyle& style);
/// One JSON object, version 1; docs/usage.md describes it. Suppressed findings are in it, marked.
std::string json(std::span<const lint::FileReport> reports, const RunContext& context);

/// The lines GCC would print, which editors know how to read.
std::string gcc(std::span<const lint::FileReport> reports);
/// The finding objects of json(), one a line.
std::string jsonl(std::span<const lint::FileReport> reports, const RunContext& context);
/// SARIF 2.1.0, as GitHub code scanning takes it. Suppressed findings are in it, marked.
std::string sarif(std::span<const lint::FileReport> reports, const RunContext& context);
/// Workflow commands that GitHub Actions shows as annotations, the most severe first.
std::string github(std::span<const lint::FileReport> reports, const RunContext& context);
/// A GitLab Code Quality report.
std::string gitlab(std::span<const lint::FileReport> reports, const RunContext& context);
/// Reviewdog Diagnostic Format.
std::string rdjson(std::span<const lint::FileReport> reports);
/// One failed test case a finding, one passed a config without findings.
std::string junit(std::span<const lint::FileReport> reports);
/// The report of Checkstyle.
std::string checkstyle(std::span<const lint::FileReport> reports);

/// "3 errors, 1 warning in 2 files", "no problems in 5 files".
struct Counts {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t infos = 0;
  std::size_t suppressed = 0;
  std::size_t files = 0;         ///< read
  std::size_t linted_files = 0;  ///< recognised as configs that grpolint checks
  std::size_t files_with_findings = 0;
};
Counts count(std::span<const lint::FileReport> reports);
std::string summary(const Counts& counts);

}  // namespace grpolint::report
