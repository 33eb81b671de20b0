#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace grpolint::cli {

/// What `check` may change: the files themselves, and the findings it reports.
struct ChangeOptions {
  bool fix = false;           ///< --fix
  bool unsafe_fixes = false;  ///< --unsafe-fixes
  bool diff = false;          ///< --diff: what --fix or --add-ignore would do, nothing is written
  /// --add-ignore[=REASON]: write comments that ignore the findings there are. Empty: not asked
  /// for; a blank: without a reason.
  std::string add_ignore;
  std::string baseline;        ///< --baseline FILE; empty: none
  std::string write_baseline;  ///< --write-baseline FILE; empty: none

  bool adds_ignores() const { return !add_ignore.empty(); }
  bool changes_files() const { return fix || diff || adds_ignores(); }
  /// What does not go together, as a sentence; nothing when all is well.
  std::optional<std::string> contradiction() const;
};

/// The options of `check` that fill it in.
void add_change_options(CLI::App& app, ChangeOptions& options);

}  // namespace grpolint::cli
