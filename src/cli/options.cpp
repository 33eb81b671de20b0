#include "cli/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cassert>
#include <string_view>
#include <utility>

#include "cli/contradictions.h"
#include "cli/declare_options.h"
#include "cli/help.h"
#include "lint/tool_version.h"
#include "report/paint.h"
#include "report/text.h"
#include "text/nearest.h"

namespace grpolint::cli {
namespace {

constexpr std::array<std::string_view, 6> kCommands = {"check", "size",     "explain",
                                                       "rules", "hardware", "schema"};

constexpr std::size_t kHelpWidth = 80;
constexpr std::size_t kHelpColumn = 32;  // where descriptions begin

/// Flags with an optional value as "--explain[=WHAT]", where CLI11 would show the default in
/// braces.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_name(const CLI::Option* option, bool positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, positional);
    const std::size_t brace = name.find('{');
    if (brace != std::string::npos) {
      name.replace(brace, name.find('}') + 1 - brace,
                   fmt::format("[={}]", option->get_type_name()));
    }
    return name;
  }

  std::string make_option_opts(const CLI::Option* option) const override {
    const bool in_name = option->get_name(false, true).find('{') != std::string::npos;
    return in_name ? "" : CLI::Formatter::make_option_opts(option);
  }
};

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
  if (flag.size() < message.size())
    message.replace(0, flag.size(), said_by(flag, parsed.by_variable));
  return {2, fmt::format("error: {}\n", report::escape_line(message))};
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
  if (name == "check") {
    parsed.check.by_variable = std::move(parsed.by_variable);
    options.command = std::move(parsed.check);
  }
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
  app.formatter(std::make_shared<HelpFormatter>());
  app.get_formatter()->column_width(kHelpColumn);
  declare_options(app, parsed);
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
  if (parsed.common.quiet && parsed.common.verbose) {
    // What is written wins over what the environment says.
    const bool quiet_by_variable = parsed.by_variable.contains("--quiet");
    const bool verbose_by_variable = parsed.by_variable.contains("--verbose");
    if (quiet_by_variable == verbose_by_variable) {
      return usage_error("--quiet prints no notes, --verbose more of them: give either", parsed);
    }
    (quiet_by_variable ? parsed.common.quiet : parsed.common.verbose) = false;
  }
  Options options = chosen(app, std::move(parsed));
  if (auto problem = contradiction(options)) {
    return Farewell{2, fmt::format("error: {}\n", report::escape_line(*problem))};
  }
  return options;
}

}  // namespace grpolint::cli
