#include "grpolint/source.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <limits>

#include "text/utf8.h"

namespace grpolint {
namespace {

constexpr std::uint32_t kMarkEvery = 256;  // bytes

bool is_terminator(char c) { return c == '\n' || c == '\r'; }

std::vector<std::uint32_t> find_line_starts(std::string_view bytes) {
  std::vector<std::uint32_t> starts = {0};
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (!is_terminator(bytes[at])) continue;
    if (bytes[at] == '\r' && at + 1 < bytes.size() && bytes[at + 1] == '\n') ++at;
    if (at + 1 < bytes.size()) starts.push_back(static_cast<std::uint32_t>(at + 1));
  }
  return starts;
}

std::uint32_t width(const CodePoint& point, ColumnUnit unit) {
  switch (unit) {
    case ColumnUnit::Bytes:
      return static_cast<std::uint32_t>(point.length);
    case ColumnUnit::Utf16Units:
      return point.value >= 0x10000 ? 2 : 1;
    case ColumnUnit::CodePoints:
      break;
  }
  return 1;
}

}  // namespace

Source::Source(std::string name, std::string bytes)
    : name_(std::move(name)), bytes_(std::move(bytes)), line_starts_(find_line_starts(bytes_)) {
  assert(bytes_.size() <= std::numeric_limits<std::uint32_t>::max());
  mark_long_lines();
}

void Source::mark_long_lines() {
  for (std::uint32_t line = 1; line <= line_count(); ++line) {
    const Span content = line_span(line);
    if (content.end - content.begin < kMarkEvery) continue;
    Mark mark{content.begin, 0, 0};
    std::uint32_t last = content.begin;
    while (mark.offset < content.end) {
      const CodePoint point = decode_utf8(bytes_, mark.offset);
      mark.offset += static_cast<std::uint32_t>(point.length);
      mark.code_points += width(point, ColumnUnit::CodePoints);
      mark.utf16_units += width(point, ColumnUnit::Utf16Units);
      if (mark.offset - last < kMarkEvery) continue;
      marks_.push_back(mark);
      last = mark.offset;
    }
  }
}

bool Source::has_byte_order_mark() const { return bytes().starts_with(kUtf8ByteOrderMark); }

Position Source::position(std::uint32_t offset, ColumnUnit unit) const {
  offset = std::min(offset, static_cast<std::uint32_t>(bytes_.size()));
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<std::uint32_t>(after - line_starts_.begin());
  const Span content = line_span(line);
  // A place inside or behind the terminator is the end of its line.
  const std::uint32_t stop = std::min(offset, content.end);
  std::uint32_t column = 1;
  std::uint32_t at = content.begin;
  const auto behind = std::partition_point(marks_.begin(), marks_.end(),
                                           [&](const Mark& mark) { return mark.offset <= stop; });
  if (behind != marks_.begin() && std::prev(behind)->offset > content.begin) {
    const Mark& mark = *std::prev(behind);
    at = mark.offset;
    column += unit == ColumnUnit::Bytes        ? at - content.begin
              : unit == ColumnUnit::Utf16Units ? mark.utf16_units
                                               : mark.code_points;
  }
  while (at < stop) {
    const CodePoint point = decode_utf8(bytes_, at);
    column += width(point, unit);
    at += static_cast<std::uint32_t>(point.length);
  }
  return {line, column};
}

Span Source::line_span(std::uint32_t line) const {
  assert(line >= 1 && line <= line_count());
  Span span{line_starts_[line - 1],
            line < line_count() ? line_starts_[line] : static_cast<std::uint32_t>(bytes_.size())};
  if (line == 1 && has_byte_order_mark()) span.begin = kUtf8ByteOrderMark.size();
  while (span.end > span.begin && is_terminator(bytes_[span.end - 1])) --span.end;
  return span;
}

}  // namespace grpolint
