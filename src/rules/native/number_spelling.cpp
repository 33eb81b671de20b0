#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "rules/native/value_judge.h"

namespace grpolint::rules::native {

std::string number_spelling(std::string text, bool integer) {
  std::erase(text, '_');
  std::erase(text, ' ');
  const double value = std::strtod(text.c_str(), nullptr);
  if (integer) {
    // Beyond 2^53 the double is not the number that is written.
    constexpr double kExactIntegers = 9007199254740992.0;
    const bool exact = std::floor(value) == value && std::fabs(value) < kExactIntegers;
    return exact ? fmt::format("{:.0f}", value) : std::string();
  }
  const std::size_t exponent = text.find_first_of("eE");
  if (exponent == std::string::npos) return fmt::format("{}", value);
  std::string mantissa = text.substr(0, exponent);
  std::string power = text.substr(exponent + 1);
  if (mantissa.find('.') == std::string::npos) mantissa += ".0";
  if (power.front() != '-' && power.front() != '+') power.insert(power.begin(), '+');
  return fmt::format("{}e{}", mantissa, power);
}

}  // namespace grpolint::rules::native
