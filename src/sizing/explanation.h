#pragma once

#include <string_view>
#include <utility>

#include "sizing/setup.h"

namespace grpolint::sizing {

/// A formula in symbols and where it is from; both must outlive the call.
struct Law {
  std::string_view formula;
  std::string_view source;
};

/// Builds a component; `numbers`, called only when the working is wanted, puts the likely case's
/// numbers into the formula.
template <typename Numbers>
Component component(Detail detail, ComponentKind kind, Range bytes, const Law& law,
                    Numbers&& numbers) {
  Component result;
  result.kind = kind;
  result.bytes = bytes;
  if (detail == Detail::Explained) {
    result.formula = law.formula;
    result.source = law.source;
    result.numbers = std::forward<Numbers>(numbers)();
  }
  return result;
}

}  // namespace grpolint::sizing
