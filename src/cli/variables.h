#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "grpolint/result.h"

namespace CLI {
class App;
}

namespace grpolint::cli {

/// Variables of the environment by name.
using Variables = std::map<std::string, std::string, std::less<>>;

/// The GRPOLINT_* variables of this process that are not empty.
Variables variables_from_environment();

/// "--fail-on" -> "GRPOLINT_FAIL_ON"
std::string variable_of(std::string_view flag);

/// What variables say in place of the command line: "--fail-on" -> "GRPOLINT_FAIL_ON" in `names`,
/// and "--fail-on=error" in `arguments`.
struct VariableArguments {
  std::vector<std::string> arguments;
  std::map<std::string, std::string, std::less<>> names;
};

/// The options of `command` that variables set and `arguments` do not. Options that change files or
/// ask for something else than a check have no variable, and of other commands than `check` only
/// those that mean the same everywhere. The Error is a switch that is neither on nor off.
Result<VariableArguments> arguments_from(const Variables& variables, const CLI::App& command,
                                         const std::vector<std::string>& arguments);

}  // namespace grpolint::cli
