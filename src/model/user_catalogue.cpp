#include "model/user_catalogue.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>

namespace grpolint::model {
namespace {

/// Nothing is ever taken out, so that a pointer to a model stays good; the last one is in force.
std::deque<std::vector<CatalogueModel>>& merged_catalogues() {
  static std::deque<std::vector<CatalogueModel>> merged;
  return merged;
}

}  // namespace

void extend_catalogue(std::vector<CatalogueModel> models) {
  if (models.empty()) return;
  const auto added = static_cast<std::ptrdiff_t>(models.size());
  for (const CatalogueModel& known : catalogue()) {
    const bool replaced =
        std::any_of(models.begin(), models.begin() + added,
                    [&](const CatalogueModel& model) { return model.name == known.name; });
    if (!replaced) models.push_back(known);
  }
  merged_catalogues().push_back(std::move(models));
}

std::span<const CatalogueModel> catalogue() {
  const auto& merged = merged_catalogues();
  return merged.empty() ? embedded_catalogue() : std::span<const CatalogueModel>(merged.back());
}

}  // namespace grpolint::model
