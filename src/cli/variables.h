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

/// Options that variables set, and by which: "--fail-on" -> "GRPOLINT_FAIL_ON".
using VariableNames = std::map<std::string, std::string, std::less<>>;

/// Who gave an option its value: the variable, or the option itself.
std::string said_by(std::string_view flag, const VariableNames& names);

/// What variables say in place of the command line: "--fail-on=error" in `arguments`, for the
/// options in `names`.
struct VariableArguments {
  std::vector<std::string> arguments;
  VariableNames names;
};

/// The options of `command` that variables set and `arguments` do not. Options that change files or
/// ask for something else than a check have no variable, and of other commands than `check` only
/// those that mean the same everywhere. The Error is a switch that is neither on nor off.
Result<VariableArguments> arguments_from(const Variables& variables, const CLI::App& command,
                                         const std::vector<std::string>& arguments);

}  // namespace grpolint::cli
