#pragma once

#include <optional>
#include <string>
#include <vector>

#include "schema/embed_tool/schema_data.h"

namespace grpolint::schema::embed {

struct AliasData {
  std::string alias;
  std::string argument;
  bool exact = false;
  std::string note;
};

struct SpecialKeyData {
  std::string name;
  std::string note;
  Version since;
  std::optional<Version> until;
};

struct LaunchArgumentData {
  std::string name;
  bool takes_value = true;
  std::vector<std::string> choices;
};

struct ProfileKeyData {
  std::string name;
  std::string profile;
  std::string note;
};

/// aliases.json. An alias of something that is no argument is a mistake.
std::vector<AliasData> read_aliases(DataFile& file, const std::vector<LibraryData>& libraries);
/// special-keys.json.
std::vector<SpecialKeyData> read_special_keys(DataFile& file);
/// accelerate-launch.json.
std::vector<LaunchArgumentData> read_launch_arguments(DataFile& file);
/// profiles.json. A key that two profiles know goes to the first.
std::vector<ProfileKeyData> read_profiles(DataFile& file);

}  // namespace grpolint::schema::embed
