#pragma once

#include <string_view>

#include "model/checked.h"
#include "model/config_fields.h"

namespace grpolint::model {

/// Parameters of a vision tower and of the projector into a language model of width `hidden`.
struct VisionCount {
  Checked parameters;
  bool known = true;  ///< false: a tower of another kind, counted as a plain vision transformer
};

/// `model_type` is that of the whole model: "gemma3", "qwen3_5", ... Refusals are left in `vision`.
VisionCount count_vision(std::string_view model_type, ConfigFields& vision, std::int64_t hidden);

}  // namespace grpolint::model
