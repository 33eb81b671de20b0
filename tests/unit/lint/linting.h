#pragma once

#include <string>
#include <vector>

#include "document/document.h"
#include "lint/linter.h"
#include "rules/rule_set.h"

/// The rules of the program, read once.
const grpolint::rules::RuleSet& embedded_rules();

/// Lints a text as a file called "a" with the embedded rules; the test fails where that cannot be
/// done.
grpolint::lint::FileReport report_on(std::string text, grpolint::Format format,
                                     const grpolint::lint::LintOptions& options);

/// An example of what a rule finds fault with, and the options under which that rule alone speaks.
struct BadExample {
  std::string name;  ///< "BAT001: Eight completions, groups of six"
  std::string text;
  grpolint::Format format = grpolint::Format::Yaml;
  grpolint::lint::LintOptions options;
};
std::vector<BadExample> bad_examples();
