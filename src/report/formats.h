#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/reporter.h"

namespace grpolint::report {

/// Names that `check --output` takes. "auto" comes first and is for the caller to decide: full on
/// a terminal, concise elsewhere.
std::vector<std::string_view> format_names();

/// Precondition: `format` is one of format_names() and not "auto".
std::string render(std::string_view format, std::span<const lint::FileReport> reports,
                   const TextStyle& style, const RunContext& context = {});

}  // namespace grpolint::report
