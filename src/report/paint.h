#pragma once

#include <string>
#include <string_view>

#include "grpolint/finding.h"
#include "report/reporter.h"

namespace grpolint::report {

/// What a piece of text is, for its colour.
enum class Role { Error, Warning, Info, Good, Emphasis, Gutter };
Role role_of(Severity severity);

/// The text in the colour of its role; unchanged when the style has no colour.
std::string paint(std::string_view text, Role role, const TextStyle& style);

/// The text as a terminal hyperlink (OSC 8); unchanged when the style has none or the URL is empty.
std::string link(std::string_view text, std::string_view url, const TextStyle& style);

/// Breaks at blanks so that no line is wider than `width` columns (longer words stay whole); every
/// line but the first begins with `indent` blanks, which count. The first line stands behind
/// `before` columns of other text, or behind `indent` where that is not said.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent);
std::string wrap(std::string_view text, std::size_t width, std::size_t indent, std::size_t before);

}  // namespace grpolint::report
