#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "condition/condition.h"
#include "grpolint/source.h"
#include "rules/rule.h"
#include "rules/storage.h"

namespace grpolint::rules {

/// A mistake in a rule file, positioned in it.
struct RuleFileError {
  std::string file;
  Position position;
  std::string message;
};
/// "rules/mem/MEM001-x.toml:3:8: message"
std::string to_text(const RuleFileError& error);

/// A rule and all that its views refer to.
struct LoadedRule {
  Storage storage;
  Rule rule;
};

/// Reads and type-checks one rule file (docs/writing-rules.md describes the format). The name of
/// `source` decides what code and name must be. Null, with at least one error added, when anything
/// is wrong.
std::unique_ptr<const LoadedRule> load_rule(const Source& source,
                                            const condition::Vocabulary& vocabulary,
                                            std::vector<RuleFileError>& errors);

/// The file is a rule by its name: "MEM001-24gb-three-levers.toml". Other TOML files below rules/
/// hold facts.
bool is_rule_file(std::string_view file_name);

}  // namespace grpolint::rules
