#pragma once

#include <cstddef>
#include <string_view>

namespace grpolint::rules {

/// The byte of `written`, a TOML string with its quotes, from which byte `offset` of the decoded
/// string came. Positions a mistake inside a condition in its rule file.
std::size_t written_offset(std::string_view written, std::size_t offset);

}  // namespace grpolint::rules
