#include <array>
#include <optional>

#include "model/model.h"

namespace grpolint::model {
namespace {

struct SizeClass {
  double nominal;
  double below;  ///< parameters from which on the next class begins
  std::string_view name;
};

constexpr std::array<SizeClass, 10> kClasses = {{
    {0.5e9, 0.75e9, "0.5B"},
    {1e9, 1.3e9, "1B"},
    {1.5e9, 2.3e9, "1.5B"},
    {3e9, 3.5e9, "3B"},
    {4e9, 5.5e9, "4B"},
    {8e9, 10e9, "8B"},
    {14e9, 18e9, "14B"},
    {32e9, 45e9, "32B"},
    {70e9, 100e9, "70B"},
    {100e9, 1e300, "100B+"},
}};

}  // namespace

double size_class(double parameters) {
  for (const SizeClass& size : kClasses) {
    if (parameters < size.below) return size.nominal;
  }
  return kClasses.back().nominal;
}

std::optional<double> size_class_below(double nominal) {
  std::optional<double> below;
  for (const SizeClass& size : kClasses) {
    if (size.nominal < nominal) below = size.nominal;
  }
  return below;
}

std::string_view size_class_name(double nominal) {
  for (const SizeClass& size : kClasses) {
    if (nominal <= size.nominal) return size.name;
  }
  return kClasses.back().name;
}

}  // namespace grpolint::model
