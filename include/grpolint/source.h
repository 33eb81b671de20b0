#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grpolint {

/// Half-open range of byte offsets into a Source. The only coordinate stored anywhere; lines and
/// columns are derived from it when something is printed.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool empty() const { return begin == end; }
  bool contains(std::uint32_t offset) const { return begin <= offset && offset < end; }
  friend bool operator==(Span, Span) = default;
};

/// What a column counts. Consumers differ: terminals and most editors count code points,
/// the language server protocol and SARIF count UTF-16 units, reviewdog counts bytes.
enum class ColumnUnit { CodePoints, Utf16Units, Bytes };

/// 1-based line and column.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  friend bool operator==(Position, Position) = default;
};

/// The bytes of one file and the name it is reported under. Lines end at LF, CRLF or a lone CR;
/// NEL, LS and PS are ordinary characters. A UTF-8 byte order mark is part of the bytes but not
/// counted in any column. Columns of malformed UTF-8 count each bad byte as one character.
class Source {
 public:
  Source() = default;
  Source(std::string name, std::string bytes);

  const std::string& name() const { return name_; }
  std::string_view bytes() const { return bytes_; }
  std::string_view text(Span span) const {
    return bytes().substr(span.begin, span.end - span.begin);
  }
  bool has_byte_order_mark() const;

  /// Offsets past the end are taken as the end.
  Position position(std::uint32_t offset, ColumnUnit unit = ColumnUnit::CodePoints) const;
  /// Number of lines; a final line terminator does not start another line. At least 1.
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_starts_.size()); }
  /// Bytes of a 1-based line without its terminator (and, on line 1, without a byte order mark).
  Span line_span(std::uint32_t line) const;

 private:
  /// A place inside a long line and how much of the line stands before it.
  struct Mark {
    std::uint32_t offset = 0;
    std::uint32_t code_points = 0;
    std::uint32_t utf16_units = 0;
  };
  void mark_long_lines();

  std::string name_;
  std::string bytes_;
  std::vector<std::uint32_t> line_starts_ = {0};
  std::vector<Mark> marks_;  // by offset; without them every column of a long line counts all of it
};

}  // namespace grpolint
