#pragma once

#include <optional>
#include <string>

#include "document/document.h"
#include "lint/fix/edited_text.h"

namespace grpolint::lint {

/// What an edited file says otherwise than before although no edit stands for it, as the end of a
/// sentence ("it would change 'beta'"); nothing when there is no such thing. Every value and
/// comment that no edit touches must be there, unchanged and at its place, and whatever is new must
/// stand in text that an edit wrote. A change inside a value that aliases or merges share counts as
/// unexpected, since it shows in places that the edit does not; so does a key that is written twice
/// now.
/// Precondition: `before` is readable.
std::optional<std::string> unexpected_change(const Document& before, const Document& after,
                                             const EditedText& edited);

/// The same for edits that write comments alone: no value may be another one, and no key may come
/// or go, whether or not an edit touches it.
std::optional<std::string> changed_data(const Document& before, const Document& after,
                                        const EditedText& edited);

}  // namespace grpolint::lint
