#include "report/region.h"

#include <algorithm>

namespace grpolint::report {

Region region_of(const Source& source, Span span, ColumnUnit unit) {
  Region region{source.position(span.begin, unit), source.position(span.end, unit)};
  if (region.end.line > region.begin.line && region.end.column == 1) {
    const std::uint32_t end = source.line_span(region.end.line - 1).end;
    region.end = source.position(std::max(end, span.begin), unit);
  }
  return region;
}

Region wide_region_of(const Source& source, Span span, ColumnUnit unit) {
  Region region = region_of(source, span, unit);
  if (region.begin == region.end) ++region.end.column;
  return region;
}

}  // namespace grpolint::report
