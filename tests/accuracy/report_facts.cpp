#include "report_facts.h"

#include <fmt/format.h>

#include <algorithm>

#include "fact/fact.h"
#include "hardware/gpu.h"
#include "sizing/from_facts.h"

namespace grpolint::accuracy {
namespace {

/// Read-only view of one JSON object.
class Object {
 public:
  Object(const Document& document, NodeId id) : document_(document), id_(id) {}
  const Node* find(std::string_view key) const {
    const Member* member = document_.find(id_, key);
    return member == nullptr ? nullptr : &document_.node(member->value.node);
  }
  std::string text(std::string_view key) const {
    const Node* node = find(key);
    return node != nullptr && node->kind == NodeKind::String ? node->text : std::string();
  }
  std::optional<double> number(std::string_view key) const {
    const Node* node = find(key);
    if (node == nullptr) return std::nullopt;
    if (node->kind != NodeKind::Integer && node->kind != NodeKind::Float) return std::nullopt;
    return node->number;
  }
  std::optional<bool> truth(std::string_view key) const {
    const Node* node = find(key);
    if (node == nullptr || node->kind != NodeKind::Boolean) return std::nullopt;
    return node->boolean;
  }
  bool is(std::string_view key) const { return truth(key) == true; }
  std::optional<Object> object(std::string_view key) const {
    const Member* member = document_.find(id_, key);
    if (member == nullptr || document_.node(member->value.node).kind != NodeKind::Mapping) {
      return std::nullopt;
    }
    return Object(document_, member->value.node);
  }
  const Document& document() const { return document_; }
  NodeId id() const { return id_; }

 private:
  const Document& document_;
  NodeId id_;
};

Value value_of(const Document& document, const Node& node) {
  switch (node.kind) {
    case NodeKind::Boolean:
      return Value::boolean(node.boolean);
    case NodeKind::Integer:
    case NodeKind::Float:
      return Value::number(node.number);
    case NodeKind::String:
      return Value::string(node.text);
    case NodeKind::Sequence: {
      std::vector<Value> items;
      for (const Use& item : node.items) {
        items.push_back(value_of(document, document.node(item.node)));
      }
      return Value::list(std::move(items));
    }
    case NodeKind::Null:
    case NodeKind::Date:
    case NodeKind::Mapping:
      return Value::absent();
  }
  return Value::absent();
}

/// The newest TRL at the date of a report that does not state its release.
Version release_by_date(const std::string& date) {
  struct Release {
    std::string_view until;
    Version version;
  };
  constexpr Release kReleases[] = {{"2025-02-13", {0, 14, 0}}, {"2025-04-25", {0, 15, 0}},
                                   {"2025-06-30", {0, 17, 0}}, {"2025-09-10", {0, 21, 0}},
                                   {"2025-11-15", {0, 24, 0}}, {"2026-02-01", {0, 26, 0}}};
  for (const Release& release : kReleases) {
    if (date < release.until) return release.version;
  }
  return {1, 9, 0};
}

class Derivation {
 public:
  Derivation(const Object& report, const Object& settings, FactTable& facts)
      : report_(report), settings_(settings), facts_(facts) {
    const auto framework = report.object("framework");
    const std::string name = framework ? framework->text("name") : "";
    unsloth_ = name == "unsloth";
    const auto stated = framework ? Version::parse(framework->text("trl")) : std::nullopt;
    trl_ = stated.value_or(release_by_date(report.text("date")));
    if (framework) unsloth_version_ = Version::parse(framework->text("unsloth"));
    if (framework) vllm_version_ = Version::parse(framework->text("vllm"));
  }

  void derive() {
    facts_.derive("run.dialect", Value::string(unsloth_ ? "unsloth" : "trl"), {});
    facts_.derive("version.trl", Value::version(trl_), {});
    if (unsloth_version_) facts_.derive("version.unsloth", Value::version(*unsloth_version_), {});
    if (vllm_version_) facts_.derive("version.vllm", Value::version(*vllm_version_), {});
    weights();
    training();
    engine();
    distribution();
    batch();
  }

 private:
  void text(const char* name, std::string value) {
    facts_.derive(name, Value::string(std::move(value)), {});
  }
  void truth(const char* name, bool value) { facts_.derive(name, Value::boolean(value), {}); }
  void number(const char* name, double value) { facts_.derive(name, Value::number(value), {}); }

  void weights() {
    const bool four_bit = settings_.is("load_in_4bit");
    text("run.quantization", four_bit ? "nf4" : "none");
    truth("run.use_bnb_nested_quant", settings_.is("bnb_4bit_use_double_quant"));
    text("run.adapter", !settings_.is("use_peft") ? "none" : four_bit ? "qlora" : "lora");
    std::string dtype = settings_.text("torch_dtype");
    // The reports whose peaks are known state that bf16 reproduces them and fp32 does not.
    if (dtype.empty()) dtype = unsloth_ || report_.is("peak_ready") ? "bfloat16" : "float32";
    text("run.weight_dtype", dtype);
    const double beta = settings_.number("beta").value_or(unsloth_                   ? 0.001
                                                          : trl_ < Version{0, 19, 0} ? 0.04
                                                                                     : 0.0);
    number("run.beta", beta);
    truth("run.reference_model", beta != 0 && !settings_.is("use_peft"));
    if (const auto rank = settings_.number("lora_r")) number("run.lora_r", *rank);
  }

  void training() {
    const bool checkpoints =
        settings_.truth("gradient_checkpointing").value_or(unsloth_ || trl_ >= Version{0, 22, 0});
    text("run.checkpointing_kind",
         settings_.text("use_gradient_checkpointing") == "unsloth" || (unsloth_ && checkpoints)
             ? "unsloth"
         : checkpoints ? "full"
                       : "none");
    text("run.chunked_loss", unsloth_                           ? "unsloth"
                             : settings_.is("use_liger_kernel") ? "liger"
                                                                : "none");
    if (settings_.text("optim").empty()) {
      text("run.optim", unsloth_ ? "adamw_8bit" : "adamw_torch");
    }
  }

  void engine() {
    const bool fast = settings_.is("fast_inference");
    const bool vllm = settings_.is("use_vllm");
    const bool own_device = settings_.find("vllm_device") != nullptr ||
                            settings_.text("vllm_mode") == "server" || trl_ < Version{0, 18, 0};
    text("run.engine", fast                  ? "colocate"
                       : !vllm || (unsloth_) ? "none"
                       : own_device          ? "server"
                                             : "colocate");
    if (fast) {
      truth("run.fast_inference", true);
      // Unsloth prints the share it settled on.
      if (const auto share = settings_.number("gpu_memory_utilization_effective")) {
        number("run.gpu_memory_utilization", *share);
      }
    }
    const bool sleeps =
        settings_.is("vllm_enable_sleep_mode") || settings_.is("unsloth_vllm_standby");
    truth("run.sleep_mode", sleeps);
    number("run.sleep_level", sleeps ? trl_ < Version{0, 25, 0} ? 1 : 2 : 0);
  }

  void distribution() {
    const std::string deepspeed = settings_.text("deepspeed");
    const double processes = settings_.number("num_processes").value_or(1);
    number("run.world_size", processes);
    text("run.sharding", deepspeed.find("zero3") != std::string::npos   ? "zero3"
                         : deepspeed.find("zero2") != std::string::npos ? "zero2"
                         : settings_.is("fsdp")                         ? "fsdp"
                         : processes > 1                                ? "ddp"
                                                                        : "none");
    truth("run.offload_optimizer", settings_.is("offload_optimizer"));
    truth("run.offload_parameters", settings_.is("offload_model"));
  }

  void batch() {
    const double generations = settings_.number("num_generations").value_or(8);
    double micro = settings_.number("per_device_train_batch_size").value_or(8);
    const double accumulation = settings_.number("gradient_accumulation_steps").value_or(1);
    // TRL 0.14 counted prompts, each expanded to a whole group.
    const bool counts_prompts = trl_ < Version{0, 15, 0} && micro < generations;
    if (counts_prompts) micro *= generations;
    number("run.micro_batch", micro);
    number("run.steps_per_generation_effective", trl_ < Version{0, 17, 0} ? 1 : accumulation);
    if (const auto prompt = settings_.number("prompt_tokens")) {
      Fact fact;
      fact.value = Value::number(*prompt, Unit::Tokens);
      fact.origin = Origin::Stated;
      facts_.set("run.prompt_tokens", fact);
    } else if (const auto limit = settings_.number("max_prompt_length")) {
      facts_.derive("run.prompt_tokens", Value::number(*limit, Unit::Tokens), {});
    }
  }

  const Object& report_;
  const Object& settings_;
  FactTable& facts_;
  bool unsloth_ = false;
  Version trl_;
  std::optional<Version> unsloth_version_;
  std::optional<Version> vllm_version_;
};

/// The catalogue's card under its reported name, with the memory the report measured.
hardware::Gpu gpu_of(const Object& hardware) {
  constexpr double kUsableShare = 0.975;  // of a marketing figure
  std::string name = hardware.text("gpu");
  if (const auto bracket = name.find(" ("); bracket != std::string::npos) name.resize(bracket);
  const double gib = hardware.number("vram_gib").value_or(0);
  hardware::Gpu gpu;
  if (auto selected = hardware::select(name); selected.ok()) {
    gpu = *selected->gpu;
  } else {
    gpu.name = "GPU";
    gpu.family = "datacenter";
    gpu.supports_bf16 = true;
    gpu.capacity_bytes = gpu.total_bytes = gib * kUsableShare * sizing::kGiB;
  }
  if (gib != static_cast<int>(gib)) gpu.capacity_bytes = gpu.total_bytes = gib * sizing::kGiB;
  return gpu;
}

}  // namespace

std::optional<Report> read_report(std::string_view line) {
  Report report;
  report.source = Source("report", std::string(line));
  report.document = read_document(report.source, Format::Json);
  if (!report.document.root_id || report.document.has_syntax_error()) return std::nullopt;
  const Object root(report.document, *report.document.root_id);
  report.judged = root.is("eval_ready");
  report.peak_is_allocated = root.is("peak_ready");
  if (!report.judged && !report.peak_is_allocated) return std::nullopt;
  // The Windows driver spills instead of failing, so these peaks have no verdict.
  if (report.peak_is_allocated) report.judged = false;
  report.id = root.text("id");
  report.model = root.text("model");
  report.phase = root.text("phase");
  report.url = root.text("url");
  report.worked = root.text("label") == "fits";
  report.measured_peak_gib = root.number("peak_gib").value_or(0);
  if (const auto hardware = root.object("hardware")) report.gpu = hardware->text("gpu");
  return report;
}

Result<Prepared> prepare(const Report& report) {
  const Object root(report.document, *report.document.root_id);
  const auto settings = root.object("settings");
  const auto hardware = root.object("hardware");
  const auto framework = root.object("framework");
  const std::string name = framework ? framework->text("name") : "";
  if (!settings || !hardware) return Error{"no settings"};
  if (name != "unsloth" && !name.starts_with("trl")) {
    return Error{"written for " + name + ", which grpolint does not read"};
  }
  auto resolved = model::resolve(report.model, {});
  if (!resolved.ok() || !*resolved) resolved = model::resolve(root.text("model_size"), {});
  if (!resolved.ok() || !*resolved) return Error{"the size of the model is not known"};
  FactTable facts;
  for (const Member& member : report.document.node(settings->id()).members) {
    facts.derive("run." + member.key,
                 value_of(report.document, report.document.node(member.value.node)), {});
  }
  Derivation(root, *settings, facts).derive();
  const hardware::Gpu gpu = gpu_of(*hardware);
  const hardware::Selection selection{&gpu,
                                      static_cast<int>(hardware->number("count").value_or(1))};
  auto setup = sizing::setup_from_facts(facts, **resolved, selection);
  if (!setup.ok()) return setup.error();
  return Prepared{*std::move(setup), **std::move(resolved)};
}

}  // namespace grpolint::accuracy
