#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace grpolint {

/// Optimal-string-alignment distance (insert, delete, replace, swap neighbours), in bytes.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate a misspelt word most likely means: the single nearest one within a third of the
/// word's length (at least 1), or within `most_edits`, which takes the place of that default where
/// it is given; empty when none is near or two are equally near.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates,
                                        std::optional<std::size_t> most_edits = std::nullopt);

}  // namespace grpolint
