#include "cli/contradictions.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/inputs.h"

namespace grpolint::cli {
namespace {

using Problem = std::optional<std::string>;

bool contains(const std::vector<std::string>& list, std::string_view element) {
  return std::find(list.begin(), list.end(), element) != list.end();
}

Problem about_standard_input(const std::vector<std::string>& paths, const std::string& name) {
  if (name.empty() || contains(paths, kStandardInput)) return std::nullopt;
  return "--stdin-filename names what is read from standard input; add - to the files";
}

/// Whether an --output goes to standard output: `json`, and not `json:report.json`.
bool printed(const std::vector<std::string>& outputs) {
  return std::any_of(outputs.begin(), outputs.end(), [](const std::string& output) {
    return output.find(':') == std::string::npos || output.ends_with(":-");
  });
}

bool in_format(const std::vector<std::string>& outputs, std::string_view format) {
  return std::any_of(outputs.begin(), outputs.end(), [&](const std::string& output) {
    return output.substr(0, output.find(':')) == format;
  });
}

/// The first option that was written although `instead` does something else than checking.
Problem beside(std::string_view instead, std::string_view what,
               const std::vector<std::pair<std::string_view, bool>>& written) {
  for (const auto& [flag, given] : written) {
    if (given) return fmt::format("{} {}: leave out {}", instead, what, flag);
  }
  return std::nullopt;
}

class CheckContradictions {
 public:
  explicit CheckContradictions(const CheckOptions& options) : options_(options) {}

  Problem find() const {
    if (auto problem = about_standard_input(options_.paths, options_.stdin_filename)) {
      return problem;
    }
    if (auto problem = about_shown_settings()) return problem;
    if (auto problem = options_.changes.contradiction()) return problem;
    if (options_.watch && !options_.changes.write_baseline.empty()) {
      return "--watch shows findings, and --write-baseline would make each one known at once; "
             "leave out one";
    }
    if (auto problem = about_ignores()) return problem;
    return about_outputs();
  }

 private:
  /// By an option, not by a variable.
  bool written(std::string_view flag) const { return !options_.by_variable.contains(flag); }

  Problem about_shown_settings() const {
    if (!options_.show_settings) return std::nullopt;
    const ChangeOptions& changes = options_.changes;
    return beside(
        "--show-settings", "prints settings as text and checks nothing",
        {{"--output", !options_.outputs.empty() && written("--output")},
         {"--fix", changes.fix},
         {"--unsafe-fixes", changes.unsafe_fixes},
         {"--diff", changes.diff},
         {"--add-ignore", changes.adds_ignores()},
         {"--baseline", !changes.baseline.empty() && written("--baseline")},
         {"--write-baseline", !changes.write_baseline.empty()},
         {"--statistics", options_.statistics},
         {"--watch", options_.watch},
         {"--no-ignores", options_.no_ignores && written("--no-ignores")},
         {"--sarif-root", !options_.sarif_root.empty() && written("--sarif-root")},
         {"--error-on-no-files", options_.error_on_no_files && written("--error-on-no-files")}});
  }

  Problem about_ignores() const {
    if (!options_.changes.adds_ignores()) return std::nullopt;
    if (options_.no_ignores && written("--no-ignores")) {
      return "--add-ignore writes the comments that --no-ignores does not apply: leave out one";
    }
    if (!options_.changes.baseline.empty() && written("--baseline")) {
      return "--add-ignore writes comments for known findings too; leave out --baseline";
    }
    return std::nullopt;
  }

  Problem about_outputs() const {
    const ChangeOptions& changes = options_.changes;
    if (changes.diff && options_.statistics) {
      return "--diff prints changes in place of findings; leave out --statistics";
    }
    if (written("--output") && printed(options_.outputs)) {
      if (changes.diff) {
        return "--diff prints to standard output; write the findings to a file: --output "
               "FORMAT:PATH";
      }
      if (changes.changes_files() && contains(options_.paths, kStandardInput)) {
        return "the changed text of standard input goes to standard output; write the findings to "
               "a file: --output FORMAT:PATH";
      }
    }
    if (!options_.sarif_root.empty() && written("--sarif-root") &&
        !in_format(options_.outputs, "sarif")) {
      return "--sarif-root is for SARIF; add --output sarif";
    }
    return std::nullopt;
  }

  const CheckOptions& options_;
};

Problem find(const CheckOptions& options) { return CheckContradictions(options).find(); }

Problem find(const SizeOptions& options) {
  if (auto problem = about_standard_input(options.paths, options.stdin_filename)) return problem;
  const bool explains = !options.explained.empty();
  if (options.matrix && explains) {
    return "--matrix sizes many runs; --explain explains one: give either";
  }
  const auto& model = options.target.model_config;
  if (options.matrix && model && model->by == "--model-config") {
    return "--matrix takes models of every size; leave out --model-config";
  }
  if (explains && !options.outputs.empty() && !in_format(options.outputs, "text")) {
    return "--explain explains in text; add --output text";
  }
  return std::nullopt;
}

Problem find(const RulesOptions& options) {
  if (options.stale_days) {
    return beside("--stale", "prints a table",
                  {{"--output", !options.outputs.empty()},
                   {"--markdown-dir", !options.markdown_dir.empty()}});
  }
  if (!options.markdown_dir.empty()) {
    return beside("--markdown-dir", "writes pages", {{"--output", !options.outputs.empty()}});
  }
  return std::nullopt;
}

Problem find(const SchemaOptions& options) {
  if (!options.settings) return std::nullopt;
  return beside("--settings", "is about grpolint's own settings",
                {{"--dialect", !options.dialect.empty()}, {"--version", !options.version.empty()}});
}

Problem find(const ExplainOptions& /*options*/) { return std::nullopt; }
Problem find(const HardwareOptions& /*options*/) { return std::nullopt; }

}  // namespace

std::optional<std::string> contradiction(const Options& options) {
  return std::visit([](const auto& command) { return find(command); }, options.command);
}

}  // namespace grpolint::cli
