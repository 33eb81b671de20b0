#include "sizing/overhead.h"

#include <fmt/format.h>

namespace grpolint::sizing {
Component process_context(const Setup&, Detail detail) {
  return component(detail, ComponentKind::Overhead, Range{0.14, 0.45, 0.9} * kGiB,
                   {"CUDA context, kernels and cuBLAS workspace: 0.14 to 0.9 GiB",
                    "141 MiB on a T4: https://github.com/Anassbzdd/fitcheck (2026-09-21); 300 to "
                    "400 MiB typical with lazy loading: "
                    "https://github.com/pytorch/pytorch/issues/107667 (2023)"},
                   [] { return std::string("0.45 GiB"); });
}

Component allocator_slack(Range transient, Detail detail) {
  // Under pressure the allocator returns cached blocks and tries again, hence the small low case.
  const Range share = {0.05, 0.25, 0.45};
  return component(detail, ComponentKind::Overhead, transient * share,
                   {"0.25 * (activations + logits): allocator slack, 0.05 to 0.45",
                    "reserved less allocated over activations, 29 T4 runs: "
                    "https://github.com/Anassbzdd/fitcheck data/measurements (2026-09-21)"},
                   [&] { return fmt::format("0.25 * {:.0f}", transient.likely); });
}

Component host_in_pool(Range host_bytes, bool with_engine, Detail detail) {
  const Range engine = with_engine ? Range{0, 2, 6.7} * kGiB : Range{};
  return component(detail, ComponentKind::Overhead, host_bytes + engine,
                   {"host memory of the run, in the same pool",
                    "https://github.com/vllm-project/vllm/issues/46307 (2026-06-21) and "
                    "https://github.com/vllm-project/vllm/issues/35313 (2026)"},
                   [&] { return fmt::format("{:.2f} GiB", (host_bytes + engine).likely / kGiB); });
}

}  // namespace grpolint::sizing
