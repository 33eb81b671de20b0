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
#include "lint/suppression/directives.h"
#include "model/model.h"
#include "sizing/estimate.h"
#include "sizing/setup.h"

namespace grpolint::lint {

/// Everything worked out about one file, stage by stage. Later stages are empty when an earlier one
/// could not tell enough.
struct Analysis {
  Source source;
  Document document;
  Directives directives;
  dialect::Recognition recognition;
  Target target;  ///< as it held for this file: command line, then pragmas, then settings
  std::optional<dialect::Run> run;
  std::optional<model::Model> model;
  std::optional<hardware::Selection> hardware;
  std::optional<sizing::Estimate> estimate;
  FactTable facts;
  bool alone = false;              ///< a companion, without a config that names it
  std::vector<std::string> notes;  ///< assumed versions, how to state the hardware: one line each

  /// Describes a training run, as far as grpolint knows its framework.
  bool is_config() const {
    return recognition.linted && !dialect::is_companion(recognition.dialect);
  }
};

/// What the user says about a run outside its file.
struct Circumstances {
  Target command_line;  ///< beats pragmas in the file
  Target settings;      ///< [target] of grpolint.toml; beaten by pragmas
  dialect::Companions companions;
  sizing::Detail detail = sizing::Detail::Numbers;  ///< Explained: with formulas, for `size`
  bool named = false;      ///< the user names this very file, rather than a folder
  std::string model_name;  ///< to size instead of the file's own; empty: the file's own
};

/// Error: a usage problem (an unknown GPU name on the command line, an unreadable --model-config).
/// The same mistake in a pragma is the file's: it becomes a malformed directive.
Result<Analysis> analyse(Source source, Format format, const Circumstances& circumstances);

/// A companion of `config`, in the light of what the config says.
Analysis analyse_companion(dialect::CompanionFile companion, const Analysis& config);

}  // namespace grpolint::lint
