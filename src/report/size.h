#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lint/analysis.h"
#include "report/paint.h"

namespace grpolint::report {

/// One config sized on one piece of hardware. Precondition of every function here: the analysis
/// has a model, hardware and an estimate.
struct SizedRun {
  std::string file;
  const lint::Analysis* analysis = nullptr;
};

/// The timeline of one run: phases with their bytes and bars, the peak taken apart, the verdict,
/// speed, remedies and assumptions.
std::string size_text(const SizedRun& run, const TextStyle& style);
/// The same runs next to each other: likely bytes by phase, peak, verdict, speed.
std::string size_side_by_side(std::span<const SizedRun> runs, const TextStyle& style);
/// Every component with its formula, the numbers put in, and the source. `what` names a component
/// or a phase, or is "all"; empty when it names neither.
std::string size_explanation(const SizedRun& run, std::string_view what, const TextStyle& style);
/// What `what` may be.
std::vector<std::string_view> explainable();
/// One JSON object for one run, a "runs" array for several; schemas/size.schema.json describes
/// it.
std::string size_json(std::span<const SizedRun> runs);

/// One config's settings for size classes (rows) on GPUs (columns).
struct SizeMatrix {
  struct Row {
    std::string size_class;
    std::int64_t parameters = 0;  ///< of the model that stands for the class; 0: none was found
  };
  struct Column {
    std::string label;  ///< "24GB", or the GPU as the user named it
    hardware::Selection hardware;
  };
  struct Cell {
    std::optional<sizing::DeviceEstimate> trainer;  ///< without a value it was not computable,
    std::vector<std::string> notes;                 ///< and these say why
  };
  std::string file;
  std::string dialect;
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::vector<Cell> cells;  ///< row by row
};
/// Verdict and likely peak of every cell.
std::string size_matrix(const SizeMatrix& matrix, const TextStyle& style);
/// One JSON object with every matrix; schemas/size-matrix.schema.json describes it.
std::string size_matrix_json(std::span<const SizeMatrix> matrices);

Role role_of(sizing::Verdict verdict);

}  // namespace grpolint::report
