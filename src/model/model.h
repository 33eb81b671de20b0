#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fact/fact.h"
#include "grpolint/result.h"
#include "model/geometry.h"

namespace grpolint::model {

/// What is known of the model of a run. `likely` is the geometry itself or the representative of
/// the size class; `spread` holds every member of the class (one entry when exact), and estimates
/// are the envelope over it: per-field extremes are never combined.
struct Model {
  std::string name;  ///< as the config writes it
  bool exact = false;
  Geometry likely;
  std::vector<Geometry> spread;
  double size_class = 0;         ///< nominal parameters: 0.5e9, 1e9, 1.5e9, 3e9, ..., 100e9
  double active_size_class = 0;  ///< the same by active parameters
  Origin origin = Origin::Unknown;
  std::string because;  ///< "config.json in the local cache", "8B-class from the name", ...
};

/// Nominal size class of a parameter count (docs: 0.5B, 1B, 1.5B, 3B, 4B, 8B, 14B, 32B, 70B,
/// 100B+).
double size_class(double parameters);
std::string_view size_class_name(double nominal);        // "8B", "100B+"
std::optional<double> size_class_below(double nominal);  ///< empty below the smallest class

/// Reads a Hugging Face config.json (nested text_config included).
Result<Geometry> read_config_json(std::string_view bytes);

/// "Qwen2.5-7B" -> 7e9 / 7e9, "Qwen3-30B-A3B" -> 30e9 / 3e9, "Mixtral-8x7B", "0.6B", "135M".
struct StatedSize {
  double total = 0;
  double active = 0;
};
std::optional<StatedSize> size_from_name(std::string_view name);

/// Where a model's config.json may be found besides the size class.
struct Lookup {
  std::filesystem::path model_config{};        ///< --model-config; empty: not given
  std::filesystem::path relative_to{};         ///< folder of the config file, for local model paths
  std::filesystem::path hugging_face_cache{};  ///< hub folder; empty: none
};
/// HF_HUB_CACHE, HF_HOME/hub, XDG_CACHE_HOME, ~/.cache/huggingface/hub. Never the network.
std::filesystem::path hugging_face_cache_from_environment();

/// Empty when nothing tells the geometry or the size. An Error only for a --model-config that
/// cannot be read.
Result<std::optional<Model>> resolve(std::string_view name, const Lookup& lookup);

void add_facts(const Model& model, FactTable& facts);
std::span<const FactDeclaration> fact_declarations();

}  // namespace grpolint::model
