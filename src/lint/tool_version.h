#pragma once

#include <string_view>

namespace grpolint::lint {

/// Release of grpolint: "0.1.0".
std::string_view tool_version();

}  // namespace grpolint::lint
