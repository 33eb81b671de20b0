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

 private:
  std::vector<std::vector<TableCell>> rows_;
};

}  // namespace grpolint::report
