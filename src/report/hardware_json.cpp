#include "report/hardware.h"
#include "report/json_parts.h"

namespace grpolint::report {
namespace {

/// Zero means not known in the catalogue, and null says so in JSON.
Json known(double value) { return value > 0 ? Json(value) : Json(); }

Json json_gpu(const hardware::Gpu& gpu) {
  return {{"id", gpu.id},
          {"name", gpu.name},
          {"aliases", std::vector<std::string>(gpu.aliases.begin(), gpu.aliases.end())},
          {"class", hardware::hardware_class(gpu)},
          {"vendor", gpu.vendor},
          {"architecture", gpu.architecture},
          {"family", gpu.family},
          {"capacity", static_cast<std::int64_t>(gpu.capacity_bytes)},
          {"total", static_cast<std::int64_t>(gpu.total_bytes)},
          {"unified_memory", gpu.unified_memory},
          {"bandwidth", known(gpu.bandwidth)},
          {"bandwidth_planning",
           {{"low", known(gpu.bandwidth_planning_low)},
            {"likely", known(gpu.bandwidth_planning_likely)},
            {"high", known(gpu.bandwidth_planning_high)}}},
          {"bf16_dense_flops", known(gpu.bf16_dense_flops)},
          {"supports_bf16", gpu.supports_bf16},
          {"supports_fp8", gpu.supports_fp8},
          {"nvlink", gpu.nvlink},
          {"source", gpu.source},
          {"verified", gpu.verified},
          {"provenance", gpu.provenance}};
}

}  // namespace

std::string hardware_json(std::span<const hardware::Gpu> gpus) {
  Json list = Json::array();
  for (const hardware::Gpu& gpu : gpus) list.push_back(json_gpu(gpu));
  Json root;
  root["version"] = 1;
  root["tool"] = json_tool();
  root["gpus"] = std::move(list);
  return json_text(root);
}

}  // namespace grpolint::report
