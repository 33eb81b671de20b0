#pragma once

#include <cstdint>

namespace grpolint::model {

/// A count that remembers whether any step of its arithmetic overflowed. Sizes come from untrusted
/// config.json files, so their products may.
class Checked {
 public:
  constexpr Checked() = default;
  constexpr Checked(std::int64_t value) : value_(value) {}

  constexpr bool overflowed() const { return overflowed_; }
  /// Zero when overflowed.
  constexpr std::int64_t value() const { return overflowed_ ? 0 : value_; }

  friend constexpr Checked operator+(Checked a, Checked b) {
    Checked sum;
    sum.overflowed_ =
        __builtin_add_overflow(a.value_, b.value_, &sum.value_) || a.overflowed_ || b.overflowed_;
    return sum;
  }
  friend constexpr Checked operator-(Checked a, Checked b) {
    Checked difference;
    difference.overflowed_ = __builtin_sub_overflow(a.value_, b.value_, &difference.value_) ||
                             a.overflowed_ || b.overflowed_;
    return difference;
  }
  friend constexpr Checked operator*(Checked a, Checked b) {
    Checked product;
    product.overflowed_ = __builtin_mul_overflow(a.value_, b.value_, &product.value_) ||
                          a.overflowed_ || b.overflowed_;
    return product;
  }
  constexpr Checked& operator+=(Checked other) { return *this = *this + other; }

 private:
  std::int64_t value_ = 0;
  bool overflowed_ = false;
};

}  // namespace grpolint::model
