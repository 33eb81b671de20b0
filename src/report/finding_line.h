#pragma once

#include <string>

#include "lint/linter.h"

namespace grpolint::report {

/// "file:line:col: severity: message [CODE name]": one physical line without its end, whatever
/// stands in the message or the path.
std::string finding_line(const lint::FileReport& report, const Finding& finding);

}  // namespace grpolint::report
