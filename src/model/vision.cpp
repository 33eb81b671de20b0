#include "model/vision.h"

namespace grpolint::model {
namespace {

constexpr std::int64_t kMaxWidth = 1 << 20;
constexpr std::int64_t kMaxLayers = 10'000;
constexpr std::int64_t kMaxPatch = 4096;

/// Pre-norm transformer blocks with biases everywhere: attention (fused or not), two layer norms,
/// a plain MLP.
Checked blocks(Checked width, Checked intermediate, Checked layers) {
  const Checked attention = Checked(4) * (width * width + width);
  const Checked mlp = Checked(2) * width * intermediate + intermediate + width;
  return layers * (attention + mlp + Checked(4) * width);
}

/// SigLIP without its head, and Gemma 3's projector (transformers, modeling_siglip.py and
/// modeling_gemma3.py).
Checked siglip(ConfigFields& vision, Checked hidden) {
  const Checked width = vision.required("hidden_size", kMaxWidth);
  const Checked intermediate = vision.required("intermediate_size", kMaxWidth);
  const Checked layers = vision.required("num_hidden_layers", kMaxLayers);
  const std::int64_t patch = vision.count("patch_size", 14, kMaxPatch);
  const std::int64_t image = vision.count("image_size", 224, kMaxWidth);
  const std::int64_t side = patch > 0 ? image / patch : 0;
  const Checked embeddings =
      Checked(3) * patch * patch * width + width + Checked(side) * side * width;
  const Checked projector = width * hidden + width;
  return blocks(width, intermediate, layers) + embeddings + Checked(2) * width + projector;
}

/// Patch merger: a norm of width `normed`, then two linear layers over all patches of a square.
Checked merger(Checked normed, Checked merged, Checked out) {
  return Checked(2) * normed + merged * merged + merged + merged * out + out;
}

/// The tower of Qwen3-VL and Qwen3.5 (transformers, modeling_qwen3_vl.py).
Checked qwen3_vl(ConfigFields& vision, std::int64_t hidden) {
  const Checked width = vision.required("hidden_size", kMaxWidth);
  const Checked intermediate = vision.required("intermediate_size", kMaxWidth);
  const Checked layers = vision.required("depth", kMaxLayers);
  const Checked out = vision.count("out_hidden_size", hidden, kMaxWidth);
  const Checked patch = vision.count("patch_size", 16, kMaxPatch);
  const Checked temporal = vision.count("temporal_patch_size", 2, kMaxPatch);
  const Checked merge = vision.count("spatial_merge_size", 2, kMaxPatch);
  const Checked positions = vision.count("num_position_embeddings", 2304, kMaxWidth);
  const auto deep =
      static_cast<std::int64_t>(vision.counts("deepstack_visual_indexes", kMaxLayers).size());
  const Checked embeddings =
      Checked(3) * temporal * patch * patch * width + width + positions * width;
  const Checked merged = width * merge * merge;
  return blocks(width, intermediate, layers) + embeddings + merger(width, merged, out) +
         Checked(deep) * merger(merged, merged, out);
}

/// The tower of Qwen2.5-VL: RMS norms and a gated MLP (transformers, modeling_qwen2_5_vl.py).
Checked qwen2_5_vl(ConfigFields& vision, std::int64_t hidden) {
  const Checked width = vision.required("hidden_size", kMaxWidth);
  const Checked intermediate = vision.required("intermediate_size", kMaxWidth);
  const Checked layers = vision.required("depth", kMaxLayers);
  const Checked out = vision.count("out_hidden_size", hidden, kMaxWidth);
  const Checked patch = vision.count("patch_size", 14, kMaxPatch);
  const Checked temporal = vision.count("temporal_patch_size", 2, kMaxPatch);
  const Checked merge = vision.count("spatial_merge_size", 2, kMaxPatch);
  const Checked attention = Checked(4) * (width * width + width);
  const Checked mlp = Checked(3) * width * intermediate + Checked(2) * intermediate + width;
  const Checked embeddings = Checked(3) * temporal * patch * patch * width;
  const Checked merged = width * merge * merge;
  return layers * (attention + mlp + Checked(2) * width) + embeddings + width + merged * merged +
         merged + merged * out + out;
}

}  // namespace

VisionCount count_vision(std::string_view model_type, ConfigFields& vision, std::int64_t hidden) {
  if (model_type == "gemma3") return {siglip(vision, hidden), true};
  if (model_type == "qwen2_5_vl") return {qwen2_5_vl(vision, hidden), true};
  if (model_type.starts_with("qwen3_vl") || model_type.starts_with("qwen3_5")) {
    return {qwen3_vl(vision, hidden), true};
  }
  const Checked width = vision.count("hidden_size", 0, kMaxWidth);
  const Checked intermediate =
      vision.count("intermediate_size", (width * 4).value(), kMaxWidth * 4);
  const Checked layers =
      vision.count(vision.has("depth") ? "depth" : "num_hidden_layers", 0, kMaxLayers);
  return {blocks(width, intermediate, layers), false};
}

}  // namespace grpolint::model
