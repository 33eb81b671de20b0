#pragma once

#include <span>
#include <string>

#include "lint/linter.h"

namespace grpolint::report {

/// How text output looks; set from the terminal and the environment by the CLI.
struct TextStyle {
  bool color = false;
  bool hyperlinks = false;
  int width = 80;
};

/// One file per format; each turns finished reports into text and knows nothing of linting.

/// One line a finding, for editors and logs.
std::string concise(std::span<const lint::FileReport> reports);
/// The line, the source it speaks of with carets and labels, help, and what it rests on.
std::string full(std::span<const lint::FileReport> reports, const TextStyle& style);
/// One JSON object, version 1; docs/usage.md describes it. Suppressed findings are in it, marked.
std::string json(std::span<const lint::FileReport> reports);

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
