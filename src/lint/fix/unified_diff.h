#pragma once

#include <string>
#include <string_view>

namespace grpolint::lint {

/// The difference of two texts as `diff -u` prints it, three lines of context, both under `name`,
/// quoted as git does; empty when they are the same. Lines end at LF, and a CR before it is part of
/// the line.
std::string unified_diff(std::string_view name, std::string_view before, std::string_view after);

}  // namespace grpolint::lint
