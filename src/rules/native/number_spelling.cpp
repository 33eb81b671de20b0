#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "rules/native/value_judge.h"

namespace grpolint::rules::native {

std::string number_spelling(std::string text, bool integer) {
  std::erase(text, '_');
  std::erase(text, ' ');
  const double value = std::strtod(text.c_str(), nullptr);
  if (integer && std::floor(value) == value && std::fabs(value) < 1e15) {
    return fmt::format("{:.0f}", value);
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
