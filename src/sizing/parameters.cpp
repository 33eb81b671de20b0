#include "sizing/parameters.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "model/counts.h"

namespace grpolint::sizing {
namespace {

double real(std::int64_t count) { return static_cast<double>(count); }

bool targets(const AdapterSetup& adapter, std::string_view module) {
  return std::any_of(adapter.targets.begin(), adapter.targets.end(), [&](std::string_view target) {
    return target == "all-linear" || target.substr(target.rfind('.') + 1) == module;
  });
}

/// bitsandbytes and torchao leave tensors below this size at 32 bit.
constexpr double kSmallTensor = 4096;

void count_adapter(const Setup& setup, Parameters& p) {
  const AdapterSetup& adapter = setup.adapter;
  const double rank = real(adapter.rank);
  p.adapter = model::lora_parameters(setup.model, adapter.targets, adapter.rank);
  for (const model::LinearModule& module : model::linear_modules(setup.model)) {
    if (!targets(adapter, module.name)) continue;
    const double number = real(module.count);
    const double down = rank * real(module.in);
    const double up = rank * real(module.out);
    if (down < kSmallTensor) p.small += number * down;
    if (up < kSmallTensor) p.small += number * up;
    p.factored_rows += number * (2 * rank + real(module.in) + real(module.out));
    if (adapter.dora) p.adapter += number * real(module.out);
  }
  if (adapter.saves_embedding) {
    p.adapter += p.embedding;
    p.trainable_embedding = p.embedding;
  }
  if (adapter.saves_head) p.adapter += p.head;
  p.trainable = p.adapter;
}

void count_full(const Setup& setup, Parameters& p) {
  p.trainable = p.total;
  p.trainable_embedding = p.embedding;
  p.factored_rows = real(setup.model.vocabulary + setup.model.hidden);
  for (const model::LinearModule& module : model::linear_modules(setup.model)) {
    p.factored_rows += real(module.count) * (real(module.in) + real(module.out));
  }
}

void choose_shards(const Setup& setup, Parameters& p) {
  const double n = real(setup.world_size);
  switch (setup.sharding) {
    case Sharding::None:
    case Sharding::Ddp:
      return;
    case Sharding::Zero1:
      p.optimizer_shard = n;
      return;
    case Sharding::Zero2:
      p.optimizer_shard = p.gradient_shard = n;
      return;
    case Sharding::Zero3:
    case Sharding::Fsdp:
      p.optimizer_shard = p.gradient_shard = p.weight_shard = n;
      return;
  }
}

void choose_widths(const Setup& setup, Parameters& p) {
  const double loaded = bytes_per_element(setup.weight_dtype);
  const double trained = setup.adapter.present ? bytes_per_element(setup.adapter.dtype) : loaded;
  p.frozen_bytes = loaded;
  p.trainable_bytes = p.gradient_bytes = p.state_dtype = trained;
  if (setup.precision != Precision::Native16) return;
  if (setup.sharding == Sharding::Fsdp) {
    p.trainable_bytes = p.gradient_bytes = p.state_dtype = 4;  // accelerate upcasts what trains
    return;
  }
  p.frozen_bytes = p.trainable_bytes = p.gradient_bytes = 2;
  p.state_dtype = p.master_bytes = 4;
}

}  // namespace

double bytes_per_element(Dtype dtype) { return dtype == Dtype::Float32 ? 4 : 2; }

double quantized_bytes(Quantization quantization, double hidden) {
  switch (quantization) {
    case Quantization::None:
      return 0;
    case Quantization::Nf4:
      return 0.5 + 4.0 / 64;  // fp32 scale per 64 weights
    case Quantization::Nf4Double:
      return 0.5 + 1.0 / 64 + 4.0 / (64 * 256);  // 8-bit scales, fp32 second level
    case Quantization::Int8:
      return 1 + 4 / hidden;  // fp32 scale per output row
    case Quantization::Fp8:
      return 1 + 4.0 / (128 * 128);
    case Quantization::Mxfp4:
      return 0.5 + 1.0 / 32;  // 8-bit exponent per 32 weights
  }
  return 0;
}

double packed_elements(const model::Geometry& model, Quantization quantization, bool experts_too) {
  if (quantization == Quantization::None) return 0;
  if (quantization == Quantization::Mxfp4 && model.expert_parameters > 0) {
    return real(model.expert_parameters);
  }
  const bool packs_experts =
      experts_too || quantization == Quantization::Fp8 || quantization == Quantization::Mxfp4;
  const double experts = real(model.expert_parameters);
  // The geometry counts experts among the linear layers unless its family always fuses them.
  const double without = real(model.block_linear_parameters) - (model.fused_experts ? 0 : experts);
  // What the checkpoint's own list keeps in 16 bit.
  const bool by_list = quantization == Quantization::Nf4 ||
                       quantization == Quantization::Nf4Double ||
                       quantization == Quantization::Int8;
  const double kept = by_list ? real(model.unpacked_linear_parameters) : 0;
  return std::max(0.0, without - kept + (packs_experts ? experts : 0));
}

Parameters count(const Setup& setup) {
  const model::Geometry& model = setup.model;
  Parameters p;
  p.total = real(model.parameters);
  p.packed = std::min(p.total, packed_elements(model, setup.quantization, setup.experts_quantized));
  p.rest = p.total - p.packed;
  p.embedding = p.head = real(model.vocabulary) * real(model.hidden);
  p.layer_linear = std::max(0.0, real(model.block_linear_parameters +
                                      model.expert_parameters * (model.fused_experts ? 1 : 0))) /
                   std::max(1.0, real(model.layers));
  p.largest = real(model.largest_parameter);
  choose_shards(setup, p);
  choose_widths(setup, p);
  if (setup.adapter.present) {
    count_adapter(setup, p);
  } else {
    count_full(setup, p);
  }
  return p;
}

}  // namespace grpolint::sizing
