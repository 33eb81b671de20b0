#include <array>

#include "hardware/gpu.h"

namespace grpolint::hardware {
namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

/// Usable GiB in [least, below). Cards report a little less than their nominal size; the ranges are
/// those of docs/sizing.md.
struct ClassRange {
  std::string_view name;
  double least;
  double below;
};

constexpr std::array<ClassRange, 10> kClasses = {{
    {"8GB", 7, 8.5},
    {"12GB", 11, 13},
    {"16GB", 14, 17},
    {"24GB", 22, 25},
    {"32GB", 30, 33},
    {"40GB", 38, 41},
    {"48GB", 44, 49},
    {"80GB", 78, 100},
    {"H200-class", 132, 170},
    {"B200-class", 170, 1e9},
}};

}  // namespace

bool is_spark(const Gpu& gpu) { return gpu.id == "gb10"; }

std::string_view hardware_class(const Gpu& gpu) {
  if (is_spark(gpu)) return "Spark";
  const double gib = gpu.capacity_bytes / kGiB;
  for (const ClassRange& range : kClasses) {
    if (gib >= range.least && gib < range.below) return range.name;
  }
  return "other";
}

}  // namespace grpolint::hardware
