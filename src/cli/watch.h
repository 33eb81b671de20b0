#pragma once

#include <functional>

#include "cli/console.h"
#include "cli/options.h"

namespace grpolint::cli {

/// Runs `check` now and again whenever a file that may matter changes, until the process is
/// interrupted. Each run is a process of its own, so that it sees nothing of an earlier one. Files
/// are looked at by name a few times a second, which also sees editors that write a new file and
/// rename it over the old one; what the runs themselves write does not count. Returns only when a
/// run cannot be started.
int watch(const CheckOptions& options, Console& console, const std::function<int()>& check);

}  // namespace grpolint::cli
