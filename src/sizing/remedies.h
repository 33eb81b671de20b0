#pragma once

#include "sizing/parameters.h"

namespace grpolint::sizing {

/// Searches for the smallest one or two changes of settings that bring the run under, by pricing
/// the run again with each. At most three, smallest first; empty when nothing helps. Sleep mode is
/// never proposed where the release would train on stale rollouts.
std::vector<Remedy> find_remedies(const Setup& setup);

}  // namespace grpolint::sizing
