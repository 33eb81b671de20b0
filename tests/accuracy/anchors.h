#pragma once

#include <string>

#include "table.h"

namespace grpolint::accuracy {

/// The documented anchors (small models on 24 GB with three levers, ~32B on the H200 class, ~70B on
/// the B200 class) beside what the engine says for the ways to train such a model there.
std::string anchor_table(Style style);

}  // namespace grpolint::accuracy
