#pragma once

#include <string>
#include <string_view>

namespace grpolint::hardware {

/// What remains of a GPU's name when case, spaces, hyphens and the words that everybody leaves out
/// are taken away: "NVIDIA GeForce RTX 4090", "rtx-4090" and "4090" give "4090".
std::string name_key(std::string_view name);

}  // namespace grpolint::hardware
