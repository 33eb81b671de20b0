#pragma once

#include <vector>

#include "sizing/parameters.h"

namespace grpolint::sizing {

/// Searches for the smallest one or two changes of settings that bring a run of this verdict under,
/// by pricing the run again with each. At most three, smallest first. A run that does not fit gets
/// one whenever some lever or pair of levers makes it fit or at least tight; see sizing/levers.h.
/// Sleep mode is never proposed where the release would train on stale rollouts. `pricing`, where
/// it is given, says the peak and the verdict of what was found.
std::vector<Remedy> find_remedies(const Setup& setup, Verdict verdict, const Pricing& pricing = {});

}  // namespace grpolint::sizing
