#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace grpolint {

/// The value of a YAML 1.1 integer as PyYAML constructs it: underscores dropped, 0b, 0x, octal
/// after a leading zero, base 60 with colons. Beyond 2^53 the nearest double, beyond its range
/// infinity. Empty where PyYAML's constructor raises ValueError ("0x_", "!!int x").
std::optional<double> parse_yaml_integer(std::string_view text);

/// The value of a YAML 1.1 float, likewise: also what float() takes after an explicit !!float.
std::optional<double> parse_yaml_float(std::string_view text);

/// The nearest double of a decimal literal (digits, fraction, exponent); infinity when too large.
/// Empty when the whole text is not one.
std::optional<double> parse_decimal(std::string_view text);

/// str() of an int written as `text` with the (perhaps rounded) value `number`.
std::string python_integer_text(std::string_view text, double number);

/// repr() of a float: shortest digits that read back, exponent form below 1e-4 and from 1e16.
std::string python_float_text(double number);

}  // namespace grpolint
