#pragma once

#include <string>
#include <vector>

#include "dialect/run.h"

namespace grpolint::dialect {

/// The releases a run is checked against.
struct ResolvedReleases {
  schema::Releases releases;
  bool trl_assumed = false;        ///< nothing states TRL's, the newest possible one is taken
  std::vector<std::string> notes;  ///< what was assumed, and how to state it
};

/// Stated ones first, then what requirement files say, then the newest known (for Unsloth: the
/// newest that Unsloth installs with). Writes version.* to `facts`.
ResolvedReleases resolve_releases(const std::string& dialect, const Target& target,
                                  const Companions& companions, FactTable& facts);

}  // namespace grpolint::dialect
