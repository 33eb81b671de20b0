// The numbers of an explanation are an expression that a pocket calculator can work out.

#include <catch2/catch.hpp>
#include <charconv>
#include <cmath>
#include <string_view>

#include "runs.h"
#include "sizing/units.h"

namespace grpolint::sizing {
namespace {

/// Sums, products, parentheses, min() and max(), and the units GiB, MiB and MB after a number.
/// NaN for anything else.
class Calculator {
 public:
  explicit Calculator(std::string_view text) : rest_(text) {}

  double result() {
    const double value = sum();
    skip();
    return rest_.empty() ? value : NAN;
  }

 private:
  void skip() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }
  bool take(std::string_view word) {
    skip();
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  double sum() {
    double value = product();
    while (true) {
      if (take("+")) {
        value += product();
      } else if (take("-")) {
        value -= product();
      } else {
        return value;
      }
    }
  }
  double product() {
    double value = factor();
    while (true) {
      if (take("*")) {
        value *= factor();
      } else if (take("/")) {
        value /= factor();
      } else {
        return value;
      }
    }
  }
  double factor() {
    if (take("max(")) return pair([](double a, double b) { return std::max(a, b); });
    if (take("(")) {
      const double value = sum();
      return take(")") ? value : NAN;
    }
    skip();
    double value = NAN;
    const auto [end, problem] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (problem != std::errc()) return NAN;
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    if (take("GiB")) return value * kGiB;
    if (take("MiB")) return value * kMiB;
    return take("MB") ? value * 1e6 : value;
  }
  template <typename Function>
  double pair(Function&& function) {
    const double first = sum();
    if (!take(",")) return NAN;
    const double second = sum();
    return take(")") ? function(first, second) : NAN;
  }

  std::string_view rest_;
};

void check_numbers(const DeviceEstimate& device) {
  for (const PhaseEstimate& phase : device.phases) {
    for (const Component& c : phase.components) {
      INFO(to_string(phase.phase) << ", " << to_string(c.kind) << ": " << c.formula << "\n"
                                  << c.numbers);
      CHECK_FALSE(c.formula.empty());
      CHECK_FALSE(c.source.empty());
      // Printed factors are rounded.
      CHECK(Calculator(c.numbers).result() ==
            Approx(c.bytes.likely).epsilon(0.005).margin(0.02 * kGiB));
    }
  }
}

}  // namespace

TEST_CASE("A calculator") {
  CHECK(Calculator("2 * (3 + 4.5) / 5 - 1").result() == 2);
  CHECK(Calculator("max(1 GiB, 2 * 3) + 1e3 MB").result() == kGiB + 1e9);
  CHECK(std::isnan(Calculator("2 parameters").result()));
}

TEST_CASE("What --explain prints can be worked out by hand") {
  std::mt19937 random(7);
  for (int i = 0; i < 1500; ++i) {
    const Setup setup = random_run(random);
    const auto result = estimate(setup, Detail::Explained);
    REQUIRE(result.ok());
    INFO("run " << i);
    check_numbers(result->trainer);
    if (result->engine) check_numbers(*result->engine);
  }
}

}  // namespace grpolint::sizing
