#pragma once

#include <optional>
#include <string>

#include "cli/options.h"

namespace grpolint::cli {

/// An option that would do nothing beside the others, or undo one, as a sentence with the way out;
/// nothing when all of them count. What a variable of the environment says holds for many
/// invocations and gives way in silence.
std::optional<std::string> contradiction(const Options& options);

}  // namespace grpolint::cli
