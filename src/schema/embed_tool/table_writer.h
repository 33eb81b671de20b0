#pragma once

#include <string>
#include <vector>

#include "schema/embed_tool/lists.h"
#include "schema/embed_tool/schema_data.h"

namespace grpolint::schema::embed {

struct SchemaData {
  std::vector<LibraryData> libraries;  // in the order of precedence: unsloth, trl, transformers
  std::vector<AliasData> aliases;
  std::vector<SpecialKeyData> special_keys;
  std::vector<LaunchArgumentData> launch_arguments;
  std::vector<ProfileKeyData> profile_keys;
};

/// The C++ source that defines kTables (schema/tables.h): flat constant arrays that refer to each
/// other by range, so that nothing is built at start-up and little is left to the compiler.
std::string write_tables(const SchemaData& data);

}  // namespace grpolint::schema::embed
