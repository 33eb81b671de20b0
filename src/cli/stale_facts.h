#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/gpu.h"
#include "report/paint.h"
#include "rules/rule.h"

namespace grpolint::cli {

/// Something known from a source that nobody has looked at for a while.
struct StaleFact {
  std::string what;  ///< "MEM001", "RTX 4090"
  std::string verified;
  int days = 0;
  std::string url;
};

/// This day in UTC; SOURCE_DATE_EPOCH, when set, stands in for the clock, so that a listing can be
/// repeated.
std::chrono::sys_days today();

/// What was last verified more than `limit` days before `day`, oldest first.
std::vector<StaleFact> stale_facts(std::span<const rules::Rule* const> rules,
                                   std::span<const hardware::Gpu> gpus, std::chrono::sys_days day,
                                   int limit);
std::string stale_table(const std::vector<StaleFact>& facts, const report::TextStyle& style);

}  // namespace grpolint::cli
