#pragma once

#include <optional>

#include "dialect/recognition.h"
#include "dialect/target.h"
#include "document/document.h"

namespace grpolint::lint {

/// A file in which no sign of any framework was found is a TRL config when the user says so: by its
/// route (trl or python), or by a TRL release when at least half of its keys are arguments of TRL.
/// `said` is what is stated of this very file: in a comment of its own, or on the command line that
/// names it; settings, and options of a walk or a hook, speak of too many files to count. Empty:
/// nothing says so.
std::optional<dialect::Recognition> recognised_by_statement(const Document& document,
                                                            const Target& said);

/// Whether a file in which no sign was found may be a TRL config all the same, which the user is to
/// say: at least half of its keys at the top are arguments of TRL, with underscores or hyphens, or
/// one of them is of GRPO alone.
bool may_be_meant_for_trl(const Document& document);

}  // namespace grpolint::lint
