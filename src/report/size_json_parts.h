#pragma once

#include "report/json_parts.h"
#include "sizing/estimate.h"

namespace grpolint::report {

/// {"low", "likely", "high"} in the unit the estimate states.
Json json_range(const sizing::Range& range);
/// The same in bytes, which are whole numbers.
Json json_bytes(const sizing::Range& range);
/// {"phase", "bytes"} of the highest phase; null where there is none.
Json json_peak(const sizing::DeviceEstimate& device);
/// Identity, class, count and usable bytes of a GPU.
Json json_hardware(const hardware::Selection& selection);

}  // namespace grpolint::report
