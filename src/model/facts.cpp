#include <array>

#include "model/model.h"

namespace grpolint::model {
namespace {

constexpr Type kString{TypeKind::String, Unit::None};
constexpr Type kNumber{TypeKind::Number, Unit::None};
constexpr Type kBoolean{TypeKind::Boolean, Unit::None};
constexpr Type kParameters{TypeKind::Number, Unit::Parameters};
constexpr Type kTokens{TypeKind::Number, Unit::Tokens};

constexpr std::array kDeclarations = {
    FactDeclaration{"model.name", kString, "the model as the config names it"},
    FactDeclaration{"model.parameters", kParameters, "all parameters held in memory"},
    FactDeclaration{"model.active_parameters", kParameters,
                    "parameters touched per token; the input embedding is not counted"},
    FactDeclaration{"model.size_class", kParameters,
                    "nominal size class by all parameters: 0.5B, 1B, 1.5B, 3B, 4B, 8B, 14B, 32B, "
                    "70B or 100B"},
    FactDeclaration{
        "model.active_size_class", kParameters,
        "the same by active parameters; equal to size_class unless a mixture of experts"},
    FactDeclaration{"model.exact", kBoolean, "the geometry is known, not taken from a size class"},
    FactDeclaration{"model.is_moe", kBoolean, "a mixture of experts"},
    FactDeclaration{"model.vocabulary", kNumber, "entries of the embedding"},
    FactDeclaration{"model.layers", kNumber, "decoder layers"},
    FactDeclaration{"model.hidden", kNumber, "width of the residual stream"},
    FactDeclaration{"model.heads", kNumber, "query heads"},
    FactDeclaration{"model.kv_heads", kNumber, "key and value heads"},
    FactDeclaration{"model.context_length", kTokens,
                    "max_position_embeddings; unknown if unstated"},
    FactDeclaration{"model.tied_embeddings", kBoolean, "input embedding and head are one tensor"},
    FactDeclaration{"model.family", kString, "model_type of the language model: 'qwen2'"},
    FactDeclaration{"model.has_vision", kBoolean,
                    "a vision tower belongs to it; unknown where the geometry is not exact"},
};

constexpr const char* kNameFact = "run.model_name_or_path";

Value count(std::int64_t value, Unit unit = Unit::None) {
  return Value::number(static_cast<double>(value), unit);
}

}  // namespace

std::span<const FactDeclaration> fact_declarations() { return kDeclarations; }

void add_facts(const Model& model, FactTable& facts) {
  const Geometry& geometry = model.likely;
  const bool exact = model.exact;
  const auto state = [&](const char* name, Value value, bool certain) {
    Fact fact;
    fact.origin = !value.is_known() ? Origin::Unknown : certain ? model.origin : Origin::Assumed;
    fact.value = std::move(value);
    fact.because = model.because;
    // What the name told is shown at the name.
    if (fact.origin != Origin::Companion) fact.sources = {kNameFact};
    facts.set(name, std::move(fact));
  };
  if (!model.name.empty()) {
    facts.derive("model.name", Value::string(model.name), {kNameFact});
  }
  facts.derive("model.exact", Value::boolean(exact), {kNameFact}, model.because);
  state("model.parameters", count(geometry.parameters, Unit::Parameters), exact);
  state("model.active_parameters", count(geometry.active_parameters, Unit::Parameters), exact);
  state("model.size_class", Value::number(model.size_class, Unit::Parameters), exact);
  state("model.active_size_class", Value::number(model.active_size_class, Unit::Parameters), exact);
  state("model.is_moe", Value::boolean(geometry.moe_layers > 0), exact);
  state("model.vocabulary", count(geometry.vocabulary), exact);
  state("model.layers", count(geometry.layers), exact);
  state("model.hidden", count(geometry.hidden), exact);
  state("model.heads", count(geometry.heads), exact);
  state("model.kv_heads", count(geometry.kv_heads), exact);
  state("model.context_length",
        exact && geometry.context_length > 0 ? count(geometry.context_length, Unit::Tokens)
                                             : Value::unknown(),
        exact);
  state("model.tied_embeddings", Value::boolean(geometry.tied_embeddings), exact);
  state("model.has_vision", exact ? Value::boolean(geometry.has_vision) : Value::unknown(), exact);
  state("model.family", exact ? Value::string(geometry.family) : Value::unknown(), exact);
}

}  // namespace grpolint::model
