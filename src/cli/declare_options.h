#pragma once

#include <map>
#include <string>
#include <string_view>

#include "cli/options.h"

namespace CLI {
class App;
}

namespace grpolint::cli {

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

/// Adds every command with its options to `root`; parsing then writes into `parsed`, which must
/// outlive `root`.
void declare_options(CLI::App& root, Parsed& parsed);

}  // namespace grpolint::cli
