#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "dialect/target.h"
#include "grpolint/result.h"
#include "sizing/estimate.h"

namespace grpolint::accuracy {

/// What happened to a run that somebody reported in public.
enum class Happened {
  Worked,       ///< it trained
  OutOfMemory,  ///< it ran out of the GPU's memory, or its engine found too little
  Rejected,     ///< a library refused the settings
  Accepted,     ///< the settings were taken; the memory of the run is not known
};

/// One report with the config that it describes, as the product would be given it.
struct HeldOutReport {
  std::string name;
  std::string source;     ///< URL
  std::string date;       ///< of the report
  std::string retrieved;  ///< when its facts were read
  Happened happened{};
  /// The run also gave rows to the measured cases, or its report was at hand when the engine was
  /// made: shown, but no proof.
  bool known = false;
  std::string config;              ///< YAML
  Target target;                   ///< GPU, releases, processes
  std::vector<std::string> finds;  ///< Rejected: codes of which each names the fault
  std::optional<double> peak_gib;  ///< allocated tensors
  std::optional<double> step_seconds;
};

/// The reports of every reports-*.toml of the folder by file name. The Error lists a mistake.
Result<std::vector<HeldOutReport>> read_held_out(const std::filesystem::path& folder);

/// What the whole product says of a report: recognition, rules and estimate, as on a command line.
struct Judgement {
  const HeldOutReport* report = nullptr;
  std::string hardware;  ///< "2 x H100 SXM"; empty: none stated
  std::optional<sizing::Verdict> verdict;
  sizing::Range peak;     ///< bytes
  sizing::Range tensors;  ///< bytes of the training step without overhead
  sizing::Range seconds;  ///< of an optimizer step; all 0: speed not known
  double capacity = 0;    ///< bytes
  std::string peak_phase;
  bool found = false;                  ///< one of `finds` is reported as warning or error
  std::vector<std::string> mentioned;  ///< codes of `finds` that are reported as info
  std::vector<std::string> errors;     ///< codes of findings of severity error
};

struct HeldOutSummary {
  std::vector<Judgement> judgements;
  /// A run that worked is called "does not fit", settings that were taken get an error, or a report
  /// cannot be judged at all.
  std::vector<std::string> violations;
};

/// Precondition: `reports` outlives the summary.
HeldOutSummary judge_held_out(const std::vector<HeldOutReport>& reports);

}  // namespace grpolint::accuracy
