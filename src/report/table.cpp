#include "report/table.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "report/text.h"

namespace grpolint::report {

std::vector<std::size_t> Table::column_widths() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i].text));
    }
  }
  return widths;
}

std::string Table::to_text(const TextStyle& style) const {
  const std::vector<std::size_t> widths = column_widths();
  std::string out;
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const TableCell& cell = row[i];
      const std::string text = cell.role ? paint(cell.text, *cell.role, style) : cell.text;
      const std::string padding(widths[i] - display_width(cell.text), ' ');
      const bool last = i + 1 == row.size();
      out += cell.right ? padding + text : last ? text : text + padding;
      if (!last) out += "  ";
    }
    out += '\n';
  }
  return out;
}

std::string Table::to_blocks(const TextStyle& style) const {
  const std::vector<std::size_t> widths = column_widths();
  const auto room = static_cast<std::size_t>(std::max(style.width, 1));
  std::string out;
  for (std::size_t begin = 1; begin < widths.size();) {
    std::size_t end = begin;
    std::size_t used = widths.front();
    while (end < widths.size() && (end == begin || used + 2 + widths[end] <= room)) {
      used += 2 + widths[end++];
    }
    Table block;
    for (const auto& row : rows_) {
      std::vector<TableCell> cells = {row.front()};
      cells.insert(cells.end(), row.begin() + static_cast<std::ptrdiff_t>(begin),
                   row.begin() + static_cast<std::ptrdiff_t>(end));
      block.row(std::move(cells));
    }
    if (!out.empty()) out += '\n';
    out += block.to_text(style);
    begin = end;
  }
  return out;
}

}  // namespace grpolint::report
