#pragma once

#include <chrono>
#include <span>
#include <string>

#include "grpolint/result.h"

namespace grpolint::hardware {

/// Runs a program found on PATH without a shell, its input and error output closed, and returns
/// what it printed. Errors: it could not be started, exited with a failure, printed more than 1
/// MiB, or did not end in time (it is killed then). Precondition: `arguments` holds the program's
/// name first and is not empty.
Result<std::string> run_program(std::span<const std::string> arguments,
                                std::chrono::milliseconds time_limit);

}  // namespace grpolint::hardware
