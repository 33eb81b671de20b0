#include "anchors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "model/model.h"
#include "sizing/engine.h"

namespace grpolint::accuracy {
namespace {

using namespace sizing;

struct Anchor {
  std::string_view model;
  std::string_view gpu;
};
constexpr Anchor kAnchors[] = {{"Qwen2.5-0.5B", "4090"}, {"Qwen2.5-1.5B", "4090"},
                               {"Qwen2.5-3B", "4090"},   {"Llama-3.1-8B", "4090"},
                               {"Qwen2.5-32B", "h200"},  {"Qwen2.5-72B", "b200"}};

enum class Method { FullFloat32, FullBFloat16, Lora, QLora };
constexpr std::pair<Method, std::string_view> kMethods[] = {
    {Method::FullFloat32, "full, float32"},
    {Method::FullBFloat16, "full, bfloat16"},
    {Method::Lora, "LoRA, bfloat16"},
    {Method::QLora, "QLoRA, nf4"}};

/// The smallest share of the GPU, in steps of 0.05, that lets the engine hold eight sequences.
double smallest_share(Setup s) {
  for (int percent = 10; percent < 95; percent += 5) {
    s.engine.utilization = percent / 100.0;
    const EngineMemory engine = engine_memory(s, s.gpu, Detail::Bare);
    const double wanted = 8 * (s.prompt.likely + s.completion.value);
    if (engine.cache_tokens.likely >= wanted) return s.engine.utilization;
  }
  return 0.95;
}

Setup run(const Anchor& anchor, Method method, bool levers, bool reference) {
  Setup s;
  const auto model = model::resolve(anchor.model, {});
  const auto gpu = hardware::select(anchor.gpu);
  if (!model.ok() || !*model || !gpu.ok()) return s;
  s.model = (**model).likely;
  s.gpu = *gpu->gpu;
  s.prompt = {256, 256, 256};
  s.completion = Tokens{1024};
  s.micro_batch = 1;
  s.accumulation = s.steps_per_generation = 8;
  s.old_log_probs = true;
  s.reference_pass = reference;
  s.weight_dtype = s.reference_dtype =
      method == Method::FullFloat32 ? Dtype::Float32 : Dtype::BFloat16;
  s.adapter.present = method == Method::Lora || method == Method::QLora;
  s.reference_model = reference && !s.adapter.present;
  if (method == Method::QLora) {
    s.quantization = s.engine.quantization = Quantization::Nf4;
    s.adapter.dtype = Dtype::BFloat16;
  }
  s.engine.mode = Engine::Colocate;
  s.engine.max_model_length = Tokens{1280};
  s.engine.sleep = levers ? Sleep::Level2 : Sleep::None;
  s.optimizer = levers ? "adamw_8bit" : "adamw_torch";
  s.checkpointing = levers ? Checkpointing::Full : Checkpointing::None;
  s.engine.utilization = smallest_share(s);
  return s;
}

std::string cell(const Anchor& anchor, Method method, bool levers, bool reference) {
  const auto result = estimate(run(anchor, method, levers, reference), Detail::Bare);
  if (!result.ok()) return "?";
  return fmt::format("{:.0f} GiB, {}", result->trainer.peak().bytes.likely / kGiB,
                     to_string(result->trainer.verdict));
}

}  // namespace

std::string anchor_table(Style style) {
  const bool markdown = style == Style::Markdown;
  const auto row = [&](const std::vector<std::string>& cells) {
    std::string text = markdown ? "|" : "";
    for (const std::string& c : cells) text += markdown ? " " + c + " |" : fmt::format("{:<26}", c);
    return text + "\n";
  };
  std::string out =
      row({"model on GPU", "training", "no lever", "three levers", "three levers and a KL term"});
  if (markdown) out += "|---|---|---|---|---|\n";
  for (const Anchor& anchor : kAnchors) {
    for (const auto& [method, name] : kMethods) {
      out += row({fmt::format("{} on {}", anchor.model, anchor.gpu), std::string(name),
                  cell(anchor, method, false, false), cell(anchor, method, true, false),
                  cell(anchor, method, true, true)});
    }
  }
  return out;
}

}  // namespace grpolint::accuracy
