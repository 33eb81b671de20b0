#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace grpolint {

/// A walk over one JSON string.
struct JsonStringScan {
  std::size_t at = 0;      ///< behind the closing quote; with a message: the offending place
  std::size_t length = 1;  ///< of the offending place
  std::string message;     ///< empty when the string is fine
};

/// Checks the string whose opening quote is at `begin` by RFC 8259 and that its \u escapes are
/// characters. Precondition: text[begin] is '"'.
JsonStringScan scan_json_string(std::string_view text, std::size_t begin);

}  // namespace grpolint
