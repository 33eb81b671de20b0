#pragma once

#include <string>
#include <string_view>

#include "condition/condition.h"

namespace grpolint::condition {

/// The names that the tests' conditions read.
const Vocabulary& test_vocabulary();

/// A value for each of them.
FactTable test_facts();

/// The value of a condition over `facts`. The condition must compile.
Value value_of(std::string_view text, const FactTable& facts, Trace* trace = nullptr);

/// "true", "24 GiB", "?", ... of a condition over test_facts(), or its error: "7: message".
std::string outcome(std::string_view text);

}  // namespace grpolint::condition
