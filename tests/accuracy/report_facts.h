#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "document/document.h"
#include "grpolint/result.h"
#include "model/model.h"
#include "sizing/setup.h"

namespace grpolint::accuracy {

/// One line of the corpus that can be scored.
struct Report {
  std::string id;
  std::string model;
  std::string gpu;
  std::string phase;
  std::string url;
  bool worked = false;
  bool judged = false;             ///< complete enough for a verdict (eval_ready)
  double measured_peak_gib = 0;    ///< 0: none
  bool peak_is_allocated = false;  ///< the peak is of allocated tensors (peak_ready)
  Source source;
  Document document;
};

/// Empty for lines that are for context only or that are not valid.
std::optional<Report> read_report(std::string_view line);

struct Prepared {
  sizing::Setup setup;
  model::Model model;
};

/// The adapter. A report names its settings as TRL does, so they become run.* facts and go through
/// setup_from_facts() like those of a config. What the dialect stage would derive (engine, adapter,
/// dtype, sharding, batch) is derived here from the same settings by the same rules; the release is
/// the stated one, else the newest at the date of the report. The Error says why a report cannot be
/// judged: a framework that grpolint does not read, an unknown size.
Result<Prepared> prepare(const Report& report);

}  // namespace grpolint::accuracy
