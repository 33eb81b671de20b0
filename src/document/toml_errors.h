#pragma once

#include <string_view>

#include "document/document.h"

namespace grpolint {

/// Turns toml++'s complaint about the byte at `at` into a Problem in words that name the usual
/// causes and the way out.
Problem explain_toml_error(std::string_view bytes, std::uint32_t at, std::string_view description);

}  // namespace grpolint
