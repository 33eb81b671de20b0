#pragma once

#include "sizing/fact_reader.h"
#include "sizing/setup.h"

namespace grpolint::sizing {

/// Whether differences between the engine's and the trainer's probabilities are weighed out.
bool corrects_sampling(const FactReader& facts);

/// Fills what the release and the file offer to a change of settings; adapter, GPU and dialect are
/// read already.
void read_offers(FactReader& facts, Version trl, Setup& setup);

}  // namespace grpolint::sizing
