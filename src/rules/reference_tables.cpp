// The generated tables of docs/writing-rules.md.
#include <fmt/format.h>

#include <array>

#include "condition/functions.h"
#include "dialect/run.h"
#include "hardware/gpu.h"
#include "model/model.h"
#include "rules/markdown.h"
#include "sizing/estimate.h"

namespace grpolint::rules {
namespace {

std::string_view unit_name(Unit unit) {
  switch (unit) {
    case Unit::Bytes:
      return "bytes";
    case Unit::Parameters:
      return "parameters";
    case Unit::Tokens:
      return "tokens";
    case Unit::Seconds:
      return "seconds";
    case Unit::TokensPerSecond:
      return "tokens/s";
    case Unit::BytesPerSecond:
      return "bytes/s";
    case Unit::None:
      break;
  }
  return "number";
}

std::string_view type_name(Type type) {
  switch (type.kind) {
    case TypeKind::Boolean:
      return "boolean";
    case TypeKind::Number:
      return unit_name(type.unit);
    case TypeKind::String:
      return "string";
    case TypeKind::Version:
      return "version";
    case TypeKind::List:
      return "list";
    case TypeKind::Map:
      return "table";
    case TypeKind::Any:
      break;
  }
  return "any";
}

struct GeneratedPart {
  std::string_view name;
  std::string (*text)();
};
constexpr std::array kParts = {GeneratedPart{"functions", functions_table},
                               GeneratedPart{"facts", facts_table}};

}  // namespace

std::string functions_table() {
  std::string table = "| Function | Result |\n|---|---|\n";
  for (const condition::FunctionInfo& info : condition::functions()) {
    table += fmt::format("| `{}` | {} |\n", info.usage, info.doc);
  }
  return table;
}

std::string facts_table() {
  std::string table = "| Fact | Type | |\n|---|---|---|\n";
  for (const auto declarations : {dialect::fact_declarations(), model::fact_declarations(),
                                  hardware::fact_declarations(), sizing::fact_declarations()}) {
    for (const FactDeclaration& declaration : declarations) {
      table += fmt::format("| `{}` | {} | {} |\n", declaration.name, type_name(declaration.type),
                           declaration.doc);
    }
  }
  return table;
}

std::string with_generated_parts(std::string_view page) {
  constexpr std::string_view kEnd = "<!-- end -->";
  std::string result(page);
  for (const GeneratedPart& part : kParts) {
    const std::string start = fmt::format("<!-- generated: {} -->\n", part.name);
    const std::size_t begin = result.find(start);
    if (begin == std::string::npos) continue;
    const std::size_t end = result.find(kEnd, begin);
    if (end == std::string::npos) continue;
    result.replace(begin + start.size(), end - begin - start.size(), part.text());
  }
  return result;
}

}  // namespace grpolint::rules
