#include <fmt/format.h>

#include "report/size.h"
#include "report/size_json_parts.h"
#include "report/table.h"

namespace grpolint::report {
namespace {

constexpr double kGiB = 1024.0 * 1024 * 1024;

/// A cell has room for one short word.
std::string_view mark(sizing::Verdict verdict) {
  return verdict == sizing::Verdict::DoesNotFit ? "no" : to_string(verdict);
}

Json json_cell(const SizeMatrix::Cell& cell) {
  if (!cell.trainer) {
    return {{"verdict", nullptr},
            {"peak", nullptr},
            {"first_failure", ""},
            {"start_up_failures", Json::array()},
            {"notes", cell.notes}};
  }
  return {{"verdict", to_string(cell.trainer->verdict)},
          {"peak", json_peak(*cell.trainer)},
          {"first_failure", cell.trainer->first_failure},
          {"start_up_failures", cell.trainer->start_up_failures},
          {"notes", cell.notes}};
}

Json json_matrix(const SizeMatrix& matrix) {
  Json columns = Json::array();
  for (const SizeMatrix::Column& column : matrix.columns) {
    columns.push_back(json_hardware(column.hardware));
  }
  Json rows = Json::array();
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    Json cells = Json::array();
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      cells.push_back(json_cell(matrix.cells[r * matrix.columns.size() + c]));
    }
    const std::int64_t parameters = matrix.rows[r].parameters;
    rows.push_back({{"size_class", matrix.rows[r].size_class},
                    {"parameters", parameters > 0 ? Json(parameters) : Json()},
                    {"cells", std::move(cells)}});
  }
  return {{"file", matrix.file},
          {"dialect", matrix.dialect},
          {"columns", std::move(columns)},
          {"rows", std::move(rows)}};
}

}  // namespace

std::string size_matrix(const SizeMatrix& matrix, const TextStyle& style) {
  Table table;
  std::vector<TableCell> header = {{""}};
  for (const SizeMatrix::Column& column : matrix.columns) header.push_back({column.label, true});
  table.row(std::move(header));
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    std::vector<TableCell> cells = {{matrix.rows[r].size_class}};
    for (std::size_t c = 0; c < matrix.columns.size(); ++c) {
      const auto& trainer = matrix.cells[r * matrix.columns.size() + c].trainer;
      if (!trainer) {
        cells.push_back({"?", true});
        continue;
      }
      cells.push_back(
          {fmt::format("{} {:.0f}", mark(trainer->verdict), trainer->peak().bytes.likely / kGiB),
           true, role_of(trainer->verdict)});
    }
    table.row(std::move(cells));
  }
  return table.to_blocks(style);
}

std::string size_matrix_json(std::span<const SizeMatrix> matrices) {
  Json list = Json::array();
  for (const SizeMatrix& matrix : matrices) list.push_back(json_matrix(matrix));
  return json_text({{"version", 1}, {"tool", json_tool()}, {"matrices", std::move(list)}});
}

}  // namespace grpolint::report
