#include "model/catalogue_loader.h"

#include <fmt/format.h>

#include <cmath>

#include "model/read_config.h"

namespace grpolint::model {
namespace {

constexpr double kBillion = 1e9;

/// The [model.config] table holds the keys of a config.json and is read as one.
void read_geometry(const Document& document, NodeId mapping, DataTable& table,
                   CatalogueModel& model) {
  const Member* config = document.find(mapping, "config");
  if (table.any("config") == nullptr || config == nullptr ||
      document.node(config->value.node).kind != NodeKind::Mapping) {
    table.error(table.span(), "the table config is missing");
    return;
  }
  auto geometry = read_config(document, config->value.node);
  if (!geometry) {
    table.error(table.span_of("config"), geometry.error().message);
    return;
  }
  if (!geometry->known_family) {
    table.error(table.span_of("config"), "the family is not one that can be counted exactly");
  }
  const double published = table.number("parameters");
  if (static_cast<double>(geometry->parameters) != published) {
    table.error(table.span_of("parameters"),
                fmt::format("the config comes to {} parameters", geometry->parameters));
  }
  model.geometry = std::move(*geometry);
}

CatalogueModel read_model(const Document& document, NodeId mapping,
                          std::vector<DataError>& errors) {
  DataTable table(document, mapping, errors);
  CatalogueModel model;
  model.name = table.string("name");
  model.nominal = table.number("nominal") * kBillion;
  model.active_nominal =
      table.optional_number("active").value_or(model.nominal / kBillion) * kBillion;
  model.representative = table.optional_boolean("representative").value_or(false);
  model.by_name_only = table.optional_boolean("by_name_only").value_or(false);
  model.source = table.string("source");
  model.verified = table.string("verified");
  table.string("provenance");
  read_geometry(document, mapping, table, model);
  if (auto names = table.table("names")) {
    for (const std::string& name : names->keys()) {
      model.names.emplace_back(name, std::llround(names->number(name)));
    }
  }
  if (model.names.empty()) table.error(table.span(), "no published model has this geometry");
  const bool mixture = model.geometry.moe_layers > 0;
  if (mixture != (model.active_nominal < model.nominal)) {
    table.error(table.span(), "active is for mixtures of experts, and needed there");
  }
  table.finish();
  return model;
}

}  // namespace

std::vector<CatalogueModel> read_catalogue(const Document& document,
                                           std::vector<DataError>& errors) {
  std::vector<CatalogueModel> models;
  const Node* root = document.root();
  const Member* list = root != nullptr && root->kind == NodeKind::Mapping
                           ? document.find(*document.root_id, "model")
                           : nullptr;
  if (list == nullptr) return models;
  for (const Use& item : document.node(list->value.node).items) {
    if (document.node(item.node).kind != NodeKind::Mapping) {
      errors.push_back({item.span, "expected a table"});
      continue;
    }
    models.push_back(read_model(document, item.node, errors));
  }
  return models;
}

}  // namespace grpolint::model
