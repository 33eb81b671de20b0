#include "model/class_model.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>

#include "model/catalogue.h"
#include "model/counts.h"

namespace grpolint::model {
namespace {

// Names round: "Qwen2.5-7B" has 7.6B parameters, "Phi-3-mini (4B)" 3.8B.
const double kSameSize = std::log(1.25);
// Mixtures of one size differ more in how much of them is active.
const double kSameActivity = std::log(1.6);

double distance(double a, double b) { return std::abs(std::log(a / b)); }

bool same_size(const CatalogueModel& model, const StatedSize& size) {
  return distance(model.nominal, size.total) <= kSameSize &&
         distance(model.active_nominal, size.active) <= kSameActivity;
}

/// Dense sizes are compared by their total alone; so are mixtures, activity deciding among equals.
double remoteness(const CatalogueModel& model, const StatedSize& size) {
  return distance(model.nominal, size.total) + distance(model.active_nominal, size.active) / 2;
}

/// The same model with as many layers as give about the wanted size.
Geometry scaled(Geometry geometry, double parameters) {
  const double factor = parameters / static_cast<double>(geometry.parameters);
  const auto scale = [factor](std::int64_t count) {
    return static_cast<std::int64_t>(std::llround(static_cast<double>(count) * factor));
  };
  const Geometry original = geometry;
  geometry.layers = std::max<std::int64_t>(scale(original.layers), 1);
  geometry.moe_layers = std::min(scale(original.moe_layers), geometry.layers);
  if (original.moe_layers == original.layers) geometry.moe_layers = geometry.layers;
  geometry.linear_layers = std::min(scale(original.linear_layers), geometry.layers);
  geometry.sliding_layers =
      std::min(scale(original.sliding_layers), geometry.layers - geometry.linear_layers);
  return count_parameters(geometry) ? geometry : original;
}

}  // namespace

Model model_of_size(std::string name, const StatedSize& size) {
  assert(size.active > 0 && size.active <= size.total);
  const bool mixture = size.active < size.total;
  const CatalogueModel* nearest = nullptr;
  Model model;
  for (const CatalogueModel& candidate : catalogue()) {
    if (candidate.by_name_only || (candidate.geometry.moe_layers > 0) != mixture) continue;
    if (same_size(candidate, size)) model.spread.push_back(candidate.geometry);
    if (candidate.representative &&
        (nearest == nullptr || remoteness(candidate, size) < remoteness(*nearest, size))) {
      nearest = &candidate;
    }
  }
  assert(nearest != nullptr);
  if (model.spread.empty()) {
    model.likely = scaled(nearest->geometry, size.total);
    model.spread = {model.likely};
  } else {
    model.likely = nearest->geometry;
    if (!same_size(*nearest, size)) model.spread.push_back(model.likely);
  }
  model.name = std::move(name);
  model.size_class = size_class(size.total);
  model.active_size_class = size_class(size.active);
  model.origin = Origin::Assumed;
  model.because = fmt::format("{}-class from the name", size_class_name(model.size_class));
  return model;
}

}  // namespace grpolint::model
