#pragma once

#include <vector>

#include "model/model.h"
#include "sizing/setup.h"

namespace grpolint::sizing {

/// The run as it may also be: with the other members of the model's size class, sharded where
/// nothing tells whether it is, with the weights as a script of the user's own would load them.
/// Empty when nothing is open.
std::vector<Setup> alternatives(const Setup& setup, const model::Model& model);

}  // namespace grpolint::sizing
