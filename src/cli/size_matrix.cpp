#include "cli/size_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "hardware/gpu.h"
#include "lint/analysis.h"
#include "lint/parallel.h"

namespace grpolint::cli {
namespace {

constexpr std::array<std::string_view, 10> kSizes = {"0.5B", "1B",  "1.5B", "3B",  "4B",
                                                     "8B",   "14B", "32B",  "70B", "100B"};
constexpr std::array<std::string_view, 11> kClasses = {"8GB",        "12GB",       "16GB", "24GB",
                                                       "32GB",       "40GB",       "48GB", "80GB",
                                                       "H200-class", "B200-class", "Spark"};

/// The first NVIDIA entry of a class in the catalogue stands for it; any entry when there is none.
const hardware::Gpu* representative(std::string_view hardware_class) {
  const hardware::Gpu* any = nullptr;
  for (const hardware::Gpu& gpu : hardware::catalogue()) {
    if (hardware::hardware_class(gpu) != hardware_class) continue;
    if (gpu.vendor == "nvidia") return &gpu;
    if (any == nullptr) any = &gpu;
  }
  return any;
}

/// The GPUs asked for, each once; without any, one for every class.
Result<std::vector<report::SizeMatrix::Column>> columns_of(const SizeOptions& options) {
  std::vector<report::SizeMatrix::Column> columns;
  for (const std::string& name : options.gpus) {
    auto selected = name == "auto" ? hardware::detect() : hardware::select(name);
    if (!selected) return Error{fmt::format("--gpu {}: {}", name, selected.error().message)};
    const bool known = std::any_of(columns.begin(), columns.end(), [&](const auto& column) {
      return column.hardware.gpu == selected->gpu && column.hardware.count == selected->count;
    });
    if (known) continue;
    columns.push_back({selected->count > 1
                           ? fmt::format("{} x {}", selected->count, selected->gpu->name)
                           : std::string(selected->gpu->name),
                       *selected});
  }
  if (!columns.empty()) return columns;
  for (const std::string_view name : kClasses) {
    if (const hardware::Gpu* gpu = representative(name)) {
      columns.push_back({std::string(name), {gpu, 1}});
    }
  }
  return columns;
}

void fill(report::SizeMatrix::Cell& cell, report::SizeMatrix::Row& row, lint::Analysis& analysis) {
  if (analysis.model) row.parameters = analysis.model->likely.parameters;
  if (analysis.estimate) {
    cell.trainer = std::move(analysis.estimate->trainer);
  } else {
    cell.notes = std::move(analysis.notes);
  }
}

}  // namespace

Result<report::SizeMatrix> size_matrix(const Input& input, const SizeOptions& options,
                                       const lint::Settings& settings) {
  report::SizeMatrix matrix;
  auto columns = columns_of(options);
  if (!columns) return columns.error();
  matrix.columns = std::move(*columns);
  for (const std::string_view size : kSizes) matrix.rows.push_back({std::string(size)});
  matrix.cells.resize(matrix.rows.size() * matrix.columns.size());

  lint::Circumstances base;
  auto stated = stated_on_command_line(options.target, options.settings, settings);
  if (!stated) return stated.error();
  base.command_line = std::move(*stated);
  base.settings = settings.target_for_file(input.path);
  base.companions.config_path = input.path;
  base.named = true;
  std::vector<std::optional<Result<lint::Analysis>>> analyses(matrix.cells.size());
  lint::for_each_parallel(matrix.cells.size(), 0, [&](std::size_t i) {
    const hardware::Selection& hardware = matrix.columns[i % matrix.columns.size()].hardware;
    lint::Circumstances circumstances = base;
    circumstances.model_name = matrix.rows[i / matrix.columns.size()].size_class;
    circumstances.command_line.gpu =
        Stated<std::string>{fmt::format("{}:{}", hardware.gpu->id, hardware.count), "--matrix"};
    analyses[i].emplace(lint::analyse(input.source, input.format, circumstances));
  });
  matrix.file = input.source.name();
  for (std::size_t i = 0; i < analyses.size(); ++i) {
    Result<lint::Analysis>& analysis = *analyses[i];
    if (!analysis) return analysis.error();
    if (!analysis->is_config()) {
      return Error{fmt::format("{} is no config that grpolint can size ({})", matrix.file,
                               analysis->recognition.why)};
    }
    matrix.dialect = analysis->recognition.dialect;
    fill(matrix.cells[i], matrix.rows[i / matrix.columns.size()], *analysis);
  }
  return matrix;
}

}  // namespace grpolint::cli
