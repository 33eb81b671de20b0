#include "report/table.h"

#include <algorithm>

#include "report/text.h"

namespace grpolint::report {

std::string Table::to_text(const TextStyle& style) const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i].text));
    }
  }
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

}  // namespace grpolint::report
