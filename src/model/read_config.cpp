#include "model/read_config.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/checkpoint_quantization.h"
#include "model/config_fields.h"
#include "model/counts.h"
#include "model/families.h"
#include "model/model.h"
#include "model/vision.h"

namespace grpolint::model {
namespace {

// Far above any real model, low enough that no single product of two of them overflows.
constexpr std::int64_t kMaxLayers = 10'000;
constexpr std::int64_t kMaxHeads = 1 << 16;
constexpr std::int64_t kMaxHeadDim = 1 << 16;
constexpr std::int64_t kMaxWidth = 1 << 24;
constexpr std::int64_t kMaxExperts = 1 << 16;
constexpr std::int64_t kMaxVocabulary = 1 << 28;
constexpr std::int64_t kMaxTokens = std::int64_t{1} << 40;

/// Reads one text model into a geometry; `outer` is the whole file, the same mapping when flat.
class Reader {
 public:
  Reader(ConfigFields& text, ConfigFields& outer, const Family& family)
      : text_(text), outer_(outer), family_(family) {}

  Geometry read() {
    read_trunk();
    read_attention();
    if (family_.experts != Family::Experts::None) read_experts();
    if (family_.known && geometry_.intermediate == 0 && geometry_.moe_layers < geometry_.layers) {
      text_.refuse("intermediate_size is missing or 0");
    }
    read_layer_types();
    geometry_.draft_layers = text_.count(
        text_.has("mtp_num_hidden_layers") ? "mtp_num_hidden_layers" : "num_nextn_predict_layers",
        0, kMaxLayers);
    return geometry_;
  }

 private:
  void read_trunk() {
    const bool gemma3 = family_.model_type == "gemma3_text";
    geometry_.known_family = family_.known;
    geometry_.hidden = text_.required("hidden_size", kMaxWidth);
    geometry_.layers = text_.required("num_hidden_layers", kMaxLayers);
    // The published Gemma-3 files leave out what equals the defaults of Gemma3TextConfig.
    geometry_.vocabulary = gemma3 ? text_.count("vocab_size", 262'208, kMaxVocabulary)
                                  : text_.required("vocab_size", kMaxVocabulary);
    geometry_.heads = gemma3 ? text_.count("num_attention_heads", 8, kMaxHeads)
                             : text_.required("num_attention_heads", kMaxHeads);
    geometry_.kv_heads =
        text_.count("num_key_value_heads", gemma3 ? 4 : geometry_.heads, kMaxHeads);
    geometry_.intermediate = text_.count("intermediate_size", 0, kMaxWidth);
    geometry_.context_length =
        text_.count("max_position_embeddings", gemma3 ? 131'072 : 0, kMaxTokens);
    geometry_.tied_embeddings =
        text_.has("tie_word_embeddings")
            ? text_.boolean("tie_word_embeddings", false)
            : outer_.boolean("tie_word_embeddings", family_.tied_by_default);
    geometry_.mlp_bias = text_.boolean("mlp_bias", false);
    geometry_.post_norms = family_.post_norms;
    geometry_.fused_projections = family_.fused_projections;
    geometry_.logit_softcap =
        text_.has("final_logit_softcapping") || family_.model_type == "gemma2";
    if (geometry_.heads == 0) text_.refuse("num_attention_heads must not be 0");
    if (geometry_.kv_heads == 0 || geometry_.kv_heads > geometry_.heads) {
      text_.refuse("num_key_value_heads must be from 1 to num_attention_heads");
    }
  }

  void read_attention() {
    const std::int64_t heads = std::max<std::int64_t>(geometry_.heads, 1);
    geometry_.head_dim = text_.count(
        "head_dim", family_.model_type == "gemma3_text" ? 256 : geometry_.hidden / heads,
        kMaxHeadDim);
    using Bias = Family::Bias;
    const bool stated = text_.boolean("attention_bias", false);
    geometry_.attention_bias = family_.bias == Bias::QueryKeyValue || family_.bias == Bias::All ||
                               (family_.bias == Bias::FromConfig && stated);
    geometry_.attention_output_bias =
        family_.bias == Bias::All || (family_.bias == Bias::FromConfig && stated);
    geometry_.attention_sinks = family_.model_type == "gpt_oss";
    geometry_.qk_norm = family_.qk_norm;
    geometry_.qk_norm_full = family_.qk_norm_full;
    geometry_.output_gate = family_.linear_attention;
    if (family_.latent) read_latent_attention();
  }

  void read_latent_attention() {
    geometry_.kv_lora_rank = text_.required("kv_lora_rank", kMaxWidth);
    geometry_.q_lora_rank = text_.count("q_lora_rank", 0, kMaxWidth);
    geometry_.rope_head_dim = text_.required("qk_rope_head_dim", kMaxHeadDim);
    geometry_.nope_head_dim = text_.required("qk_nope_head_dim", kMaxHeadDim);
    geometry_.value_head_dim = text_.required("v_head_dim", kMaxHeadDim);
    geometry_.head_dim = geometry_.rope_head_dim + geometry_.nope_head_dim;
  }

  std::int64_t first_count(std::initializer_list<std::string_view> keys, std::int64_t limit) {
    for (const std::string_view key : keys) {
      if (text_.has(key)) return text_.count(key, 0, limit);
    }
    return 0;
  }

  void read_experts() {
    geometry_.experts =
        first_count({"num_experts", "num_local_experts", "n_routed_experts"}, kMaxExperts);
    if (geometry_.experts == 0) {
      if (family_.known) text_.refuse("the number of experts is missing");
      return;
    }
    geometry_.experts_per_token =
        first_count({"num_experts_per_tok", "experts_per_token"}, kMaxExperts);
    if (geometry_.experts_per_token == 0 || geometry_.experts_per_token > geometry_.experts) {
      text_.refuse("num_experts_per_tok must be from 1 to the number of experts");
    }
    geometry_.expert_intermediate =
        text_.count("moe_intermediate_size", geometry_.intermediate, kMaxWidth);
    const std::int64_t shared = text_.count("n_shared_experts", 0, kMaxExperts);
    geometry_.shared_intermediate =
        text_.count("shared_expert_intermediate_size",
                    (Checked(shared) * geometry_.expert_intermediate).value(), kMaxWidth);
    geometry_.fused_experts = family_.fused_experts;
    geometry_.expert_bias = family_.expert_biases;
    geometry_.router_bias =
        family_.expert_biases || (family_.experts == Family::Experts::AfterDense &&
                                  text_.string("topk_method") == "noaux_tc");
    geometry_.shared_expert_gate = family_.shared_expert_gate && geometry_.shared_intermediate > 0;
    geometry_.moe_layers = count_moe_layers();
    if (geometry_.moe_layers == geometry_.layers) geometry_.intermediate = 0;
  }

  std::int64_t count_moe_layers() {
    using Experts = Family::Experts;
    if (family_.experts == Experts::EveryLayer) return geometry_.layers;
    const bool sparse = family_.experts == Experts::SparseStep;
    const std::int64_t step = std::max<std::int64_t>(
        text_.count(sparse ? "decoder_sparse_step" : "moe_layer_freq", 1, kMaxLayers), 1);
    const std::int64_t dense_first =
        sparse ? 0 : text_.count("first_k_dense_replace", 0, kMaxLayers);
    std::vector<std::int64_t> dense;
    if (sparse) dense = text_.counts("mlp_only_layers", kMaxLayers);
    std::sort(dense.begin(), dense.end());
    std::int64_t layers = 0;
    for (std::int64_t layer = 0; layer < geometry_.layers; ++layer) {
      const bool at_step = (sparse ? layer + 1 : layer) % step == 0;
      const bool is_dense = std::binary_search(dense.begin(), dense.end(), layer);
      if (at_step && layer >= dense_first && !is_dense) ++layers;
    }
    return layers;
  }

  void read_layer_types() {
    geometry_.sliding_window = text_.count("sliding_window", default_window(), kMaxTokens);
    if (family_.linear_attention) {
      geometry_.linear_key_heads = text_.required("linear_num_key_heads", kMaxHeads);
      geometry_.linear_value_heads = text_.required("linear_num_value_heads", kMaxHeads);
      geometry_.linear_key_head_dim = text_.required("linear_key_head_dim", kMaxHeadDim);
      geometry_.linear_value_head_dim = text_.required("linear_value_head_dim", kMaxHeadDim);
      geometry_.linear_conv_kernel = text_.count("linear_conv_kernel_dim", 4, kMaxHeadDim);
    }
    if (const auto types = text_.strings("layer_types")) {
      count_layer_types(*types);
    } else {
      geometry_.sliding_layers = sliding_layers_by_family();
      if (family_.linear_attention) {
        const std::int64_t interval =
            std::max<std::int64_t>(text_.count("full_attention_interval", 4, kMaxLayers), 1);
        geometry_.linear_layers = geometry_.layers - geometry_.layers / interval;
      }
    }
    if (geometry_.sliding_window == 0) geometry_.sliding_layers = 0;
    if (geometry_.sliding_layers == 0) geometry_.sliding_window = 0;
  }

  void count_layer_types(const std::vector<std::string>& types) {
    if (static_cast<std::int64_t>(types.size()) != geometry_.layers) {
      text_.refuse(
          fmt::format("layer_types has {} entries for {} layers", types.size(), geometry_.layers));
      return;
    }
    geometry_.sliding_layers = std::count(types.begin(), types.end(), "sliding_attention");
    geometry_.linear_layers = std::count(types.begin(), types.end(), "linear_attention");
    const auto full = std::count(types.begin(), types.end(), "full_attention");
    if (full + geometry_.sliding_layers + geometry_.linear_layers != geometry_.layers) {
      text_.refuse("layer_types names a kind of layer that is not known");
      return;
    }
    if (geometry_.linear_layers > 0 && !family_.linear_attention) {
      text_.refuse("the linear attention of this model_type is not known");
    }
  }

  std::int64_t default_window() const {
    return family_.window == Family::Window::Alternate || family_.window == Family::Window::Pattern
               ? 4096
               : 0;
  }

  std::int64_t sliding_layers_by_family() {
    using Window = Family::Window;
    const std::int64_t layers = geometry_.layers;
    switch (family_.window) {
      case Window::None:
        return 0;
      case Window::AllLayers:
        return layers;
      case Window::Alternate:
        return (layers + 1) / 2;
      case Window::Pattern: {
        const std::int64_t pattern =
            std::max<std::int64_t>(text_.count("sliding_window_pattern", 6, kMaxLayers), 1);
        return layers - layers / pattern;
      }
      case Window::UpperLayers:
        if (!text_.boolean("use_sliding_window", false)) return 0;
        return layers - std::min(layers, text_.count("max_window_layers", 28, kMaxLayers));
    }
    return 0;
  }

  ConfigFields& text_;
  ConfigFields& outer_;
  const Family& family_;
  Geometry geometry_;
};

/// The language model's own table, under the names that vision-language configs use.
std::optional<ConfigFields> text_table(ConfigFields& outer) {
  for (const std::string_view key : {"text_config", "llm_config", "language_config"}) {
    if (auto table = outer.table(key)) return table;
  }
  return std::nullopt;
}

/// The name of an unlisted family as a fact may carry it: it comes from an untrusted file.
std::string safe_name(const std::string& model_type) {
  constexpr std::size_t kLongest = 64;
  const bool plain = std::all_of(model_type.begin(), model_type.end(),
                                 [](unsigned char c) { return c > ' ' && c < 0x7f; });
  return plain && model_type.size() <= kLongest ? model_type : "unknown";
}

Error refused(const std::string& reason) {
  return Error{
      fmt::format("config.json does not describe a model that can be counted: {}", reason)};
}

}  // namespace

Result<Geometry> read_config(const Document& document, NodeId mapping) {
  ConfigFields outer(document, mapping);
  const std::string whole_type = outer.string("model_type");
  std::optional<ConfigFields> nested = text_table(outer);
  ConfigFields& text = nested ? *nested : outer;
  std::string text_type = nested ? text.string("model_type") : whole_type;
  if (text_type.empty()) text_type = whole_type;

  const Family family = family_of(text_type);
  Geometry geometry = Reader(text, outer, family).read();
  geometry.family = family.known ? std::string(family.model_type) : safe_name(text_type);
  if (auto vision = outer.table("vision_config")) {
    const VisionCount count = count_vision(whole_type, *vision, geometry.hidden);
    if (count.parameters.overflowed()) vision->refuse("the sizes of vision_config are too large");
    geometry.has_vision = true;
    geometry.other_parameters = count.parameters.value();
    geometry.known_family = geometry.known_family && count.known;
    outer.take_error(*vision);
  }
  if (nested) outer.take_error(*nested);
  auto quantization = outer.table("quantization_config");
  if (outer.error()) return refused(*outer.error());
  if (!count_parameters(geometry)) return refused("its sizes multiply to too many parameters");
  if (quantization) {
    read_checkpoint_quantization(*quantization, geometry);
    if (quantization->error()) return refused(*quantization->error());
  }
  return geometry;
}

Result<Geometry> read_config_json(std::string_view bytes) {
  constexpr ReadLimits kLimits;
  if (bytes.size() > kLimits.bytes) {
    return refused(fmt::format("the file is larger than {} MiB", kLimits.bytes >> 20));
  }
  const Source source("config.json", std::string(bytes));
  const Document document = read_document(source, Format::Json, kLimits);
  if (document.has_syntax_error()) {
    const Position at = source.position(document.problems.front().span.begin);
    return refused(fmt::format("line {}: {}", at.line, document.problems.front().message));
  }
  const Node* root = document.root();
  if (root == nullptr || root->kind != NodeKind::Mapping) {
    return refused("the file does not hold an object");
  }
  return read_config(document, *document.root_id);
}

}  // namespace grpolint::model
