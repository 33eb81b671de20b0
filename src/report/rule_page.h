#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "report/paint.h"
#include "rules/rule.h"

namespace grpolint::report {

/// What grpolint says about an example, one finding a line; how it is found out is the caller's
/// business.
using ExampleOutput = std::function<std::string(const rules::Example& example)>;

/// A rule explained: what it checks, why, the condition, examples with what is reported for them,
/// and sources with the date each was last verified.
std::string rule_text(const rules::Rule& rule, const ExampleOutput& output, const TextStyle& style);
std::string rules_json(std::span<const rules::Rule* const> rules);

/// The list of rules: code, name, severities, stage, summary.
std::string rule_table(std::span<const rules::Rule* const> rules, const TextStyle& style);
/// The severities a rule can have, highest first: "error or warning".
std::string severities(const rules::Rule& rule);
/// The text of an example without the marks that its test reads.
std::string plain_text(const rules::Example& example);

}  // namespace grpolint::report
