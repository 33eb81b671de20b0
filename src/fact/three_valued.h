#pragma once

#include <optional>

namespace grpolint {

// Logic on answers that may be unknown (empty). What one side settles alone needs no other.

inline std::optional<bool> both(std::optional<bool> a, std::optional<bool> b) {
  if (a == false || b == false) return false;
  if (!a || !b) return std::nullopt;
  return true;
}

inline std::optional<bool> either(std::optional<bool> a, std::optional<bool> b) {
  if (a == true || b == true) return true;
  if (!a || !b) return std::nullopt;
  return false;
}

}  // namespace grpolint
