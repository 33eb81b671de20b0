#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"
#include "fact/fact.h"

namespace grpolint::dialect {

/// A file that a config names, or that is named beside it, and that says how the run is launched.
struct CompanionFile {
  std::string dialect;  ///< "accelerate" or "deepspeed"
  std::string why;      ///< "named by deepspeed in grpo.yaml", for --verbose
  std::filesystem::path path;
  /// A config, not the user, leads out of its own project: what stands in the file is not to be
  /// printed.
  bool outside_project = false;
  Source source;  ///< named by the path at which it was found
  Document document;
};

/// A companion that is named but cannot be read.
struct MissingCompanion {
  std::string named_by;  ///< "deepspeed", "accelerate_config", "deepspeed_config_file" or an option
  std::string dialect;   ///< what it would be: "accelerate" or "deepspeed"
  std::string path;      ///< as written
  std::string reason;    ///< "no such file"
  bool option = false;   ///< named outside any config: the user's mistake, not the file's
};

/// Whether files of this dialect are companions of configs rather than configs themselves.
bool is_companion(std::string_view dialect);

}  // namespace grpolint::dialect
