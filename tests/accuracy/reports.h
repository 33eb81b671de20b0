#pragma once

#include <string>
#include <vector>

#include "sizing/estimate.h"

namespace grpolint::accuracy {

struct ReportVerdict {
  std::string id;
  std::string title;  ///< model and GPU
  bool worked = false;
  sizing::Verdict verdict{};
  sizing::Range peak;
  double capacity = 0;
};

struct PeakCheck {
  std::string id;
  double measured = 0;   ///< GiB allocated
  double estimated = 0;  ///< GiB of tensors, likely
};

/// The engine's verdicts on a corpus of reported runs (JSON lines; see the adapter in reports.cpp).
struct ReportSummary {
  bool present = false;  ///< the corpus is there
  std::vector<ReportVerdict> worked;
  std::vector<ReportVerdict> failed;
  std::vector<PeakCheck> peaks;
  std::vector<std::string> misses;  ///< failures called fits, with what is known of the reason
  std::vector<std::string> public_misses;  ///< the same by model, GPU and source
  std::vector<std::string> skipped;        ///< dialects or facts that the engine does not read
  std::vector<std::string> violations;

  int count(bool of_worked, sizing::Verdict verdict) const;
};

ReportSummary judge_reports(const std::string& path);

}  // namespace grpolint::accuracy
