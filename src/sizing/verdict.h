#pragma once

#include "sizing/phases.h"

namespace grpolint::sizing {

/// does not fit: low above capacity. tight: likely above 95 % of it. fits: otherwise.
Verdict verdict_of(const Range& peak, double capacity);

/// The trainer's GPU with its verdict and first failure.
DeviceEstimate trainer_estimate(const Setup& setup, const Parameters& p, Detail detail);

/// The engine's own GPU in server mode. Precondition: setup.engine.gpu is set.
DeviceEstimate engine_estimate(const Setup& setup, Detail detail);

/// Fills peak_phase, verdict and first_failure from the phases and start-up failures.
void judge(DeviceEstimate& device);

}  // namespace grpolint::sizing
