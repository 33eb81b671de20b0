#include "sizing/alternatives.h"

namespace grpolint::sizing {
namespace {

Setup sharded(Setup setup) {
  setup.sharding = Sharding::Zero3;
  setup.offload_optimizer |= setup.offload_open;
  setup.offload_parameters |= setup.offload_open;
  if (setup.precision == Precision::Autocast) setup.precision = Precision::Native16;
  return setup;
}

Setup loaded_otherwise(Setup setup) {
  setup.weight_dtype = setup.reference_dtype = setup.ignored_weights->dtype;
  setup.quantization = setup.ignored_weights->quantization;
  return setup;
}

/// Adds what `change` makes of each run there is.
template <typename Change>
void fork(std::vector<Setup>& runs, Change change) {
  const std::size_t count = runs.size();
  for (std::size_t i = 0; i < count; ++i) runs.push_back(change(runs[i]));
}

}  // namespace

std::vector<Setup> alternatives(const Setup& setup, const model::Model& model) {
  const bool of_a_class = !model.exact && model.spread.size() > 1;
  const bool may_be_sharded = setup.sharding_open || setup.offload_open;
  std::vector<Setup> runs;
  if (!of_a_class && !may_be_sharded && !setup.ignored_weights) return runs;
  for (const model::Geometry& member :
       of_a_class ? model.spread : std::vector<model::Geometry>{model.likely}) {
    runs.push_back(setup);
    runs.back().model = member;
  }
  if (may_be_sharded) fork(runs, sharded);
  if (setup.ignored_weights) fork(runs, loaded_otherwise);
  return runs;
}

}  // namespace grpolint::sizing
