#pragma once

#include <span>
#include <string_view>

namespace grpolint {

/// A report of a run that failed, and the finding that would have said so.
struct ExpectedFinding {
  std::string_view id;
  std::string_view code;
  std::string_view key;      ///< where the finding points
  std::string_view options;  ///< what the report states beside its config
};
std::span<const ExpectedFinding> expected_findings();

/// A report that no look at the config alone could have told.
struct OutOfReach {
  std::string_view id;
  std::string_view reason;
};
std::span<const OutOfReach> out_of_reach();

}  // namespace grpolint
