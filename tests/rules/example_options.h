#pragma once

#include <string_view>

#include "dialect/target.h"
#include "grpolint/result.h"

namespace grpolint {

/// What the `options` of an example state: "--gpu 4090 --trl-version 0.24". Values hold no blanks.
Result<Target> read_example_options(std::string_view options);

}  // namespace grpolint
