#pragma once

#include <optional>

#include "sizing/engine.h"
#include "sizing/parameters.h"

namespace grpolint::sizing {

/// The trainer's GPU, phase by phase, without verdict.
struct TrainerMemory {
  std::vector<PhaseEstimate> phases;
  Range host_bytes;
  StartUp start_up;  ///< of a co-resident engine
};
TrainerMemory trainer_memory(const Setup& setup, const Parameters& p, Detail detail);

/// A server-mode engine's own GPU.
struct ServerMemory {
  std::vector<PhaseEstimate> phases;
  StartUp start_up;
};
ServerMemory server_memory(const Setup& setup, const hardware::Gpu& gpu, Detail detail);

/// Sums, sorts and closes a phase; zero components are dropped.
PhaseEstimate make_phase(Phase phase, std::vector<Component> components);

}  // namespace grpolint::sizing
