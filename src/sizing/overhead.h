#pragma once

#include <span>

#include "sizing/explanation.h"
#include "sizing/range.h"

namespace grpolint::sizing {

/// CUDA context and libraries of one process.
Component process_context(const Setup& setup, Detail detail);

/// What the caching allocator holds beyond the tensors: a share of what comes and goes in a phase.
Component allocator_slack(Range transient, Detail detail);

/// Unified memory: the host side of the run lives in the same pool.
Component host_in_pool(Range host_bytes, bool with_engine, Detail detail);

}  // namespace grpolint::sizing
