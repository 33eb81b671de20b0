#pragma once

#include <span>
#include <string>
#include <vector>

#include "grpolint/source.h"
#include "report/paint.h"

namespace grpolint::report {

/// A place to underline in a source listing.
struct Mark {
  Span span;
  std::string text;  ///< beside the underline; may be empty
  bool primary = false;
};

/// The source lines of the marks in order, each with underlines below it: `^` for primary marks in
/// the colour of `role`, `-` for others. A span over several lines is underlined on its first one.
/// Tabs are drawn to multiples of 4 columns, wide characters count as wide, and a line longer than
/// the terminal is cut to the part around its mark. The bytes in `hidden` (rising, not overlapping)
/// are not shown.
std::string snippet(const Source& source, std::vector<Mark> marks, std::span<const Span> hidden,
                    Role role, const TextStyle& style);

/// Width of the line number column that snippet() uses for these marks.
std::size_t gutter_width(const Source& source, const std::vector<Mark>& marks);

}  // namespace grpolint::report
