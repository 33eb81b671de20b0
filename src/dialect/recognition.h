#pragma once

#include <string>

#include "document/document.h"

namespace grpolint::dialect {

/// How the keys of a file are laid out.
enum class Layout { Flat, Sectioned };

/// What a file is. The signs that decide are data: rules/dialects.toml, tried in order.
struct Recognition {
  std::string dialect;  ///< "trl", "unsloth", "accelerate", "deepspeed", "verl", ..., "none"
  Layout layout = Layout::Flat;
  bool linted = false;  ///< grpolint checks this dialect
  std::string why;      ///< "top-level key actor_rollout_ref", for --verbose
};

Recognition recognise(const Document& document);

}  // namespace grpolint::dialect
