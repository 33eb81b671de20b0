#include "report/snippet.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "fact/fact.h"
#include "report/text.h"
#include "text/utf8.h"

namespace grpolint::report {
namespace {

constexpr std::size_t kTabStop = 4;

/// One character as it is drawn.
struct Cell {
  std::string text;
  std::size_t column = 0;
  std::size_t width = 0;
};

/// A source line laid out in terminal columns.
class DrawnLine {
 public:
  /// `hidden` are ranges of `bytes`.
  DrawnLine(std::string_view bytes, std::span<const Span> hidden) {
    for (std::size_t at = 0; at < bytes.size();) {
      if (!hidden.empty() && at >= hidden.front().begin) {
        at += add(std::string(kHidden), hidden.front().end - hidden.front().begin);
        hidden = hidden.subspan(1);
        continue;
      }
      const CodePoint point = decode_utf8(bytes, at);
      const bool tab = point.valid && point.value == '\t';
      at += add(tab ? std::string(kTabStop - width_ % kTabStop, ' ')
                    : escape_line(bytes.substr(at, point.length)),
                point.length);
    }
  }

  std::size_t width() const { return width_; }
  /// Column at which the byte is drawn; the end of the line for bytes past it.
  std::size_t column(std::size_t byte) const {
    return byte < column_of_byte_.size() ? column_of_byte_[byte] : width_;
  }
  /// The characters that lie wholly within [from, to).
  std::string slice(std::size_t from, std::size_t to) const {
    std::string out;
    for (const Cell& cell : cells_) {
      if (cell.column >= from && cell.column + cell.width <= to) out += cell.text;
    }
    return out;
  }

 private:
  /// One cell for so many bytes, which it returns.
  std::size_t add(std::string text, std::size_t bytes) {
    Cell cell;
    cell.column = width_;
    cell.width = display_width(text);
    cell.text = std::move(text);
    width_ += cell.width;
    column_of_byte_.insert(column_of_byte_.end(), bytes, cell.column);
    cells_.push_back(std::move(cell));
    return bytes;
  }

  std::vector<Cell> cells_;
  std::vector<std::size_t> column_of_byte_;
  std::size_t width_ = 0;
};

/// The parts of `hidden` that lie in the line, counted from its begin.
std::vector<Span> hidden_in(Span line, std::span<const Span> hidden) {
  std::vector<Span> parts;
  for (const Span& span : hidden) {
    const std::uint32_t begin = std::max(span.begin, line.begin);
    const std::uint32_t end = std::min(span.end, line.end);
    if (begin < end) parts.push_back({begin - line.begin, end - line.begin});
  }
  return parts;
}

/// The part of a line that is shown.
struct Window {
  std::size_t from = 0;
  std::size_t to = 0;
};

/// All of the line when it has room, else a stretch that begins a little before the mark.
Window window_for(const DrawnLine& line, std::size_t mark, std::size_t room) {
  if (line.width() <= room) return {0, line.width()};
  const std::size_t lead = room / 4;
  std::size_t from = mark > lead ? mark - lead : 0;
  from = std::min(from, line.width() - room);
  return {from, from + room};
}

struct Underline {
  std::size_t begin = 0;
  std::size_t end = 0;
};

Underline underline_of(const Source& source, const DrawnLine& drawn, Span line, Span span) {
  const std::size_t begin = drawn.column(span.begin < line.begin ? 0 : span.begin - line.begin);
  const bool ends_later = source.position(span.end).line != source.position(span.begin).line;
  std::size_t end =
      ends_later ? drawn.width() : drawn.column(span.end < line.begin ? 0 : span.end - line.begin);
  end = std::max(end, begin + 1);  // an absent key or the end of the file is shown as one caret
  return {begin, end};
}

std::string source_row(const DrawnLine& drawn, Window window) {
  std::string text = drawn.slice(window.from, window.to);
  if (window.from > 0) text = "…" + text;
  if (window.to < drawn.width()) text += "…";
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

std::string mark_row(const Mark& mark, Underline underline, Window window, Role role,
                     const TextStyle& style) {
  const std::size_t shift = window.from > 0 ? 1 : 0;  // the ellipsis before the line
  const std::size_t begin = std::max(underline.begin, window.from) - window.from + shift;
  const std::size_t last = std::max(
      std::min(underline.end, std::max(window.to, underline.begin + 1)), underline.begin + 1);
  std::string tail(last - underline.begin, mark.primary ? '^' : '-');
  if (!mark.text.empty()) tail += " " + escape_line(mark.text);
  return std::string(begin, ' ') + paint(tail, mark.primary ? role : Role::Gutter, style);
}

std::uint32_t line_of(const Source& source, const Mark& mark) {
  return source.position(mark.span.begin).line;
}

}  // namespace

std::size_t gutter_width(const Source& source, const std::vector<Mark>& marks) {
  std::uint32_t last = 1;
  for (const Mark& mark : marks) last = std::max(last, line_of(source, mark));
  return fmt::formatted_size("{}", last);
}

std::string snippet(const Source& source, std::vector<Mark> marks, std::span<const Span> hidden,
                    Role role, const TextStyle& style) {
  const std::size_t gutter = gutter_width(source, marks);
  std::stable_sort(marks.begin(), marks.end(),
                   [](const Mark& a, const Mark& b) { return a.span.begin < b.span.begin; });
  const std::size_t taken = gutter + 6;  // the gutter, its bar, blanks and two ellipses
  const auto width = static_cast<std::size_t>(std::max(style.width, 40));
  const std::size_t room = width > taken ? width - taken : 1;
  const std::string bar = paint(fmt::format(" {:{}} |", "", gutter), Role::Gutter, style);

  std::string out = bar + '\n';
  std::uint32_t previous = 0;
  Window window;
  for (const Mark& mark : marks) {
    const std::uint32_t number = line_of(source, mark);
    const Span line = source.line_span(number);
    const DrawnLine drawn(source.text(line), hidden_in(line, hidden));
    const Underline underline = underline_of(source, drawn, line, mark.span);
    if (number != previous) {
      if (previous != 0 && number > previous + 1) {
        out += paint(fmt::format(" {:>{}}", "...", gutter), Role::Gutter, style) + '\n';
      }
      window = window_for(drawn, underline.begin, room);
      out += paint(fmt::format(" {:>{}} |", number, gutter), Role::Gutter, style) + ' ' +
             source_row(drawn, window) + '\n';
    }
    out += bar + ' ' + mark_row(mark, underline, window, role, style) + '\n';
    previous = number;
  }
  return out;
}

}  // namespace grpolint::report
