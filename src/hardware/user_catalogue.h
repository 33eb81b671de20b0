#pragma once

#include <span>
#include <vector>

#include "hardware/gpu.h"
#include "hardware/record.h"

namespace grpolint::hardware {

/// The GPUs of rules/hardware. catalogue() is these and the user's.
std::span<const Gpu> embedded_catalogue();

/// Adds GPUs of the user's own for the rest of the process. One with the id of a known GPU takes
/// its place; a name that both claim means the user's. Settings are read before work is shared
/// out: not for use while another thread looks at the catalogue.
void extend_catalogue(std::vector<Record> records);

}  // namespace grpolint::hardware
