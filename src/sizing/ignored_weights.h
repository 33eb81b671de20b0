#pragma once

#include "sizing/fact_reader.h"
#include "sizing/setup.h"

namespace grpolint::sizing {

/// Before TRL 0.26 `trl grpo` reads neither dtype nor load_in_4bit, while the training scripts that
/// people copy from its examples do, and a flat file is taken for `trl grpo` unless a route is
/// stated. Fills Setup::ignored_weights, with a line of assumption, when the file asks for other
/// weights than `setup` has. Source: https://github.com/huggingface/trl, trl/scripts/grpo.py and
/// examples/scripts/grpo_vlm.py, tags v0.14.0 to v0.26.0.
void read_ignored_weights(FactReader& facts, Setup& setup);

}  // namespace grpolint::sizing
