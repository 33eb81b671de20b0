#pragma once

#include "cli/console.h"
#include "cli/options.h"

namespace grpolint::cli {

/// One file per command. Each returns the exit code: 0 nothing found, 1 findings, 2 failure, which
/// has been explained on stderr.
int run(const CheckOptions& options, Console& console);
int run(const SizeOptions& options, Console& console);
int run(const ExplainOptions& options, Console& console);
int run(const RulesOptions& options, Console& console);
int run(const HardwareOptions& options, Console& console);
int run(const SchemaOptions& options, Console& console);

}  // namespace grpolint::cli
