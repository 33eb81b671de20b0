#include "condition/functions.h"

#include <array>

namespace grpolint::condition {
namespace {

constexpr std::size_t kMany = 64;

constexpr std::array kFunctions = {
    FunctionInfo{Function::Explicit, "explicit", 1, 1, "explicit(fact)",
                 "The user wrote this key in the file under check."},
    FunctionInfo{Function::Known, "known", 1, 1, "known(x)",
                 "x is not unknown; never unknown itself."},
    FunctionInfo{Function::Present, "present", 1, 1, "present(x)",
                 "x is neither unknown nor null; never unknown itself."},
    FunctionInfo{Function::Default, "default", 2, 2, "default(x, y)",
                 "y when x is null, else x; an unknown x stays unknown."},
    FunctionInfo{Function::Origin, "origin", 1, 1, "origin(fact)",
                 "Where the value comes from: 'written', 'stated', 'companion', 'detected', "
                 "'default', 'derived', 'assumed', 'unknown'; null for a fact nobody stated."},
    FunctionInfo{Function::IsNumber, "is_number", 1, 1, "is_number(x)", "x is a number."},
    FunctionInfo{Function::IsString, "is_string", 1, 1, "is_string(x)", "x is a string."},
    FunctionInfo{Function::IsBoolean, "is_boolean", 1, 1, "is_boolean(x)", "x is true or false."},
    FunctionInfo{Function::IsList, "is_list", 1, 1, "is_list(x)", "x is a list."},
    FunctionInfo{Function::Len, "len", 1, 1, "len(x)",
                 "Number of items of a list or of characters of a string."},
    FunctionInfo{Function::Min, "min", 1, kMany, "min(a, b, ...)",
                 "The smallest number; all in one unit."},
    FunctionInfo{Function::Max, "max", 1, kMany, "max(a, b, ...)",
                 "The largest number; all in one unit."},
    FunctionInfo{Function::Floor, "floor", 1, 1, "floor(x)", "The integer at or below x."},
    FunctionInfo{Function::Ceil, "ceil", 1, 1, "ceil(x)", "The integer at or above x."},
    FunctionInfo{Function::Round, "round", 1, 1, "round(x)",
                 "The nearest integer, halves away from zero."},
    FunctionInfo{Function::Join, "join", 2, 2, "join(list, separator)",
                 "The items as text with the separator between them; null items are left out."},
    FunctionInfo{Function::Lower, "lower", 1, 1, "lower(s)", "s with A-Z made lower case."},
    FunctionInfo{Function::StartsWith, "starts_with", 2, 2, "starts_with(s, prefix)",
                 "s begins with the prefix."},
    FunctionInfo{Function::Contains, "contains", 2, 2, "contains(list, x)",
                 "The list has an item equal to x; the same as x in list."},
};

constexpr bool is_indexed_by_function() {
  for (std::size_t i = 0; i < kFunctions.size(); ++i) {
    if (kFunctions[i].function != static_cast<Function>(i)) return false;
  }
  return true;
}
static_assert(is_indexed_by_function());

}  // namespace

std::span<const FunctionInfo> functions() { return kFunctions; }

const FunctionInfo* find_function(std::string_view name) {
  for (const FunctionInfo& info : kFunctions) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

}  // namespace grpolint::condition
