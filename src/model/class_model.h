#pragma once

#include <string>

#include "model/model.h"

namespace grpolint::model {

/// What can be said of a model of which only the size is known: the published models of about that
/// size are the spread, the representative nearest to it is the likely one. Where none is within a
/// quarter of the size, the nearest is scaled in depth.
/// Preconditions: 0 < size.active <= size.total.
Model model_of_size(std::string name, const StatedSize& size);

}  // namespace grpolint::model
