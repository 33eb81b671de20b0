#include <fmt/format.h>

#include "fact/value.h"
#include "report/hardware.h"
#include "report/table.h"

namespace grpolint::report {
namespace {

std::string bytes(double value) { return format_quantity(value, Unit::Bytes); }

std::string speed(double value) {
  return value > 0 ? format_quantity(value, Unit::BytesPerSecond) : "unknown";
}

std::string flops(double value) {
  return value > 0 ? fmt::format("{:.0f} TFLOP/s", value / 1e12) : "unknown";
}

std::string planning(const hardware::Gpu& gpu) {
  if (gpu.bandwidth_planning_likely <= 0) return "from the headline figure";
  return fmt::format("{} ({} to {})", speed(gpu.bandwidth_planning_likely),
                     speed(gpu.bandwidth_planning_low), speed(gpu.bandwidth_planning_high));
}

std::string yes_no(bool value) { return value ? "yes" : "no"; }

}  // namespace

std::string hardware_table(std::span<const hardware::Gpu> gpus, const TextStyle& style) {
  Table table;
  table.row({{"id"}, {"name"}, {"class"}, {"usable", true}, {"bandwidth", true}, {"verified"}});
  for (const hardware::Gpu& gpu : gpus) {
    table.row({{std::string(gpu.id), false, Role::Emphasis},
               {std::string(gpu.name)},
               {std::string(hardware::hardware_class(gpu))},
               {bytes(gpu.capacity_bytes), true},
               {speed(gpu.bandwidth), true},
               {std::string(gpu.verified)}});
  }
  return table.to_text(style);
}

std::string hardware_text(const hardware::Gpu& gpu, const TextStyle& style) {
  Table table;
  const auto line = [&](const char* name, std::string value) {
    if (!value.empty()) table.row({{fmt::format("  {}", name)}, {std::move(value)}});
  };
  line("id", std::string(gpu.id));
  line("also called", fmt::format("{}", fmt::join(gpu.aliases, ", ")));
  line("class", std::string(hardware::hardware_class(gpu)));
  line("vendor", fmt::format("{}, {}, {}", gpu.vendor, gpu.architecture, gpu.family));
  line("usable memory", bytes(gpu.capacity_bytes));
  line("as reported by the driver", bytes(gpu.total_bytes));
  line("unified memory", yes_no(gpu.unified_memory));
  line("bandwidth", speed(gpu.bandwidth));
  line("planned with in decode", planning(gpu));
  line("bf16 dense", flops(gpu.bf16_dense_flops));
  line("bf16", yes_no(gpu.supports_bf16));
  line("fp8", yes_no(gpu.supports_fp8));
  line("NVLink", yes_no(gpu.nvlink));
  line("source", std::string(gpu.source));
  line("verified", std::string(gpu.verified));
  line("how the figures are known", std::string(gpu.provenance));
  return paint(gpu.name, Role::Emphasis, style) + '\n' + table.to_text(style);
}

}  // namespace grpolint::report
