#pragma once

#include <optional>

#include "fact/fact.h"
#include "grpolint/result.h"
#include "hardware/gpu.h"
#include "model/model.h"
#include "sizing/setup.h"

namespace grpolint::sizing {

/// What the user states about a run outside its config, beyond the facts.
struct Stated {
  std::optional<hardware::Selection> engine_gpu;  ///< server mode: the engine's own GPUs
  std::optional<Tokens> mean_completion;
  std::optional<BytesPerSecond> bandwidth;
  std::optional<Bytes> measured_peak;
  std::optional<Seconds> measured_step_seconds;
  std::optional<Seconds> fast_enough;
};

/// Reads run.* and version.* into a Setup for the likely geometry of `model` on `hardware`. What
/// the facts leave unknown is assumed, and every assumption is a line of Setup::assumptions. The
/// Error names a value that no run could have.
/// Precondition: hardware.gpu is not null.
Result<Setup> setup_from_facts(const FactTable& facts, const model::Model& model,
                               const hardware::Selection& hardware, const Stated& stated = {});

/// The estimate for a model of which perhaps only the size class is known: likely is that of the
/// representative, low and high are the envelope over every member of Model::spread. Where nothing
/// tells how the run is sharded, low is with ZeRO-3. Also prices the next smaller class. `setup`
/// describes the run with any geometry.
Result<Estimate> estimate_model(const Setup& setup, const model::Model& model,
                                Detail detail = Detail::Explained);

}  // namespace grpolint::sizing
