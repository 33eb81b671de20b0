#pragma once

#include "grpolint/source.h"

namespace grpolint::report {

/// Where a finding begins and ends; the end is the place behind the last character.
struct Region {
  Position begin;
  Position end;

  bool one_line() const { return begin.line == end.line; }
};

/// The region of a span without the line end that may close it, so that it never reaches into a
/// line of which it covers nothing.
Region region_of(const Source& source, Span span, ColumnUnit unit);

/// As region_of(), at least one column wide: for readers that refuse an empty region.
Region wide_region_of(const Source& source, Span span, ColumnUnit unit);

}  // namespace grpolint::report
