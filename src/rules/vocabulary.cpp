#include "rules/vocabulary.h"

#include "dialect/run.h"
#include "hardware/gpu.h"
#include "model/model.h"
#include "schema/schema.h"
#include "sizing/estimate.h"

namespace grpolint::rules {
namespace {

Type type_of(schema::ArgumentKind kind) {
  switch (kind) {
    case schema::ArgumentKind::Boolean:
      return {TypeKind::Boolean, Unit::None};
    case schema::ArgumentKind::Integer:
    case schema::ArgumentKind::Float:
      return {TypeKind::Number, Unit::None};
    case schema::ArgumentKind::String:
    case schema::ArgumentKind::Enum:
      return {TypeKind::String, Unit::None};
    case schema::ArgumentKind::List:
      return {TypeKind::List, Unit::None};
    case schema::ArgumentKind::Map:
      return {TypeKind::Map, Unit::None};
    case schema::ArgumentKind::Any:
      break;
  }
  return {TypeKind::Any, Unit::None};
}

condition::Vocabulary build() {
  condition::Vocabulary result;
  for (const auto declarations : {dialect::fact_declarations(), model::fact_declarations(),
                                  hardware::fact_declarations(), sizing::fact_declarations()}) {
    for (const FactDeclaration& declaration : declarations) {
      result.add(std::string(declaration.name), declaration.type, std::string(declaration.doc));
    }
  }
  for (const std::string_view dialect : {"unsloth", "trl"}) {
    for (const schema::Argument& argument : schema::arguments(dialect)) {
      const std::string name = "run." + std::string(argument.name);
      result.add(name, type_of(argument.kind), "argument of " + std::string(argument.owner));
      // A value that may be a table ("dict or JSON string") has members of its own.
      if (argument.kind == schema::ArgumentKind::Map ||
          argument.kind == schema::ArgumentKind::Any) {
        result.add_open(name);
      }
    }
  }
  // Keys of the file that are no arguments, but say something about the run all the same.
  result.add_open("run.env");
  result.add("run.accelerate_config", {TypeKind::String, Unit::None},
             "launch configuration that trl passes on to accelerate");
  result.add("accelerate", {TypeKind::Map, Unit::None}, "an accelerate config, in rules about one");
  result.add_open("accelerate");
  return result;
}

}  // namespace

const condition::Vocabulary& vocabulary() {
  static const condition::Vocabulary instance = build();
  return instance;
}

}  // namespace grpolint::rules
