#pragma once

#include <string>
#include <string_view>

#include "schema/schema.h"

namespace grpolint::schema {

/// A JSON Schema (draft 7, which every editor reads) of the config files of `dialect` ("trl",
/// "unsloth") for the given releases, for completion and hover in editors. It describes flat files
/// and files with sections alike: a mapping under a name that is no argument may hold arguments
/// again. Names nobody knows are allowed, since telling a mistake from a script's own key is the
/// linter's business. Arguments that were removed are listed as deprecated, with the message
/// editors show for it.
std::string json_schema(std::string_view dialect, const Releases& releases);

}  // namespace grpolint::schema
