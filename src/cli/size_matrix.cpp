#include "cli/size_matrix.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "hardware/gpu.h"
#include "lint/analysis.h"
#include "lint/parallel.h"
#include "lint/target_fields.h"

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

}  // namespace

Result<report::SizeMatrix> size_matrix(const Input& input, const SizeOptions& options,
                                       const lint::Settings& settings) {
  report::SizeMatrix matrix;
  std::vector<const hardware::Gpu*> gpus;
  for (const std::string_view name : kClasses) {
    if (const hardware::Gpu* gpu = representative(name)) {
      gpus.push_back(gpu);
      matrix.columns.emplace_back(name);
    }
  }
  for (const std::string_view size : kSizes) matrix.rows.emplace_back(size);
  matrix.cells.resize(matrix.rows.size() * matrix.columns.size());

  lint::Circumstances base;
  auto stated = stated_on_command_line(options.target, options.settings, settings);
  if (!stated) return stated.error();
  base.command_line = std::move(*stated);
  base.settings = settings.target_for_file(input.path);
  base.companions.config_path = input.path;
  base.named = true;
  std::vector<std::optional<Error>> errors(matrix.cells.size());
  lint::for_each_parallel(matrix.cells.size(), 0, [&](std::size_t i) {
    lint::Circumstances circumstances = base;
    circumstances.model_name = kSizes[i / gpus.size()];
    circumstances.command_line.gpu =
        Stated<std::string>{std::string(gpus[i % gpus.size()]->id), "--matrix"};
    auto analysis = lint::analyse(input.source, input.format, circumstances);
    if (!analysis) {
      errors[i] = analysis.error();
    } else if (!analysis->recognition.linted) {
      errors[i] = Error{fmt::format("{} is no config that grpolint can size ({})",
                                    input.source.name(), analysis->recognition.why)};
    } else if (analysis->estimate) {
      const sizing::DeviceEstimate& trainer = analysis->estimate->trainer;
      matrix.cells[i] = {trainer.verdict, trainer.peak().bytes.likely};
    }
  });
  for (auto& error : errors) {
    if (error) return std::move(*error);
  }
  return matrix;
}

}  // namespace grpolint::cli
