#pragma once

#include <algorithm>

#include "sizing/estimate.h"

namespace grpolint::sizing {

inline Range exactly(double value) { return {value, value, value}; }
inline Range operator+(Range a, Range b) {
  return {a.low + b.low, a.likely + b.likely, a.high + b.high};
}
inline Range& operator+=(Range& a, Range b) { return a = a + b; }
inline Range operator*(Range a, double factor) {
  return {a.low * factor, a.likely * factor, a.high * factor};
}
inline Range operator*(Range a, Range b) {
  return {a.low * b.low, a.likely * b.likely, a.high * b.high};
}
inline Range widest(Range a, Range b) {
  return {std::min(a.low, b.low), a.likely, std::max(a.high, b.high)};
}
/// Restores the order after a computation that is not monotone in its inputs.
inline Range ordered(Range r) {
  return {std::min({r.low, r.likely, r.high}), r.likely, std::max({r.low, r.likely, r.high})};
}

/// The three cases an estimate is worked out for.
enum class Case { Low, Likely, High };
inline double at(const Range& range, Case which) {
  return which == Case::Low ? range.low : which == Case::Likely ? range.likely : range.high;
}

/// {f(Low), f(Likely), f(High)}.
template <typename Function>
Range in_each_case(Function&& function) {
  return {function(Case::Low), function(Case::Likely), function(Case::High)};
}

}  // namespace grpolint::sizing
