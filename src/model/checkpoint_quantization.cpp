#include "model/checkpoint_quantization.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/counts.h"

namespace grpolint::model {
namespace {

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

/// The part of a block that holds a module, as transformers names it.
std::string_view group_of(std::string_view module) {
  if (starts_with_any(module, {"in_proj", "out_proj"})) return "linear_attn";
  return starts_with_any(module, {"q_", "k_", "v_", "o_", "kv_", "qkv_"}) ? "self_attn" : "mlp";
}

/// Which modules a name of llm_int8_skip_modules covers: "model.layers.3.mlp" those of one block's
/// MLP, "model.layers.3" a whole block, "o_proj" that module of every block. transformers leaves
/// alone what lies below a name and what ends with it.
struct Skipped {
  std::optional<std::int64_t> layer;  // empty: every layer
  std::string_view rest;              // below the layer; empty: all of it
};

Skipped parse(std::string_view name) {
  constexpr std::string_view kLayers = "layers.";
  const std::size_t at = name.find(kLayers);
  if (at == std::string_view::npos) return {std::nullopt, name};
  const std::string_view tail = name.substr(at + kLayers.size());
  std::int64_t layer = 0;
  const auto [end, problem] = std::from_chars(tail.data(), tail.data() + tail.size(), layer);
  if (problem != std::errc() || layer < 0) return {std::nullopt, name};
  const std::string_view rest = tail.substr(static_cast<std::size_t>(end - tail.data()));
  if (rest.empty()) return {layer, {}};
  return rest.front() == '.' ? Skipped{layer, rest.substr(1)} : Skipped{std::nullopt, name};
}

bool covers(std::string_view rest, std::string_view module) {
  if (rest.empty()) return true;
  const std::string_view group = group_of(module);
  if (rest == group || rest == module) return true;
  return rest.size() == group.size() + 1 + module.size() && rest.starts_with(group) &&
         rest.ends_with(module);
}

double unpacked_parameters(const Geometry& geometry, const std::vector<std::string>& names) {
  double sum = 0;
  for (const LinearModule& module : linear_modules(geometry)) {
    std::vector<bool> layers(static_cast<std::size_t>(geometry.layers), false);
    for (const std::string& name : names) {
      const Skipped skipped = parse(name);
      if (!covers(skipped.rest, module.name)) continue;
      // A name without a layer must be more than empty to mean every layer.
      if (!skipped.layer && !skipped.rest.empty()) layers.assign(layers.size(), true);
      if (skipped.layer && *skipped.layer < geometry.layers) {
        layers[static_cast<std::size_t>(*skipped.layer)] = true;
      }
    }
    const auto left = static_cast<double>(std::count(layers.begin(), layers.end(), true));
    const double in_one_layer = static_cast<double>(module.in) * static_cast<double>(module.out) *
                                static_cast<double>(module.count) /
                                static_cast<double>(std::max<std::int64_t>(geometry.layers, 1));
    sum += left * in_one_layer;
  }
  return sum;
}

}  // namespace

void read_checkpoint_quantization(ConfigFields& quantization, Geometry& geometry) {
  const bool four_bit = quantization.boolean("load_in_4bit", false);
  const bool eight_bit = quantization.boolean("load_in_8bit", false);
  if (!four_bit && !eight_bit) return;
  const bool nested = quantization.boolean("bnb_4bit_use_double_quant", false);
  geometry.packed_as = eight_bit ? "int8" : nested ? "nf4-double" : "nf4";
  const auto names = quantization.strings("llm_int8_skip_modules");
  if (!names) return;
  const double unpacked = unpacked_parameters(geometry, *names);
  geometry.unpacked_linear_parameters = std::min(
      geometry.block_linear_parameters, static_cast<std::int64_t>(std::min(unpacked, 9e18)));
}

}  // namespace grpolint::model
