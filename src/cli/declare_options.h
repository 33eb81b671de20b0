#pragma once

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
  VariableNames by_variable;
};

/// Adds every command with its options to `root`; parsing then writes into `parsed`, which must
/// outlive `root`.
void declare_options(CLI::App& root, Parsed& parsed);

}  // namespace grpolint::cli
