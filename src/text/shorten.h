#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace grpolint {

/// Characters of the user's text that a message shows: more of them say nothing more, and a value
/// may be a megabyte long.
inline constexpr std::size_t kMostShown = 80;

/// The text when it has at most `most` code points, else as many of them and "...". A byte that is
/// not UTF-8 counts as one.
std::string shortened(std::string_view text, std::size_t most = kMostShown);

}  // namespace grpolint
