#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace grpolint::condition {

enum class Function : std::uint8_t {
  Explicit,
  Known,
  Present,
  Default,
  Origin,
  IsNumber,
  IsString,
  IsBoolean,
  IsList,
  Len,
  Min,
  Max,
  Floor,
  Ceil,
  Round,
  Join,
  Lower,
  StartsWith,
  Contains,
};

/// One function of the language, for the parser and for the generated reference.
struct FunctionInfo {
  Function function{};
  std::string_view name;
  std::size_t least = 1;  ///< arguments
  std::size_t most = 1;
  std::string_view usage;  ///< "join(list, separator)"
  std::string_view doc;    ///< one sentence
};

/// Indexed by Function.
std::span<const FunctionInfo> functions();
const FunctionInfo* find_function(std::string_view name);

}  // namespace grpolint::condition
