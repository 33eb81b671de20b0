#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace grpolint::dialect {

/// What Python's int(text) gives; empty where it raises. ASCII digits only.
std::optional<double> python_int(std::string_view text);
/// What Python's float(text) gives; empty where it raises.
std::optional<double> python_float(std::string_view text);
/// What the argument parser of transformers makes of a string for a boolean field: yes/no, true/
/// false, t/f, y/n, 1/0 in any case; empty where it raises ("on", "off").
std::optional<bool> argparse_boolean(std::string_view text);
/// What Python's base64.urlsafe_b64decode(text) gives: both alphabets, other characters skipped;
/// empty where it raises.
std::optional<std::string> python_urlsafe_b64decode(std::string_view text);
/// "none" and "null" in any case, which TRL 1.6.0 and later read as None.
bool is_none_word(std::string_view text);

}  // namespace grpolint::dialect
