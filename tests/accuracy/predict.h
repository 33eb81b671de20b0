#pragma once

#include "case_file.h"

namespace grpolint::accuracy {

struct Outcome {
  sizing::Range predicted;   ///< in the unit of the measurement
  double error_percent = 0;  ///< of the likely value
  bool inside = false;       ///< the range contains the measurement
};

/// Error: the engine refuses the setup.
Result<Outcome> predict(const Case& c, Measure measure);

/// Tensors at the peak of the training step: all components but overhead.
sizing::Range training_tensors(const sizing::Estimate& estimate);

}  // namespace grpolint::accuracy
