#include "case_file.h"

#include <algorithm>

#include "document/data_file.h"
#include "hardware/gpu.h"
#include "model/counts.h"
#include "model/model.h"

namespace grpolint::accuracy {
namespace {

using namespace sizing;

template <typename T>
T one_of(DataTable& table, std::string_view key, T otherwise,
         std::initializer_list<std::pair<std::string_view, T>> choices) {
  const auto text = table.optional_string(key);
  if (!text) return otherwise;
  for (const auto& [name, value] : choices) {
    if (*text == name) return value;
  }
  table.error(table.span_of(key), "unknown word: " + *text);
  return otherwise;
}

std::int64_t count_of(DataTable& table, std::string_view key, std::int64_t otherwise) {
  const auto number = table.optional_number(key);
  return number ? static_cast<std::int64_t>(*number) : otherwise;
}

void read_model(DataTable& table, Setup& s) {
  const std::string name = table.string("model");
  if (const auto config = table.optional_string("config")) {
    auto geometry = model::read_config_json(*config);
    if (!geometry.ok()) {
      table.error(table.span_of("config"), geometry.error().message);
      return;
    }
    s.model = *geometry;
    return;
  }
  auto resolved = model::resolve(name, {});
  if (!resolved.ok() || !*resolved || !(**resolved).exact) {
    table.error(table.span_of("model"), "not a published model of the catalogue: " + name);
    return;
  }
  s.model = (**resolved).likely;
}

void read_weights(DataTable& table, Setup& s) {
  const std::initializer_list<std::pair<std::string_view, Dtype>> dtypes = {
      {"float32", Dtype::Float32}, {"bfloat16", Dtype::BFloat16}, {"float16", Dtype::Float16}};
  const std::initializer_list<std::pair<std::string_view, Quantization>> widths = {
      {"none", Quantization::None},
      {"nf4", Quantization::Nf4},
      {"nf4-double", Quantization::Nf4Double},
      {"int8", Quantization::Int8},
      {"fp8", Quantization::Fp8},
      {"mxfp4", Quantization::Mxfp4}};
  s.weight_dtype = one_of(table, "weight_dtype", s.weight_dtype, dtypes);
  s.quantization = one_of(table, "quantization", s.quantization, widths);
  s.engine.quantization = one_of(table, "engine_quantization", s.quantization, widths);
  s.precision = one_of<Precision>(table, "precision", s.precision,
                                  {{"plain", Precision::Plain},
                                   {"autocast", Precision::Autocast},
                                   {"native16", Precision::Native16}});
  if (const auto rank = table.optional_number("lora_rank")) {
    s.adapter.present = true;
    s.adapter.rank = static_cast<std::int64_t>(*rank);
  }
  const auto targets = table.strings("lora_targets");
  if (!targets.empty()) s.adapter.targets = targets;
  s.adapter.dtype = one_of(table, "adapter_dtype", s.adapter.dtype, dtypes);
}

void read_training(DataTable& table, Setup& s) {
  s.micro_batch = count_of(table, "batch", s.micro_batch);
  s.accumulation = count_of(table, "accumulation", s.accumulation);
  s.steps_per_generation = count_of(table, "steps_per_generation", s.steps_per_generation);
  s.num_generations = count_of(table, "num_generations", s.num_generations);
  if (const auto prompt = table.optional_number("prompt")) s.prompt = {*prompt, *prompt, *prompt};
  if (const auto length = table.optional_number("completion")) s.completion = Tokens{*length};
  if (const auto mean = table.optional_number("mean_completion")) s.mean_completion = Tokens{*mean};
  s.attention = one_of<AttentionKernel>(table, "attention", s.attention,
                                        {{"eager", AttentionKernel::Eager},
                                         {"sdpa", AttentionKernel::Sdpa},
                                         {"flash", AttentionKernel::Flash}});
  s.checkpointing = one_of<Checkpointing>(table, "checkpointing", s.checkpointing,
                                          {{"none", Checkpointing::None},
                                           {"full", Checkpointing::Full},
                                           {"unsloth", Checkpointing::Unsloth}});
  s.chunked_loss = one_of<ChunkedLoss>(table, "chunked_loss", s.chunked_loss,
                                       {{"none", ChunkedLoss::None},
                                        {"liger", ChunkedLoss::Liger},
                                        {"unsloth", ChunkedLoss::Unsloth}});
  s.loss_upcasts_logits = table.optional_boolean("supervised_loss").value_or(false);
  s.padding_free = table.optional_boolean("padding_free").value_or(false);
  s.old_log_probs = table.optional_boolean("old_log_probs").value_or(false);
  s.reference_pass = table.optional_boolean("reference_pass").value_or(false);
  s.optimizer = table.optional_string("optimizer").value_or(s.optimizer);
  s.world_size = count_of(table, "world_size", s.world_size);
  s.sharding = one_of<Sharding>(
      table, "sharding", s.sharding,
      {{"none", Sharding::None}, {"zero3", Sharding::Zero3}, {"fsdp", Sharding::Fsdp}});
}

void read_engine(DataTable& table, Setup& s) {
  EngineSetup& e = s.engine;
  e.mode = one_of<Engine>(
      table, "engine", e.mode,
      {{"none", Engine::None}, {"colocate", Engine::Colocate}, {"server", Engine::Server}});
  e.utilization = table.optional_number("utilization").value_or(e.utilization);
  e.tensor_parallel = count_of(table, "tensor_parallel", e.tensor_parallel);
  e.data_parallel = count_of(table, "data_parallel", e.data_parallel);
  e.max_sequences = count_of(table, "max_sequences", e.max_sequences);
  e.batched_tokens = count_of(table, "batched_tokens", e.batched_tokens);
  e.lora_rank = count_of(table, "engine_lora_rank", e.lora_rank);
  e.measures_foreign_memory =
      table.optional_boolean("measures_foreign_memory").value_or(e.measures_foreign_memory);
  e.graphs_in_budget = table.optional_boolean("graphs_in_budget").value_or(e.graphs_in_budget);
  e.shares_weights = table.optional_boolean("shares_weights").value_or(e.shares_weights);
  if (const auto length = table.optional_number("max_model_length")) {
    e.max_model_length = Tokens{*length};
  }
}

Setup read_setup(DataTable& table) {
  Setup s;
  read_model(table, s);
  const std::string gpu = table.string("gpu");
  if (const auto selected = hardware::select(gpu); selected.ok()) {
    s.gpu = *selected->gpu;
  } else {
    table.error(table.span_of("gpu"), selected.error().message);
  }
  if (const auto memory = table.optional_number("gpu_gib")) {
    s.gpu.capacity_bytes = s.gpu.total_bytes = *memory * kGiB;
  }
  read_weights(table, s);
  read_training(table, s);
  read_engine(table, s);
  return s;
}

CaseFile read_file(DataTable& table) {
  CaseFile file;
  file.title = table.string("title");
  file.note = table.optional_string("note").value_or("");
  file.source = table.string("source");
  file.date = table.string("date");
  file.proof = table.optional_boolean("proof").value_or(false);
  file.measure = one_of<Measure>(table, "measure", Measure::TrainingTensors,
                                 {{"training tensors", Measure::TrainingTensors},
                                  {"slope", Measure::Slope},
                                  {"engine weights", Measure::EngineWeights},
                                  {"KV cache", Measure::KvCache},
                                  {"logits", Measure::LogitsBytes},
                                  {"step seconds", Measure::StepSeconds}});
  file.bound_mean = table.optional_number("bound_mean");
  file.bound_max = table.optional_number("bound_max");
  file.bound_inside = table.optional_number("bound_inside");
  for (DataTable& row : table.tables("case")) {
    Case c;
    c.name = row.string("name");
    c.measured = row.number("measured");
    c.tokens_from = row.optional_number("tokens_from").value_or(0);
    c.tokens_to = row.optional_number("tokens_to").value_or(0);
    c.setup = read_setup(row);
    row.finish();
    file.cases.push_back(std::move(c));
  }
  table.finish();
  return file;
}

}  // namespace

Result<std::vector<CaseFile>> read_cases(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    const bool of_reports = name.rfind("reports-", 0) == 0;  // held_out_file.cpp reads those
    if (!of_reports && entry.path().extension() == ".toml") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<CaseFile> files;
  for (const auto& path : paths) {
    auto data = read_data_file(path.string(), Format::Toml);
    if (!data) return data.error();
    if (auto table = data->root()) files.push_back(read_file(*table));
    if (!data->errors.empty()) return Error{data->mistakes().front()};
  }
  return files;
}

}  // namespace grpolint::accuracy
