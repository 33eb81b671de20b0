#pragma once

#include <string>
#include <string_view>

namespace grpolint::embed {

/// A C++ string literal (quotes included) with the given bytes; long texts are split into adjacent
/// literals, bytes outside printable ASCII are written as octal escapes.
std::string literal(std::string_view bytes);

/// A C++ double literal that reads back as exactly the same value.
std::string literal(double value);

}  // namespace grpolint::embed
