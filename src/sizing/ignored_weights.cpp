#include "sizing/ignored_weights.h"

namespace grpolint::sizing {
namespace {

bool route_is_guessed(const FactReader& facts) {
  const Fact* route = facts.fact("run.route");
  return route != nullptr && route->origin == Origin::Default;
}

Dtype asked_dtype(const FactReader& facts, Dtype otherwise) {
  for (const char* key : {"run.dtype", "run.torch_dtype"}) {
    const std::string_view name = facts.text(key);
    // "auto" is the checkpoint's own dtype, which is bfloat16 for most.
    if (name == "bfloat16" || name == "auto") return Dtype::BFloat16;
    if (name == "float16") return Dtype::Float16;
    if (name == "float32") return Dtype::Float32;
  }
  return otherwise;
}

Quantization asked_quantization(const FactReader& facts, Quantization otherwise) {
  if (facts.truth("run.load_in_4bit") == true) {
    return facts.truth("run.use_bnb_nested_quant") == true ? Quantization::Nf4Double
                                                           : Quantization::Nf4;
  }
  return facts.truth("run.load_in_8bit") == true ? Quantization::Int8 : otherwise;
}

}  // namespace

void read_ignored_weights(FactReader& facts, Setup& setup) {
  if (setup.unsloth || !route_is_guessed(facts)) return;
  if (facts.truth("run.model_config_read") != false) return;
  const WeightReading asked = {asked_dtype(facts, setup.weight_dtype),
                               asked_quantization(facts, setup.quantization)};
  if (asked.dtype == setup.weight_dtype && asked.quantization == setup.quantization) return;
  setup.ignored_weights = asked;
  facts.assume(
      "`trl grpo` of this release ignores the dtype and quantization in the file; the low estimate "
      "follows them, as a training script of your own may (--route python states one)");
}

}  // namespace grpolint::sizing
