#include "cli/variables.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>

#include "lint/target_fields.h"

namespace grpolint::cli {
namespace {

constexpr std::string_view kPrefix = "GRPOLINT_";

/// They belong to one invocation: an environment that sets them would surprise.
constexpr auto kNeverByVariable = std::to_array<std::string_view>(
    {"--help", "--fix", "--unsafe-fixes", "--diff", "--add-ignore", "--write-baseline", "--watch",
     "--show-settings", "--statistics", "--stdin-filename"});

/// Options that mean the same for every command that has them.
constexpr auto kEverywhere = std::to_array<std::string_view>(
    {"--color", "--quiet", "--verbose", "--config", "--isolated", "--profile", "--rules"});

template <typename List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool has_variable(std::string_view flag, bool check) {
  if (contains(kNeverByVariable, flag)) return false;
  const auto fields = lint::target_fields();
  return check || contains(kEverywhere, flag) ||
         std::any_of(fields.begin(), fields.end(),
                     [&](const lint::TargetField& field) { return field.flag == flag; });
}

/// Whether the option is written among the arguments, by any of its names.
bool is_written(const CLI::Option& option, const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    for (const std::string& name : option.get_lnames()) {
      if (argument == "--" + name || argument.starts_with("--" + name + "=")) return true;
    }
    for (const std::string& name : option.get_snames()) {
      if (argument.starts_with("-" + name)) return true;
    }
  }
  return false;
}

/// An option that may be repeated has a value on each line of its variable.
std::vector<std::string_view> values_of(std::string_view text, bool repeatable) {
  if (!repeatable) return {text};
  std::vector<std::string_view> values;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end != 0) values.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return values;
}

std::optional<bool> switch_from(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (text == "1" || text == "true" || text == "yes" || text == "on") return true;
  if (text == "0" || text == "false" || text == "no" || text == "off") return false;
  return std::nullopt;
}

}  // namespace

Variables variables_from_environment() {
  Variables variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (!text.starts_with(kPrefix) || equals == std::string_view::npos) continue;
    if (equals + 1 == text.size()) continue;
    variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

std::string variable_of(std::string_view flag) {
  std::string name(kPrefix);
  for (const char c : flag.substr(flag.find_first_not_of('-'))) {
    name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  }
  return name;
}

std::string said_by(std::string_view flag, const VariableNames& names) {
  const auto variable = names.find(flag);
  return variable == names.end() ? std::string(flag) : variable->second;
}

Result<VariableArguments> arguments_from(const Variables& variables, const CLI::App& command,
                                         const std::vector<std::string>& arguments) {
  VariableArguments result;
  const bool check = command.get_name() == "check";
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_lnames().empty()) continue;
    const std::string flag = "--" + option->get_lnames().front();
    const auto variable = variables.find(variable_of(flag));
    if (variable == variables.end() || !has_variable(flag, check)) continue;
    if (is_written(*option, arguments)) continue;
    result.names.emplace(flag, variable->first);
    if (option->get_expected_max() != 0) {
      const bool repeatable = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
      for (const std::string_view value : values_of(variable->second, repeatable)) {
        result.arguments.push_back(fmt::format("{}={}", flag, value));
      }
      continue;
    }
    const auto on = switch_from(variable->second);
    if (!on) {
      return Error{fmt::format("{}: '{}' is neither 1 nor 0", variable->first, variable->second)};
    }
    if (*on) result.arguments.push_back(flag);
  }
  return result;
}

}  // namespace grpolint::cli
