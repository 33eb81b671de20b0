#pragma once

#include "rules/native.h"

namespace grpolint::rules::native {

/// Whether the config is also built in a launching process, where there is one process whatever the
/// run has: `trl grpo` does so from 1.0.0 on, before `accelerate launch` starts the processes
/// (trl/cli/commands/training.py, 1.0.0-1.16.0). A script started with accelerate launch or
/// torchrun builds it in the processes of the run alone.
enum class Launcher {
  None,      ///< nothing says that `trl grpo` starts the run
  Possible,  ///< the route is stated to be trl, which is a script with TrlParser as well
  Certain,   ///< the file has keys for the launcher, which nothing but `trl grpo` takes
};

Launcher launcher_of(const dialect::Run& run, const FactTable& facts);

}  // namespace grpolint::rules::native
