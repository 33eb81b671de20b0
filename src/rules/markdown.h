#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "grpolint/result.h"
#include "rules/rule.h"

namespace grpolint::rules {

/// The page of one rule, from its file alone: what, why, when it speaks, examples, references.
std::string rule_page(const Rule& rule);

/// Where the page of a rule is published.
std::string rule_url(std::string_view code);

/// The list of all rules by family. `rules` are sorted by code.
std::string index_page(std::span<const Rule* const> rules);

/// Every function of the condition language, as a table.
std::string functions_table();
/// Every fact that conditions may read besides the frameworks' own arguments, as a table.
std::string facts_table();

/// `page` with the text between "<!-- generated: NAME -->" and "<!-- end -->" replaced by the table
/// of that name ("functions", "facts").
std::string with_generated_parts(std::string_view page);

/// Writes a page per rule and index.md into `folder`, creating it. Returns the number of files.
Result<int> write_pages(std::span<const Rule* const> rules, const std::filesystem::path& folder);

/// "batch and group arithmetic" for "BAT"; the code itself for families of a user's own.
std::string_view family_title(std::string_view family);

/// "trl >= 0.23, < 1.10"
std::string to_text(const VersionRange& range);

}  // namespace grpolint::rules
