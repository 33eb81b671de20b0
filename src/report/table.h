#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/paint.h"

namespace grpolint::report {

/// One cell; its colour is added after its width is known.
struct TableCell {
  std::string text;
  bool right = false;
  std::optional<Role> role = {};
};

/// Rows of cells laid out in columns as wide as their widest cell, two blanks between columns and
/// none at the end of a line. Rows may have different numbers of cells.
class Table {
 public:
  void row(std::vector<TableCell> cells) { rows_.push_back(std::move(cells)); }
  std::string to_text(const TextStyle& style) const;
  /// The same in blocks that are no wider than the style's width, a blank line between them: the
  /// columns that have no room go below, each block with the first column. All rows must have the
  /// same number of cells. A column that is too wide by itself stays whole.
  std::string to_blocks(const TextStyle& style) const;

 private:
  std::vector<std::size_t> column_widths() const;

  std::vector<std::vector<TableCell>> rows_;
};

}  // namespace grpolint::report
