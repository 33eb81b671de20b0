#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fact/fact.h"
#include "rules/native.h"
#include "rules/native/launcher.h"

namespace grpolint::rules::native {

/// How a requirement that depends on the number of training processes stands.
struct ProcessCounts {
  enum class Case {
    Holds,         ///< for the known number, or for every likely one
    Refused,       ///< for the known number
    NoneWorks,     ///< unknown number: fails for every likely one
    SomeWork,      ///< unknown number: holds for the counts in `works` only
    Contradicted,  ///< others than the assumed number work, or as SomeWork; but the file or the
                   ///< framework speaks against all of them
    InLauncher,    ///< for the one process of the launcher, where the config is built first
  };
  Case outcome = Case::Holds;
  Launcher launcher = Launcher::None;  ///< InLauncher: how sure it is that there is one
  bool known = false;                  ///< the number of processes is, or is assumed
  std::int64_t count = 1;  ///< the known number, else 1: the one to show the arithmetic with
  std::vector<std::int64_t> works;
  std::string contradiction;  ///< Contradicted: what speaks against `works`
};

/// Tests `holds` for the known world size, else for 1, 2, 4, 8 and 16 processes and, where vLLM may
/// have GPUs of its own, for the counts that leave one or two of a node to it; and for one process
/// where a launcher builds the config before them.
ProcessCounts judge(const RuleContext& context, const std::function<bool(std::int64_t)>& holds);

/// The locals match.case, match.works_for and match.contradiction.
void add_locals(const ProcessCounts& counts, Match& match);

/// A fact that is a whole number; empty when it is absent, unknown or anything else.
std::optional<std::int64_t> integer(const FactTable& facts, std::string_view name);

/// Puts the match at the first of `names` that is written, labels the other written ones, and
/// records all that are there as read.
void place_at(const FactTable& facts, std::span<const std::string_view> names, Match& match);

/// "2, 4 or 8".
std::string listed(const std::vector<std::int64_t>& numbers);

/// Divisors of `total` from 2 on next to `wanted` on either side: "; 4 or 8 would be", or empty.
std::string neighbouring_divisors(std::int64_t total, std::int64_t wanted);

}  // namespace grpolint::rules::native
