#include "cli/show_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "cli/inputs.h"
#include "lint/analysis.h"
#include "lint/target_fields.h"
#include "report/text.h"
#include "rules/evidence.h"

namespace grpolint::cli {
namespace {

/// An option that adds to a list.
struct Flag {
  std::string_view name;
  const std::vector<std::string>& elements;
};

/// Facts that the files beside a config or its own text tell where nothing states them, and the
/// target field that would.
constexpr auto kFoundOut = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"trl", "version.trl"},
     {"transformers", "version.transformers"},
     {"vllm", "version.vllm"},
     {"unsloth", "version.unsloth"},
     {"num_processes", "run.world_size"},
     {"route", "run.route"}});

/// The lines of one file.
class Lines {
 public:
  Lines(const CheckedFile& file, const CheckOptions& options)
      : settings_(*file.settings), options_(options) {
    text_ = fmt::format("{}\n", report::escape_path(file.name));
    add("settings", settings_.file.empty() ? "none" : settings_.file.generic_string(),
        who_chose_the_file());
    add_rules(file.lint_options.selection);
    add_options(file.lint_options.selection.options);
    add_scalars(file.lint_options.selection);
    add_paths("rules folder", "folders", settings_.rule_folders);
    add_paths("facts hardware", "hardware", settings_.gpu_files);
    add_paths("facts models", "models", settings_.model_files);
  }

  /// What the run is like, as it holds for the file's own text.
  void add_target(const lint::Analysis& analysis) {
    const auto stated = lint::stated_fields(analysis.target);
    for (const lint::StatedText& field : stated) {
      add(fmt::format("target {}", field.key), field.text, field.by);
    }
    for (const auto& [key, fact] : kFoundOut) {
      // A copy: clang 14 does not capture structured bindings.
      const auto same = [name = key](const lint::StatedText& field) { return field.key == name; };
      if (std::any_of(stated.begin(), stated.end(), same)) continue;
      const std::array<std::string, 1> names = {std::string(fact)};
      for (const FactNote& note : rules::notes_on(names, analysis.facts)) {
        add(fmt::format("target {}", key), note.value, note.origin);
      }
    }
  }

  std::string take() { return std::move(text_); }

 private:
  std::string who_chose_the_file() const {
    if (options_.settings.isolated) return said_by("--isolated", options_.by_variable);
    const auto& configs = options_.settings.configs;
    if (std::any_of(configs.begin(), configs.end(), names_a_file)) {
      return said_by("--config", options_.by_variable);
    }
    return settings_.file.empty() ? "no file found" : "the closest";
  }

  void add(std::string_view key, std::string_view value, std::string_view by) {
    text_ += fmt::format("  {} = {} ({})\n", key, value, by);
  }

  void add_list(std::string_view key, const std::vector<std::string>& elements,
                std::initializer_list<Flag> flags) {
    std::vector<std::string> shown;
    for (const std::string& element : elements) {
      std::string by = settings_.origins.of(key, element);
      for (const Flag& flag : flags) {
        if (std::find(flag.elements.begin(), flag.elements.end(), element) != flag.elements.end()) {
          by = said_by(flag.name, options_.by_variable);
        }
      }
      shown.push_back(fmt::format("{} ({})", element, by));
    }
    if (!shown.empty()) text_ += fmt::format("  {} = {}\n", key, fmt::join(shown, ", "));
  }

  void add_rules(const lint::RuleSelection& selection) {
    add_list("select", selection.select,
             {{"--select", options_.select}, {"--extend-select", options_.extend_select}});
    add_list("ignore", selection.ignore, {{"--ignore", options_.ignore}});
    add_list("per-file-ignores", selection.ignore_here, {});
    std::vector<std::string> excluded = options_.exclude;
    for (const lint::PlacedGlob& glob : settings_.exclude) excluded.push_back(glob.text);
    add_list("exclude", excluded, {{"--exclude", options_.exclude}});
    for (const auto& [rule, severity] : selection.severity) {
      add(fmt::format("severity {}", rule), to_string(severity),
          settings_.origins.of("severity", rule));
    }
  }

  void add_options(const rules::OptionValues& options) {
    for (const auto& [code, values] : options) {
      for (const auto& [key, value] : values) {
        add(fmt::format("rules {} {}", code, key), fmt::format("{}", value),
            settings_.origins.of(code, key));
      }
    }
  }

  void add_scalars(const lint::RuleSelection& selection) {
    add("fail-on", to_string(options_.fail_on.value_or(settings_.effective_fail_on())),
        options_.fail_on ? said_by("--fail-on", options_.by_variable)
                         : settings_.origins.of("fail-on"));
    add("min-severity", to_string(selection.least),
        options_.min_severity ? said_by("--min-severity", options_.by_variable)
                              : settings_.origins.of("min-severity"));
    add("min-confidence", to_string(selection.least_confidence),
        options_.min_confidence ? said_by("--min-confidence", options_.by_variable)
                                : settings_.origins.of("min-confidence"));
  }

  void add_paths(std::string_view name, std::string_view key,
                 const std::vector<std::filesystem::path>& paths) {
    for (const std::filesystem::path& path : paths) {
      add(name, path.generic_string(), settings_.origins.of(key, path.generic_string()));
    }
  }

  const lint::Settings& settings_;
  const CheckOptions& options_;
  std::string text_;
};

}  // namespace

Result<std::string> show_settings(const std::vector<CheckedFile>& files,
                                  const CheckOptions& options) {
  std::string out;
  for (const CheckedFile& file : files) {
    Lines lines(file, options);
    auto input = read_input(file.name, options.stdin_filename);
    if (!input) return input.error();
    auto analysis =
        lint::analyse(std::move(input->source), input->format, file.lint_options.circumstances);
    if (!analysis) return Error{fmt::format("{}: {}", file.name, analysis.error().message)};
    // A walk meets files that are no configs.
    if (!file.named && !analysis->recognition.linted) continue;
    lines.add_target(*analysis);
    out += lines.take();
  }
  return out;
}

}  // namespace grpolint::cli
