#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dialect/recognition.h"
#include "dialect/run.h"
#include "document/document.h"
#include "fact/fact.h"
#include "grpolint/result.h"
#include "hardware/gpu.h"
#include "model/model.h"
#include "sizing/estimate.h"

namespace grpolint::lint {

/// Everything worked out about one file, stage by stage. Later stages are empty when an earlier one
/// could not tell enough.
struct Analysis {
  Source source;
  Document document;
  dialect::Recognition recognition;
  std::optional<dialect::Run> run;
  std::optional<model::Model> model;
  std::optional<hardware::Selection> hardware;
  std::optional<sizing::Estimate> estimate;
  FactTable facts;
  std::vector<std::string> notes;  ///< assumed versions, how to state the hardware: one line each
};

/// Error: a usage problem (an unknown GPU name on the command line, an unreadable --model-config).
Result<Analysis> analyse(Source source, Format format, const Target& target,
                         const dialect::Companions& companions);

}  // namespace grpolint::lint
