#include "cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "cli/help.h"
#include "lint/target_fields.h"
#include "lint/tool_version.h"
#include "report/paint.h"
#include "text/nearest.h"

namespace grpolint::cli {
namespace {

constexpr std::array<std::string_view, 6> kCommands = {"check", "size",     "explain",
                                                       "rules", "hardware", "schema"};

constexpr std::size_t kHelpWidth = 80;
constexpr std::size_t kHelpColumn = 32;  // where descriptions begin

constexpr const char* kRunGroup = "About the run";
constexpr const char* kRuleGroup = "Which rules";
constexpr const char* kFileGroup = "Which files and settings";
constexpr const char* kOutputGroup = "Output";

/// Everything the parser fills in; the command that was chosen is moved out afterwards.
struct Parsed {
  CommonOptions common;
  CheckOptions check;
  SizeOptions size;
  ExplainOptions explain;
  RulesOptions rules;
  HardwareOptions hardware;
  SchemaOptions schema;
  /// Options that variables set, and by which: "--gpu" -> "GRPOLINT_GPU".
  std::map<std::string, std::string, std::less<>> by_variable;

  /// Who gave the option its value.
  std::string said_by(std::string_view flag) const {
    const auto variable = by_variable.find(flag);
    return variable == by_variable.end() ? std::string(flag) : variable->second;
  }
};

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
  app.add_flag("-v,--verbose", options.verbose, "say how each file was recognised")
      ->group(kOutputGroup);
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
             const std::string by = parsed.said_by(field.flag);
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

void add_check(CLI::App& root, Parsed& parsed) {
  CheckOptions& options = parsed.check;
  CLI::App& app = *root.add_subcommand("check", "lint configs (the default command)");
  app.footer(std::string(kCheckExamples));
  app.add_option("PATHS", options.paths, "files, folders, or - for standard input");
  add_selectors(app, "--select", options.select, "only these: codes, prefixes (MEM) or names");
  add_selectors(app, "--extend-select", options.extend_select, "these as well");
  add_selectors(app, "--ignore", options.ignore, "not these");
  add_rules_folders(app, options.rules_folders);
  app.add_flag("--no-ignores", options.no_ignores, "do not apply suppression comments")
      ->group(kRuleGroup);
  add_change_options(app, options.changes);
  app.add_option("--exclude", options.exclude, "leave these out when walking folders")
      ->type_name("GLOB")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all()
      ->group(kFileGroup);
  app.add_flag("--force-exclude", options.force_exclude,
               "leave excluded files out even when they are given by name")
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
  add_outputs(
      app, options.outputs,
      "full, concise, gcc, json, jsonl, sarif, github, gitlab, rdjson, junit or checkstyle; "
      "to a file with :PATH; repeatable");
  app.add_option("--sarif-root", options.sarif_root,
                 "what paths in SARIF are relative to (default: the repository)")
      ->type_name("DIR")
      ->group(kOutputGroup);
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
  add_target(app, options.target, parsed);
  add_common(app, parsed.common);
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
               "formulas with numbers and sources; --explain=WHAT for one component or phase")
      ->group(kOutputGroup);
  app.add_flag("--matrix", options.matrix, "size classes against GPU classes")->group(kOutputGroup);
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
      ->check(CLI::NonNegativeNumber);
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
  app.add_option("--dialect", options.dialect, "trl or unsloth")
      ->check(CLI::IsMember({"trl", "unsloth"}))
      ->type_name("NAME");
  app.add_option("--version", options.version, "release; the newest known when left out")
      ->type_name("VERSION");
  app.add_flag("--settings", options.settings, "schema of grpolint's own settings file instead");
  add_outputs(app, options.outputs, "json; to a file with :PATH");
  add_common(app, parsed.common);
}

/// Help for terminals of 80 columns: CLI11 does not break the lines of descriptions.
std::string narrow(std::string_view help) {
  std::string out;
  while (!help.empty()) {
    const std::size_t end = std::min(help.find('\n'), help.size());
    const std::string_view line = help.substr(0, end);
    help.remove_prefix(std::min(end + 1, help.size()));
    if (line.size() <= kHelpWidth || line.size() <= kHelpColumn) {
      out += fmt::format("{}\n", line);
    } else {
      out += fmt::format("{}{}\n", line.substr(0, kHelpColumn),
                         report::wrap(line.substr(kHelpColumn), kHelpWidth, kHelpColumn));
    }
  }
  return out;
}

/// The footer is laid out by hand and stays as it is.
std::string help_of(const CLI::App& app, const std::string& program) {
  const std::string whole = app.help(program);
  const std::string footer = app.get_footer() + "\n";
  std::string_view text = whole;
  assert(text.ends_with(footer));
  text.remove_suffix(footer.size());
  return narrow(text) + footer;
}

/// "unknown option '--gpus'; did you mean '--gpu'?"
std::string unknown_options(const CLI::App& root) {
  const CLI::App* app = root.get_subcommands().empty() ? &root : root.get_subcommands().front();
  for (const std::string& word : root.remaining(true)) {
    if (!word.starts_with('-') || word == "--") continue;
    const std::string flag = word.substr(0, word.find('='));
    std::vector<std::string> known;
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    const std::vector<std::string_view> candidates(known.begin(), known.end());
    const auto meant = nearest(flag, candidates);
    return fmt::format("unknown option '{}'{}", flag,
                       meant ? fmt::format("; did you mean '{}'?", *meant)
                             : fmt::format("; see grpolint {} --help", app->get_name()));
  }
  return "too many arguments: " + root.remaining(true).front();
}

/// A message that begins with an option which a variable set begins with the variable instead.
Farewell usage_error(std::string message, const Parsed& parsed) {
  const std::string flag = message.substr(0, message.find(':'));
  if (flag.size() < message.size()) message.replace(0, flag.size(), parsed.said_by(flag));
  return {2, fmt::format("error: {}\n", message)};
}

/// `grpolint FILE` and `grpolint --gpu 4090 FILE` mean `grpolint check ...`.
void insert_default_command(std::vector<std::string>& arguments) {
  static constexpr std::array<std::string_view, 4> kOwn = {"-h", "--help", "--version", "-V"};
  const std::string& first = arguments.front();
  if (is_command(first) || std::find(kOwn.begin(), kOwn.end(), first) != kOwn.end()) return;
  arguments.insert(arguments.begin(), "check");
}

Options chosen(const CLI::App& app, Parsed parsed) {
  Options options;
  options.common = parsed.common;
  const std::string name = app.get_subcommands().front()->get_name();
  if (name == "check") options.command = std::move(parsed.check);
  if (name == "size") options.command = std::move(parsed.size);
  if (name == "explain") options.command = std::move(parsed.explain);
  if (name == "rules") options.command = std::move(parsed.rules);
  if (name == "hardware") options.command = std::move(parsed.hardware);
  if (name == "schema") options.command = std::move(parsed.schema);
  return options;
}

}  // namespace

bool is_command(std::string_view word) {
  return std::find(kCommands.begin(), kCommands.end(), word) != kCommands.end();
}

std::string nearest_command(std::string_view word) {
  const auto meant = nearest(word, kCommands);
  return std::string(meant.value_or(std::string_view()));
}

std::variant<Options, Farewell> parse_options(std::vector<std::string> arguments,
                                              const Variables& variables) {
  CLI::App app("Lints GRPO and RLVR training configs, and sizes the run on its hardware.",
               "grpolint");
  Parsed parsed;
  app.footer(std::string(kExamples));
  app.set_version_flag("-V,--version", fmt::format("grpolint {}", lint::tool_version()));
  app.require_subcommand(1);
  app.get_formatter()->column_width(kHelpColumn);
  add_check(app, parsed);
  add_size(app, parsed);
  add_explain(app, parsed);
  add_rules(app, parsed);
  add_hardware(app, parsed);
  add_schema(app, parsed);
  if (arguments.empty()) return Farewell{2, help_of(app, "")};
  insert_default_command(arguments);
  if (is_command(arguments.front())) {
    auto more = arguments_from(variables, *app.get_subcommand(arguments.front()), arguments);
    if (!more) return usage_error(more.error().message, parsed);
    arguments.insert(arguments.begin() + 1, more->arguments.begin(), more->arguments.end());
    parsed.by_variable = std::move(more->names);
  }
  try {
    std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them from the back
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
    const auto commands = app.get_subcommands();
    return Farewell{0,
                    commands.empty() ? help_of(app, "") : help_of(*commands.front(), "grpolint")};
  } catch (const CLI::CallForVersion& version) {
    return Farewell{0, std::string(version.what()) + "\n"};
  } catch (const CLI::ExtrasError&) {
    return usage_error(unknown_options(app), parsed);
  } catch (const CLI::ParseError& error) {
    return usage_error(error.what(), parsed);
  }
  return chosen(app, std::move(parsed));
}

}  // namespace grpolint::cli
