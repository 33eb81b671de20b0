#pragma once

#include "model/config_fields.h"
#include "model/geometry.h"

namespace grpolint::model {

/// Fills what a bitsandbytes quantization_config says of a checkpoint: how it is packed, and how
/// many parameters of the blocks its llm_int8_skip_modules leave in 16 bit. Other quantisation
/// methods leave the geometry as it is. Precondition: `geometry` is counted.
void read_checkpoint_quantization(ConfigFields& quantization, Geometry& geometry);

}  // namespace grpolint::model
