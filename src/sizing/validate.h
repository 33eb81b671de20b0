#pragma once

#include <optional>

#include "sizing/setup.h"

namespace grpolint::sizing {

/// The first field of `setup` that lies outside its documented range, in words.
std::optional<Error> validate(const Setup& setup);

}  // namespace grpolint::sizing
