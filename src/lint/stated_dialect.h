#pragma once

#include <optional>

#include "dialect/recognition.h"
#include "dialect/target.h"
#include "document/document.h"

namespace grpolint::lint {

/// A file in which no sign of any framework was found is a TRL config when the user says so: by
/// naming it and its route (trl or python), or, as hooks name every file there is, by a TRL release
/// when at least half of its keys are arguments of TRL. `said` is what the command line and the
/// file itself state; settings speak of too many files to count. Empty: nothing says so.
std::optional<dialect::Recognition> recognised_by_statement(const Document& document,
                                                            const Target& said);

}  // namespace grpolint::lint
