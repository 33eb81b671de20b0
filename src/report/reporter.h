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
std::string concise(std::span<const lint::FileReport> reports);
std::string full(std::span<const lint::FileReport> reports, const TextStyle& style);
std::string json(std::span<const lint::FileReport> reports);

}  // namespace grpolint::report
