#pragma once

#include <optional>
#include <string_view>

namespace grpolint::lint {

/// Whether a release meets a requirement such as ">=0.1.0, <1": comparisons with == != < <= > >=,
/// parted by commas, all of which must hold; a lone release means ==. Empty when either text
/// cannot be read.
std::optional<bool> satisfies(std::string_view release, std::string_view requirement);

}  // namespace grpolint::lint
