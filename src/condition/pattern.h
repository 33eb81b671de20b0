#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace grpolint::condition {

/// Why RE2 refuses the pattern; empty when it accepts it.
std::optional<std::string> pattern_problem(std::string_view pattern);

/// The pattern is found somewhere in `text`. Each pattern is compiled once per process; safe to
/// call from several threads. False for a pattern RE2 refuses.
bool pattern_found(std::string_view pattern, std::string_view text);

}  // namespace grpolint::condition
