#pragma once

#include "sizing/fact_reader.h"
#include "sizing/from_facts.h"

namespace grpolint::sizing {

/// Fills Setup::engine; the rest of `setup` is read already.
void read_engine(FactReader& facts, Version trl, const hardware::Selection& hardware,
                 const Stated& stated, Setup& setup);

/// Utilization that Unsloth standby sets by the size of the GPU, whatever the user wrote.
double standby_utilization(Bytes total);

}  // namespace grpolint::sizing
