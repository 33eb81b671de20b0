#include "cli/declare_options.h"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <system_error>

#include "cli/help.h"
#include "lint/files/path_pattern.h"
#include "lint/target_fields.h"

namespace grpolint::cli {
namespace {

constexpr const char* kRunGroup = "About the run";
constexpr const char* kRuleGroup = "Which rules";
constexpr const char* kFileGroup = "Which files and settings";
constexpr const char* kOutputGroup = "Output";

constexpr int kMostDays = 36500;  // a century

void add_common(CLI::App& app, CommonOptions& options) {
  app.add_option_function<std::string>(
         "--color",
         [&options](const std::string& when) {
           options.color = when == "always"  ? ColorChoice::Always
                           : when == "never" ? ColorChoice::Never
                                             : ColorChoice::Auto;
         },
         "NO_COLOR and FORCE_COLOR are honoured")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->group(kOutputGroup);
  app.add_flag("-q,--quiet", options.quiet, "no notes and no summary")->group(kOutputGroup);
}

void add_outputs(CLI::App& app, std::vector<std::string>& outputs, const char* help) {
  app.add_option("--output", outputs, help)
      ->type_name("FORMAT[:PATH]")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all()
      ->group(kOutputGroup);
}

void add_settings(CLI::App& app, SettingsOptions& settings) {
  app.add_option("--config", settings.configs,
                 "use this settings file, or lay a text over the settings: 'fail-on = \"error\"'; "
                 "repeatable")
      ->type_name("FILE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all()
      ->group(kFileGroup);
  app.add_flag("--isolated", settings.isolated, "use no settings file")->group(kFileGroup);
}

void add_profile(CLI::App& app, SettingsOptions& settings) {
  app.add_option("--profile", settings.profile, "the run is like [profile.NAME] of the settings")
      ->type_name("NAME")
      ->group(kRunGroup);
}

void add_rules_folders(CLI::App& app, std::vector<std::string>& folders) {
  app.add_option("--rules", folders, "add the rules in this folder")
      ->type_name("DIR")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all()
      ->group(kRuleGroup);
}

/// One flag for every field of the target table, but those named in `skip`. GPUs are looked up
/// later: settings may add some.
void add_target(CLI::App& app, Target& target, const Parsed& parsed, std::string_view skip = {}) {
  for (const lint::TargetField& field : lint::target_fields()) {
    if (field.key == skip) continue;
    app.add_option_function<std::string>(
           std::string(field.flag),
           [&field, &target, &parsed](const std::string& text) {
             const std::string by = said_by(field.flag, parsed.by_variable);
             if (auto problem = lint::state_unchecked(field, text, by, target)) {
               throw CLI::ValidationError(std::string(field.flag), *problem);
             }
           },
           std::string(field.help))
        ->type_name(std::string(field.value_name))
        ->group(kRunGroup);
  }
}

void add_selectors(CLI::App& app, const char* flag, std::vector<std::string>& list,
                   const char* help) {
  app.add_option(flag, list, help)
      ->type_name("RULE,...")
      ->delimiter(',')
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all()
      ->group(kRuleGroup);
}

void add_check_rules(CLI::App& app, CheckOptions& options) {
  add_selectors(app, "--select", options.select, "only these: codes, prefixes (MEM) or names");
  add_selectors(app, "--extend-select", options.extend_select, "these as well");
  add_selectors(app, "--ignore", options.ignore, "not these");
  add_rules_folders(app, options.rules_folders);
  app.add_flag("--no-ignores", options.no_ignores, "do not apply suppression comments")
      ->group(kRuleGroup);
}

void add_check_files(CLI::App& app, CheckOptions& options) {
  app.add_option("--exclude", options.exclude, "leave these out when walking folders")
      ->type_name("GLOB")
      ->check([](const std::string& glob) { return lint::pattern_problem(glob).value_or(""); })
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all()
      ->group(kFileGroup);
  app.add_flag("--force-exclude", options.force_exclude,
               "files given by name are as those met in folders: for hooks and editors")
      ->group(kFileGroup);
  app.add_flag("--error-on-no-files", options.error_on_no_files,
               "finding no config to check is an error")
      ->group(kFileGroup);
  app.add_option("--stdin-filename", options.stdin_filename,
                 "name of standard input: decides its format and settings")
      ->type_name("NAME")
      ->group(kFileGroup);
  add_settings(app, options.settings);
  add_profile(app, options.settings);
  app.add_flag("--show-settings", options.show_settings,
               "print what is in force for each file, and from where")
      ->group(kFileGroup);
}

/// Where findings go and in which form.
void add_check_reports(CLI::App& app, CheckOptions& options) {
  add_outputs(
      app, options.outputs,
      "full, concise, gcc, json, jsonl, sarif, github, gitlab, rdjson, junit or checkstyle; "
      "to a file with :PATH; repeatable");
  app.add_option("--sarif-root", options.sarif_root,
                 "what paths in SARIF are relative to (default: the repository)")
      ->type_name("DIR")
      ->check([](const std::string& folder) {
        std::error_code missing;
        return std::filesystem::is_directory(folder, missing) ? "" : folder + " is no folder";
      })
      ->group(kOutputGroup);
}

/// Which findings count, and how the program goes about it.
void add_check_outcome(CLI::App& app, CheckOptions& options) {
  app.add_option_function<std::string>(
         "--fail-on",
         [&options](const std::string& word) { options.fail_on = lint::fail_on_from(word); },
         "exit with 1 from this severity on (default warning)")
      ->check(CLI::IsMember({"error", "warning", "info", "never"}))
      ->type_name("SEVERITY")
      ->group(kOutputGroup);
  app.add_option_function<std::string>(
         "--min-severity",
         [&options](const std::string& word) { options.min_severity = lint::severity_from(word); },
         "report findings from this severity on (default info)")
      ->check(CLI::IsMember({"error", "warning", "info"}))
      ->type_name("SEVERITY")
      ->group(kOutputGroup);
  app.add_option_function<std::string>(
         "--min-confidence",
         [&options](const std::string& word) {
           options.min_confidence = lint::confidence_from(word);
         },
         "report findings from this confidence on (default low)")
      ->check(CLI::IsMember({"high", "medium", "low"}))
      ->type_name("CONFIDENCE")
      ->group(kOutputGroup);
  app.add_flag("--exit-zero", options.exit_zero, "exit with 0 whatever is found")
      ->group(kOutputGroup);
  app.add_flag("--statistics", options.statistics,
               "how often each rule speaks, in place of findings")
      ->group(kOutputGroup);
  app.add_flag("--watch", options.watch, "check again whenever a file changes")
      ->group(kOutputGroup);
  app.add_option("-j,--jobs", options.jobs, "threads (default: one per core)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U).description(""))
      ->group(kOutputGroup);
}

void add_check(CLI::App& root, Parsed& parsed) {
  CheckOptions& options = parsed.check;
  CLI::App& app = *root.add_subcommand("check", "lint configs (the default command)");
  app.footer(std::string(kCheckExamples));
  app.add_option("PATHS", options.paths, "files, folders, or - for standard input");
  add_check_rules(app, options);
  add_change_options(app, options.changes);
  add_check_files(app, options);
  add_check_reports(app, options);
  add_check_outcome(app, options);
  add_target(app, options.target, parsed);
  add_common(app, parsed.common);
  app.add_flag("-v,--verbose", parsed.common.verbose, "say how each file was recognised")
      ->group(kOutputGroup);
}

void add_size(CLI::App& root, Parsed& parsed) {
  SizeOptions& options = parsed.size;
  CLI::App& app =
      *root.add_subcommand("size", "memory by phase and rollout speed on given hardware");
  app.footer(std::string(kSizeExamples));
  app.add_option("FILES", options.paths, "configs, or - for standard input")->required();
  app.add_option("--gpu", options.gpus, "GPU and how many: 4090, h100:8, auto; repeatable")
      ->type_name("NAME[:COUNT]")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all()
      ->group(kRunGroup);
  // A flag with an optional value, so that it never swallows the file that follows it.
  app.add_flag("--explain{all}", options.explained,
               "formulas with numbers and sources, of one component or phase where it is named")
      ->type_name("WHAT")
      ->group(kOutputGroup);
  app.add_flag("--matrix", options.matrix,
               "size classes against GPU classes, or against the GPUs named; text or json")
      ->group(kOutputGroup);
  add_outputs(app, options.outputs, "text or json; to a file with :PATH; repeatable");
  app.add_option("--stdin-filename", options.stdin_filename, "name of standard input")
      ->type_name("NAME")
      ->group(kFileGroup);
  add_settings(app, options.settings);
  add_profile(app, options.settings);
  add_target(app, options.target, parsed, "gpu");
  add_common(app, parsed.common);
}

void add_explain(CLI::App& root, Parsed& parsed) {
  CLI::App& app = *root.add_subcommand("explain", "what a rule checks, why, and how to fix it");
  app.footer(std::string(kExplainExamples));
  app.add_option("RULE", parsed.explain.rules, "code or name")->required();
  add_rules_folders(app, parsed.explain.rules_folders);
  add_settings(app, parsed.explain.settings);
  add_outputs(app, parsed.explain.outputs, "text, markdown or json; to a file with :PATH");
  add_common(app, parsed.common);
}

void add_rules(CLI::App& root, Parsed& parsed) {
  RulesOptions& options = parsed.rules;
  CLI::App& app = *root.add_subcommand("rules", "list the rules");
  app.footer(std::string(kRulesExamples));
  app.add_option("--stale", options.stale_days, "only those with a source not verified for so long")
      ->type_name("DAYS")
      ->check(CLI::Range(0, kMostDays).description(""));
  app.add_option("--markdown-dir", options.markdown_dir, "write a page for each rule into a folder")
      ->type_name("DIR");
  add_rules_folders(app, options.rules_folders);
  add_settings(app, options.settings);
  add_outputs(app, options.outputs, "text or json; to a file with :PATH");
  add_common(app, parsed.common);
}

void add_hardware(CLI::App& root, Parsed& parsed) {
  CLI::App& app = *root.add_subcommand("hardware", "list the GPUs that are known, or show one");
  app.footer(std::string(kHardwareExamples));
  app.add_option("NAME", parsed.hardware.name, "one GPU, as --gpu takes it");
  add_settings(app, parsed.hardware.settings);
  add_outputs(app, parsed.hardware.outputs, "text or json; to a file with :PATH");
  add_common(app, parsed.common);
}

void add_schema(CLI::App& root, Parsed& parsed) {
  SchemaOptions& options = parsed.schema;
  CLI::App& app = *root.add_subcommand("schema", "JSON Schema of a framework's arguments");
  app.footer(std::string(kSchemaExamples));
  app.add_option("--dialect", options.dialect, "trl (default) or unsloth")
      ->check(CLI::IsMember({"trl", "unsloth"}))
      ->type_name("NAME");
  app.add_option("--version", options.version, "release; the newest known when left out")
      ->type_name("VERSION");
  app.add_flag("--settings", options.settings, "schema of grpolint's own settings file instead");
  add_outputs(app, options.outputs, "json; to a file with :PATH");
  add_common(app, parsed.common);
}

}  // namespace

void declare_options(CLI::App& root, Parsed& parsed) {
  add_check(root, parsed);
  add_size(root, parsed);
  add_explain(root, parsed);
  add_rules(root, parsed);
  add_hardware(root, parsed);
  add_schema(root, parsed);
}

}  // namespace grpolint::cli
