#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grpolint/result.h"
#include "sizing/setup.h"

namespace grpolint::accuracy {

/// What a case measured.
enum class Measure {
  TrainingTensors,  ///< tensors allocated at the peak of a training step, without overhead; MiB
  Slope,            ///< growth of that per token between two lengths; kB
  EngineWeights,    ///< vLLM's model weights; GiB
  KvCache,          ///< vLLM's KV cache; GiB
  LogitsBytes,      ///< logits of a training step; GiB
  StepSeconds,      ///< one optimizer step; the range must contain it
};

struct Case {
  std::string name;
  sizing::Setup setup;
  double measured = 0;
  double tokens_from = 0;  ///< Slope: lengths of the two runs
  double tokens_to = 0;
};

/// One file of cases/: cases of one kind from one source.
struct CaseFile {
  std::string title;
  std::string note;
  std::string source;
  std::string date;
  bool proof = false;  ///< no constant was chosen with these rows in view
  Measure measure = Measure::TrainingTensors;
  std::optional<double> bound_mean;    ///< mean absolute error, percent
  std::optional<double> bound_max;     ///< largest absolute error, percent
  std::optional<double> bound_inside;  ///< StepSeconds: rows inside the range, at least
  std::vector<Case> cases;
};

/// Every *.toml of the folder by name, but for the reports of held_out.h. The Error lists the
/// mistakes in one of them.
Result<std::vector<CaseFile>> read_cases(const std::filesystem::path& folder);

}  // namespace grpolint::accuracy
