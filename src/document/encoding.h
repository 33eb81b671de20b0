#pragma once

#include <optional>

#include "document/document.h"

namespace grpolint {

/// Why the bytes are not UTF-8 text, at the first place that is not: UTF-16 or UTF-32 by byte order
/// mark or by its zero bytes, Windows-1252 punctuation, or bytes that mean nothing. Empty when
/// fine.
std::optional<Problem> encoding_problem(const Source& source);

}  // namespace grpolint
