#pragma once

#include <optional>

#include "document/document.h"

namespace grpolint {

/// The first place where the text is not RFC 8259 JSON, told in terms of what people write there:
/// comments, trailing commas, single quotes, NaN, Python's True. Also finds what exceeds the
/// limits. Empty when the text is fine. One pass, no recursion.
std::optional<Problem> find_json_problem(std::string_view text, const ReadLimits& limits);

/// Whether the token is an RFC 8259 number; `fraction` then tells whether Python reads a float.
bool is_json_number(std::string_view token, bool& fraction);

}  // namespace grpolint
