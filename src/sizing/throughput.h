#pragma once

#include <optional>

#include "sizing/parameters.h"

namespace grpolint::sizing {

/// Times of one optimizer step. Empty when the catalogue does not know the speed of the GPU.
std::optional<Throughput> throughput(const Setup& setup, const Parameters& p);

}  // namespace grpolint::sizing
