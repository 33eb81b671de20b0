#include "cli/change_options.h"

#include <CLI/CLI.hpp>

namespace grpolint::cli {
namespace {

constexpr const char* kFixGroup = "Fixes and known findings";

}  // namespace

std::optional<std::string> ChangeOptions::contradiction() const {
  if (unsafe_fixes && !fix && !diff) {
    return "--unsafe-fixes says which fixes to make; add --fix to make them or --diff to see them";
  }
  if (adds_ignores() && (fix || unsafe_fixes)) {
    return "--add-ignore and --fix are two steps: fix first, then ignore what is left";
  }
  if (!write_baseline.empty() && !baseline.empty()) {
    return "--write-baseline writes every finding there is; leave out --baseline";
  }
  if (!write_baseline.empty() && (diff || adds_ignores())) {
    return "--write-baseline goes without --diff and --add-ignore";
  }
  return std::nullopt;
}

void add_change_options(CLI::App& app, ChangeOptions& options) {
  app.add_flag("--fix", options.fix, "make the safe fixes in the files")->group(kFixGroup);
  app.add_flag("--unsafe-fixes", options.unsafe_fixes,
               "with --fix or --diff: also fixes that need a look")
      ->group(kFixGroup);
  app.add_flag("--diff", options.diff, "print what --fix would change, and change nothing")
      ->group(kFixGroup);
  // A flag with an optional value, so that it never swallows the file that follows it.
  app.add_flag("--add-ignore{ }", options.add_ignore,
               "write ignore comments for the findings, with a reason where one is given")
      ->type_name("REASON")
      ->group(kFixGroup);
  app.add_option("--baseline", options.baseline, "leave out the findings this file knows")
      ->type_name("FILE")
      ->group(kFixGroup);
  app.add_option("--write-baseline", options.write_baseline,
                 "write the findings there are as known")
      ->type_name("FILE")
      ->group(kFixGroup);
}

}  // namespace grpolint::cli
