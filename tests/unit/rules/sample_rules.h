#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rule_file.h"

namespace grpolint::rules {

/// A rule file TST001-sample.toml with the given body (conditions, levels, places, messages) and
/// everything else a rule needs.
std::string sample_file(std::string_view body);

/// The rule of sample_file(body); its mistakes fail the test.
std::shared_ptr<const LoadedRule> sample_rule(std::string_view body);

/// The mistakes of a file named TST001-sample.toml, as "LINE:COLUMN: message".
std::vector<std::string> mistakes_in(const std::string& file);

/// A body that is right.
inline constexpr std::string_view kBody = R"(
when = "run.num_generations < 8"
at = ["run.num_generations"]
severity = "warning"
message = "only {run.num_generations}"
)";

}  // namespace grpolint::rules
