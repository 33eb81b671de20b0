// Checks the catalogue of model geometries and turns it into a table built on first use.

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <set>

#include "document/data_file.h"
#include "embed/cpp_writer.h"
#include "model/catalogue_loader.h"

namespace {

using grpolint::embed::literal;
using grpolint::model::CatalogueModel;
using grpolint::model::Geometry;

bool read_into(const char* path, std::vector<CatalogueModel>& models) {
  auto file = grpolint::read_data_file(path, grpolint::Format::Toml);
  if (!file) {
    std::cerr << file.error().message << '\n';
    return false;
  }
  for (CatalogueModel& model : grpolint::model::read_catalogue(file->document, file->errors)) {
    models.push_back(std::move(model));
  }
  for (const std::string& mistake : file->mistakes()) std::cerr << mistake << '\n';
  return file->errors.empty();
}

bool names_are_distinct(const std::vector<CatalogueModel>& models) {
  std::set<std::string> seen;
  for (const CatalogueModel& model : models) {
    for (const auto& name : model.names) {
      if (!seen.insert(name.first).second) {
        std::cerr << fmt::format("model catalogue: {} has two geometries\n", name.first);
        return false;
      }
    }
  }
  return true;
}

/// Assignments of the fields that differ from a geometry's defaults.
std::string geometry_of(const Geometry& g) {
  const Geometry unset;
  std::string out = fmt::format("    g.family = {};\n", literal(g.family));
  if (!g.packed_as.empty()) out += fmt::format("    g.packed_as = {};\n", literal(g.packed_as));
  const auto put = [&](const char* field, auto value, auto otherwise) {
    if (value != otherwise) out += fmt::format("    g.{} = {};\n", field, value);
  };
#define GRPOLINT_PUT(field) put(#field, g.field, unset.field)
  GRPOLINT_PUT(layers);
  GRPOLINT_PUT(hidden);
  GRPOLINT_PUT(intermediate);
  GRPOLINT_PUT(heads);
  GRPOLINT_PUT(kv_heads);
  GRPOLINT_PUT(head_dim);
  GRPOLINT_PUT(vocabulary);
  GRPOLINT_PUT(context_length);
  GRPOLINT_PUT(tied_embeddings);
  GRPOLINT_PUT(attention_bias);
  GRPOLINT_PUT(attention_output_bias);
  GRPOLINT_PUT(attention_sinks);
  GRPOLINT_PUT(mlp_bias);
  GRPOLINT_PUT(gated_mlp);
  GRPOLINT_PUT(qk_norm);
  GRPOLINT_PUT(qk_norm_full);
  GRPOLINT_PUT(post_norms);
  GRPOLINT_PUT(logit_softcap);
  GRPOLINT_PUT(output_gate);
  GRPOLINT_PUT(fused_projections);
  GRPOLINT_PUT(experts);
  GRPOLINT_PUT(experts_per_token);
  GRPOLINT_PUT(expert_intermediate);
  GRPOLINT_PUT(shared_intermediate);
  GRPOLINT_PUT(moe_layers);
  GRPOLINT_PUT(expert_bias);
  GRPOLINT_PUT(router_bias);
  GRPOLINT_PUT(shared_expert_gate);
  GRPOLINT_PUT(fused_experts);
  GRPOLINT_PUT(kv_lora_rank);
  GRPOLINT_PUT(q_lora_rank);
  GRPOLINT_PUT(rope_head_dim);
  GRPOLINT_PUT(nope_head_dim);
  GRPOLINT_PUT(value_head_dim);
  GRPOLINT_PUT(sliding_window);
  GRPOLINT_PUT(sliding_layers);
  GRPOLINT_PUT(linear_layers);
  GRPOLINT_PUT(linear_key_heads);
  GRPOLINT_PUT(linear_value_heads);
  GRPOLINT_PUT(linear_key_head_dim);
  GRPOLINT_PUT(linear_value_head_dim);
  GRPOLINT_PUT(linear_conv_kernel);
  GRPOLINT_PUT(has_vision);
  GRPOLINT_PUT(other_parameters);
  GRPOLINT_PUT(draft_layers);
  GRPOLINT_PUT(unpacked_linear_parameters);
  GRPOLINT_PUT(parameters);
  GRPOLINT_PUT(active_parameters);
  GRPOLINT_PUT(embedding_parameters);
  GRPOLINT_PUT(block_linear_parameters);
  GRPOLINT_PUT(largest_parameter);
  GRPOLINT_PUT(expert_parameters);
  GRPOLINT_PUT(draft_parameters);
#undef GRPOLINT_PUT
  return out;
}

std::string model_of(const CatalogueModel& model) {
  std::string out =
      "  {\n    CatalogueModel& model = models.emplace_back();\n"
      "    Geometry& g = model.geometry;\n";
  out += fmt::format("    model.name = {};\n", literal(model.name));
  out += fmt::format("    model.nominal = {};\n", literal(model.nominal));
  out += fmt::format("    model.active_nominal = {};\n", literal(model.active_nominal));
  out += fmt::format("    model.representative = {};\n", model.representative);
  out += fmt::format("    model.by_name_only = {};\n", model.by_name_only);
  out += fmt::format("    model.source = {};\n", literal(model.source));
  out += fmt::format("    model.verified = {};\n", literal(model.verified));
  out += "    model.names = {";
  for (const auto& [name, context_length] : model.names) {
    out += fmt::format("{{{}, {}}}, ", literal(name), context_length);
  }
  return out + "};\n" + geometry_of(model.geometry) + "  }\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: grpolint_embed_model OUTPUT.cpp CATALOGUE.toml...\n";
    return 2;
  }
  std::vector<CatalogueModel> models;
  bool good = true;
  for (int i = 2; i < argc; ++i) good = read_into(argv[i], models) && good;
  if (!good || !names_are_distinct(models)) return 1;

  std::ofstream out(argv[1]);
  out << "// Generated from rules/models; do not edit.\n"
         "#include \"model/user_catalogue.h\"\n\n"
         "namespace grpolint::model {\nnamespace {\n\n"
         "std::vector<CatalogueModel> build() {\n"
         "  std::vector<CatalogueModel> models;\n"
         "  models.reserve("
      << models.size() << ");\n";
  for (const CatalogueModel& model : models) out << model_of(model);
  out << "  return models;\n}\n\n}  // namespace\n\n"
         "std::span<const CatalogueModel> embedded_catalogue() {\n"
         "  static const std::vector<CatalogueModel> kModels = build();\n"
         "  return kModels;\n}\n\n}  // namespace grpolint::model\n";
  out.close();
  return out ? 0 : 1;
}
