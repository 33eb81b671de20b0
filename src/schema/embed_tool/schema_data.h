#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fact/version.h"
#include "schema/embed_tool/read_values.h"

namespace grpolint::schema::embed {

struct PeriodData {
  Version from;
  Version to;
  std::string json;
  std::string type;
};

struct ChoiceData {
  std::string value;
  Version since;
  std::optional<Version> until;
};

struct ArgumentData {
  std::string name;
  std::string library;
  std::string owner;
  std::string group;
  std::optional<Version> until;
  std::string renamed_to;
  std::string note;
  std::optional<Version> deprecated_since;
  std::vector<PeriodData> periods;  // at least one
  std::vector<ChoiceData> choices;
  bool also_boolean = false;  // takes true and false beside what its annotation says
};

struct ReleaseData {
  Version version;
  std::string date;
  bool yanked = false;
  std::optional<Version> transformers;
  std::vector<std::pair<std::string, std::string>> requirements;
};

struct LibraryData {
  std::string name;
  std::string verified;
  std::vector<ReleaseData> releases;    // oldest first
  std::vector<ArgumentData> arguments;  // sorted by name, then owner
};

/// trl.json, transformers.json, unsloth.json.
LibraryData read_library(DataFile& file);

/// curated.json: what is kept by hand about arguments of the other files. A name that none of
/// `libraries` has is a mistake.
void apply_curation(DataFile& file, std::vector<LibraryData>& libraries);

}  // namespace grpolint::schema::embed
