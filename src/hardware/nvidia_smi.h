#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grpolint/result.h"
#include "hardware/gpu.h"

namespace grpolint::hardware {

/// One line of `nvidia-smi --query-gpu=name,memory.total --format=csv,noheader,nounits`.
struct ReportedGpu {
  std::string name;
  std::optional<double> total_mib;  ///< empty where it prints [N/A]: unified memory
};

/// Lines that are not of that form are left out.
std::vector<ReportedGpu> parse_nvidia_smi(std::string_view output);

/// The catalogue's entry for the reported GPUs. Errors: none, different kinds, a name that is not
/// known, or a memory size that is not the one of the entry (two sizes can share a name).
Result<Selection> select_reported(const std::vector<ReportedGpu>& reported);

}  // namespace grpolint::hardware
