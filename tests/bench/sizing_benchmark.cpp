// What one estimate costs: without explanations, as searches use it, and with them.

#include <benchmark/benchmark.h>

#include <cstdlib>

#include "hardware/gpu.h"
#include "model/model.h"
#include "sizing/from_facts.h"
#include "sizing/remedies.h"
#include "sizing/setup.h"

namespace grpolint::sizing {
namespace {

Setup colocated_run() {
  Setup s;
  const auto model = model::resolve("Qwen2.5-7B-Instruct", {});
  const auto gpu = hardware::select("h100");
  if (!model.ok() || !*model || !gpu.ok()) std::abort();
  s.model = (**model).likely;
  s.gpu = *gpu->gpu;
  s.engine.mode = Engine::Colocate;
  s.engine.max_model_length = Tokens{4096};
  s.old_log_probs = true;
  return s;
}

void estimate_bare(benchmark::State& state) {
  const Setup setup = colocated_run();
  for (auto _ : state) benchmark::DoNotOptimize(estimate(setup, Detail::Bare));
}
BENCHMARK(estimate_bare)->Unit(benchmark::kMicrosecond);

/// With every formula and, as the run does not fit, the search for remedies.
void estimate_explained(benchmark::State& state) {
  const Setup setup = colocated_run();
  for (auto _ : state) benchmark::DoNotOptimize(estimate(setup, Detail::Explained));
}
BENCHMARK(estimate_explained)->Unit(benchmark::kMicrosecond);

void search_remedies(benchmark::State& state) {
  const Setup setup = colocated_run();
  for (auto _ : state) benchmark::DoNotOptimize(find_remedies(setup, Verdict::DoesNotFit));
}
BENCHMARK(search_remedies)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace grpolint::sizing

BENCHMARK_MAIN();
