#pragma once

#include <string>

namespace grpolint::cli {

/// JSON Schema (2020-12) of a settings file, made from the tables that the loader reads by. Names
/// of rules are left open: a project may have rules of its own.
std::string settings_schema();

}  // namespace grpolint::cli
