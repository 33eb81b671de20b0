#pragma once

#include <string_view>

namespace grpolint {

/// Whether a plain scalar is a YAML 1.1 date or date and time, by PyYAML's pattern.
bool is_yaml_timestamp(std::string_view text);

/// Whether Python's datetime would take the timestamp: PyYAML's constructor raises when it names a
/// month 13, a 30th of February, an hour 24 or a zone offset of a day or more.
bool is_real_timestamp(std::string_view text);

}  // namespace grpolint
