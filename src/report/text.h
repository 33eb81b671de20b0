#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace grpolint::report {

/// Text from a config or a path, made safe for one line of a terminal or log: control characters,
/// line breaks, characters that reorder text (U+202A-202E, U+2066-2069) and bytes that are not
/// UTF-8 are written as \n, \t, \x1b, \u202e.
std::string escape_line(std::string_view text);

/// Whether escape_line() replaces the character.
bool is_unsafe_in_line(char32_t character);

/// A path as the first thing on a line. "::" there would start a command of GitHub's log reader.
std::string escape_path(std::string_view path);

/// Columns a character takes on a terminal: 0 for combining marks, 2 for East Asian wide and
/// fullwidth characters and emoji (Unicode TR 11, version 15), else 1.
int display_width(char32_t character);

/// Columns of a whole text without line breaks or tabs.
std::size_t display_width(std::string_view text);

/// "1 error", "2 errors".
std::string counted(std::size_t count, std::string_view noun);

}  // namespace grpolint::report
