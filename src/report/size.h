#pragma once

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
/// One JSON object for one run, a "runs" array for several; docs/usage.md describes it.
std::string size_json(std::span<const SizedRun> runs);

/// Verdicts for size classes (rows) on GPUs (columns). A cell without a verdict was not computable.
struct SizeMatrix {
  struct Cell {
    std::optional<sizing::Verdict> verdict;
    double likely_bytes = 0;
  };
  std::vector<std::string> columns;
  std::vector<std::string> rows;
  std::vector<Cell> cells;  ///< row by row
};
std::string size_matrix(const SizeMatrix& matrix, const TextStyle& style);

Role role_of(sizing::Verdict verdict);

}  // namespace grpolint::report
