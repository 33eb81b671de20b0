#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "condition/condition.h"
#include "rules/rule.h"
#include "rules/storage.h"

namespace grpolint::rules {

/// Compiles "text {expression} text {expression:format}". `{{` and `}}` stand for braces. The
/// pieces live in `storage`; error offsets count from the start of `text`.
std::variant<Template, condition::ConditionError> compile_template(
    std::string_view text, const condition::Vocabulary& vocabulary, Storage& storage);

/// Fills the holes. A hole that is just the name of a fact shows null as "null"; a computed null
/// shows nothing, so that {c ? 'words' : null} leaves words out. Unknown shows as "?".
/// The value of a fact is cut at kMostShown characters.
std::string render(const Template& text, const condition::Environment& environment);

/// A value in a stated format: "[.DECIMALS][UNIT]" with UNIT one of % KiB MiB GiB kB MB GB TB B M s
/// min h MB/s GB/s tok/s. Values that are not numbers ignore the format.
std::string format_value(const Value& value, std::string_view format);
bool is_format(std::string_view format);

}  // namespace grpolint::rules
