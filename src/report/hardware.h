#pragma once

#include <span>
#include <string>

#include "hardware/gpu.h"
#include "report/paint.h"

namespace grpolint::report {

/// The catalogue, one line a GPU: class, usable memory, bandwidth, date of the facts.
std::string hardware_table(std::span<const hardware::Gpu> gpus, const TextStyle& style);
/// Everything known of one GPU and where it comes from.
std::string hardware_text(const hardware::Gpu& gpu, const TextStyle& style);
std::string hardware_json(std::span<const hardware::Gpu> gpus);

}  // namespace grpolint::report
