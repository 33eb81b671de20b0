#pragma once

#include <string>
#include <string_view>

#include "document/document.h"

namespace grpolint {

/// A piece of the user's file fit for a message: cut at 60 characters, control characters shown
/// as spaces.
std::string excerpt(std::string_view text);

/// Appends a problem, unless the document already has so many that nobody reads on: hostile files
/// have one in every byte.
void add_problem(Document& document, Problem::Kind kind, Span span, std::string message);

/// Where `bytes` has the first line that a merge conflict left behind ("<<<<<<< ours"), as the span
/// of that line; an empty span at the end of the text when there is none.
Span find_conflict_marker(std::string_view bytes);

/// The line around `at`, terminator excluded. Lines end as in Source.
Span line_around(std::string_view bytes, std::uint32_t at);

}  // namespace grpolint
