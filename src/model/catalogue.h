#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/geometry.h"

namespace grpolint::model {

/// One geometry of rules/models/*.toml with the published models that have it.
struct CatalogueModel {
  std::string name;  ///< "Qwen2.5-7B"
  Geometry geometry;
  double nominal = 0;           ///< parameters as model names state them: 7e9
  double active_nominal = 0;    ///< the same per token; equal to nominal when dense
  bool representative = false;  ///< stands for its nominal size when only the size is known
  bool by_name_only = false;    ///< never taken for a model of which only the size is known
  std::vector<std::pair<std::string, std::int64_t>> names;  ///< with their context lengths
  std::string source;                                       ///< URL of the config
  std::string verified;                                     ///< ISO date
};

/// The embedded models and those that the user's settings add (model/user_catalogue.h).
std::span<const CatalogueModel> catalogue();

/// The published model that `name` means: its last path element, whatever its case, less the
/// suffixes of repackaged weights ("-bnb-4bit"). Null when there is none.
struct CatalogueMatch {
  const CatalogueModel* model = nullptr;
  std::int64_t context_length = 0;
};
CatalogueMatch find_published(std::string_view name);

}  // namespace grpolint::model
