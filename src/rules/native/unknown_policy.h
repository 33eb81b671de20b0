#pragma once

#include <string>

#include "dialect/run.h"
#include "grpolint/finding.h"

namespace grpolint::rules::native {

/// What becomes of a key that the framework does not know.
struct UnknownPolicy {
  enum class Kind { Aborts, Ignored, Unknown } kind = Kind::Unknown;
  std::string effect;  ///< "trl grpo ignores it", ...
};

/// By route and TRL release; sources: trl/scripts/utils.py, trl/cli at v0.14.0-v1.9.0.
UnknownPolicy unknown_policy(const dialect::Run& run);

/// "aborts", "ignored" or "unknown".
std::string to_string(UnknownPolicy::Kind kind);

/// The key's bytes replaced by another name, quotes kept.
Edit rename_edit(const Source& source, Span key, std::string_view new_name);

}  // namespace grpolint::rules::native
