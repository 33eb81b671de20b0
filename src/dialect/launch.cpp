#include "dialect/launch.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <system_error>

#include "dialect/python_values.h"
#include "text/file.h"

namespace grpolint::dialect {
namespace {

namespace fs = std::filesystem;

const Node* child(const Document& document, const Node* mapping, std::string_view key) {
  if (mapping == nullptr || mapping->kind != NodeKind::Mapping) return nullptr;
  const Node* found = nullptr;
  for (const Member& member : mapping->members) {
    if (member.key == key) found = &document.node(member.value.node);
  }
  return found;
}

/// Numbers are often quoted in these files.
std::optional<double> number(const Node* node) {
  if (node == nullptr) return std::nullopt;
  if (node->kind == NodeKind::Integer || node->kind == NodeKind::Float) return node->number;
  if (node->kind == NodeKind::String) return python_int(node->text);
  return std::nullopt;
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return out;
}

std::optional<bool> boolean(const Node* node) {
  if (node == nullptr) return std::nullopt;
  if (node->kind == NodeKind::Boolean) return node->boolean;
  if (node->kind == NodeKind::String) return argparse_boolean(node->text);
  return std::nullopt;
}

/// A word, or a number used as one.
std::string text(const Node* node) {
  if (node == nullptr) return {};
  const bool word = node->kind == NodeKind::String || node->kind == NodeKind::Integer;
  return word ? node->text : std::string();
}

/// A device that is no GPU: "cpu", "nvme". Empty when there is no such key.
std::optional<bool> off_device(const Node* node) {
  const std::string device = upper(text(node));
  if (device.empty()) return std::nullopt;
  return device != "NONE";
}

Sharding accelerate_deepspeed(const Document& document, const Node* config,
                              CompanionReader& reader) {
  const std::string file =
      deepspeed_config_file(text(child(document, config, "deepspeed_config_file")));
  if (!file.empty()) {
    return reader.deepspeed(file, {"deepspeed_config_file"}).value_or(Sharding{"", {}, {}, file});
  }
  Sharding sharding;
  // accelerate's own default stage.
  sharding.kind = zero_stage(number(child(document, config, "zero_stage")).value_or(2));
  sharding.offload_optimizer = off_device(child(document, config, "offload_optimizer_device"));
  sharding.offload_parameters = off_device(child(document, config, "offload_param_device"));
  return sharding;
}

Sharding accelerate_fsdp(const Document& document, const Node* config) {
  Sharding sharding;
  std::string strategy = text(child(document, config, "fsdp_sharding_strategy"));
  const Node* reshard = child(document, config, "fsdp_reshard_after_forward");
  if (strategy.empty()) strategy = text(reshard);
  if (number(child(document, config, "fsdp_version")) == 2.0 && boolean(reshard) == false) {
    strategy = "SHARD_GRAD_OP";
  }
  sharding.kind = fsdp_strategy(strategy);
  // FSDP moves parameters, gradients and the optimizer step to the host together.
  sharding.offload_parameters = boolean(child(document, config, "fsdp_offload_params"));
  sharding.offload_optimizer = sharding.offload_parameters;
  return sharding;
}

Launch accelerate_launch(const Document& document, const Node& root, CompanionReader& reader) {
  Launch launch;
  launch.num_processes = launchable(number(child(document, &root, "num_processes")));
  launch.num_machines = launchable(number(child(document, &root, "num_machines")));
  const Node* type_node = child(document, &root, "distributed_type");
  // An unquoted NO is the boolean false in YAML 1.1.
  const std::string type = boolean(type_node) == false ? "NO" : upper(text(type_node));
  const Node* fsdp = child(document, &root, "fsdp_config");
  if (type == "NO") {
    launch.sharding.kind = "none";
  } else if (type == "MULTI_GPU") {
    launch.sharding.kind = "ddp";
  } else if (type == "DEEPSPEED") {
    launch.sharding =
        accelerate_deepspeed(document, child(document, &root, "deepspeed_config"), reader);
  } else if (type == "FSDP") {
    launch.sharding = accelerate_fsdp(document, fsdp);
    launch.activation_checkpointing =
        boolean(child(document, fsdp, "fsdp_activation_checkpointing"));
  }
  return launch;
}

/// DeepSpeed configurations are loaded as JSON and accelerate's as YAML unless their name ends
/// otherwise: accelerate/utils/deepspeed.py, accelerate/commands/config/config_args.py, 1.15.0.
Format format_for(std::string_view dialect, std::string_view path) {
  return dialect == "deepspeed" || path.ends_with(".json") ? Format::Json : Format::Yaml;
}

/// $HOME, ${HOME}, %(root)s, {root}: what stands there is known where the run is launched.
bool has_placeholder(std::string_view path) {
  static const re2::RE2 kPlaceholder(R"(\$\w|\$\{|\$\(|%\(\w+\)s|\{[^{}]*\}|<[^<>]+>)");
  return re2::RE2::PartialMatch(path, kPlaceholder);
}

/// Where `path` of a config is, looked for as CompanionReader says.
std::optional<fs::path> find_beside(const fs::path& config, const fs::path& path) {
  constexpr int kLevels = 8;  // as for requirement files
  std::error_code error;
  if (fs::exists(path, error)) return path;
  if (path.is_absolute() || config.empty()) return std::nullopt;
  fs::path folder = config.parent_path();
  for (int level = 0; level < kLevels; ++level) {
    const fs::path candidate = (folder / path).lexically_normal();
    if (fs::exists(candidate, error)) return candidate;
    const fs::path whole = fs::absolute(folder, error).lexically_normal();
    if (error || fs::exists(whole / ".git", error) || !whole.has_relative_path()) break;
    folder /= "..";
  }
  return std::nullopt;
}

/// Precondition: both are canonical.
bool lies_below(const fs::path& folder, const fs::path& file) {
  const fs::path inside = file.lexically_relative(folder);
  return !inside.empty() && *inside.begin() != "..";
}

/// Whether `file` lies below the current folder, the folder that holds the config's .git, or the
/// config's own.
bool lies_in_project_of(const fs::path& config, const fs::path& file) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(file, error);
  const fs::path here = fs::current_path(error);
  if (lies_below(here, whole)) return true;
  const fs::path own = fs::weakly_canonical(here / config, error).parent_path();
  fs::path project = own;
  for (fs::path folder = own; folder.has_relative_path(); folder = folder.parent_path()) {
    if (!fs::exists(folder / ".git", error)) continue;
    project = folder;
    break;
  }
  return lies_below(project, whole);
}

/// Without a distributed type accelerate starts one process, whatever num_processes says.
void state_processes(Launch& launch) {
  if (launch.sharding.kind == "none") {
    launch.num_processes = 1;
    launch.processes_because = "distributed_type NO in " + launch.file;
  } else {
    launch.processes_because = "num_processes in " + launch.file;
  }
}

}  // namespace

const CompanionFile* CompanionReader::read(const std::string& path, std::string_view dialect,
                                           const Naming& naming) {
  const auto miss = [&](std::string reason) {
    missing_.push_back(
        {std::string(naming.by), std::string(dialect), path, std::move(reason), naming.option});
    return nullptr;
  };
  const std::optional<fs::path> file = find_beside(config_path_, path);
  if (!file && !naming.option && has_placeholder(path)) return nullptr;
  if (!file) {
    const bool text = dialect == "deepspeed" && path.find_first_of("./") == std::string::npos;
    return miss(text ? "no such file, and no JSON in base64 either" : "no such file");
  }
  Result<std::string> bytes = read_file(*file);
  if (!bytes) return miss(bytes.error().message);
  CompanionFile companion;
  companion.dialect = dialect;
  companion.why = fmt::format("named by {}", naming.by);
  companion.path = *file;
  companion.source = Source(file->generic_string(), std::move(*bytes));
  companion.document = read_document(companion.source, format_for(dialect, path));
  companion.outside_project = !naming.option && !lies_in_project_of(config_path_, *file);
  if (companion.outside_project && companion.document.has_syntax_error()) {
    return miss("it does not parse");
  }
  files_.push_back(std::move(companion));
  return &files_.back();
}

std::optional<Launch> CompanionReader::accelerate(const std::string& path, const Naming& naming) {
  const CompanionFile* companion = read(path, "accelerate", naming);
  const Node* root = companion != nullptr ? companion->document.root() : nullptr;
  if (root == nullptr || root->kind != NodeKind::Mapping) return std::nullopt;
  Launch launch = accelerate_launch(companion->document, *root, *this);
  launch.file = fs::path(path).filename().string();
  state_processes(launch);
  return launch;
}

std::optional<Sharding> CompanionReader::deepspeed(const std::string& path, const Naming& naming) {
  if (const auto config = deepspeed_in_text(path)) {
    return deepspeed_sharding(config->document, *config->document.root_id);
  }
  const CompanionFile* companion = read(path, "deepspeed", naming);
  const Node* root = companion != nullptr ? companion->document.root() : nullptr;
  if (root == nullptr || root->kind != NodeKind::Mapping) return std::nullopt;
  return deepspeed_sharding(companion->document, *companion->document.root_id);
}

std::optional<InlineConfig> deepspeed_in_text(std::string_view text) {
  // transformers parses what begins with a brace, training_args.py, 4.51.0-5.24.0; accelerate
  // decodes what is no file, HfDeepSpeedConfig in utils/deepspeed.py, 1.6.0-1.15.0.
  std::optional<std::string> json(text);
  if (!text.starts_with('{')) json = python_urlsafe_b64decode(text);
  if (!json) return std::nullopt;
  InlineConfig config;
  config.source = Source("deepspeed", *std::move(json));
  config.document = read_document(config.source, Format::Json);
  const Node* object = config.document.root();
  if (config.document.has_syntax_error() || object == nullptr ||
      object->kind != NodeKind::Mapping) {
    return std::nullopt;
  }
  return config;
}

std::optional<double> launchable(std::optional<double> count) {
  constexpr double kMost = 1e6;  // more than any cluster has GPUs
  const bool possible = count && *count >= 1 && *count <= kMost && std::floor(*count) == *count;
  return possible ? count : std::nullopt;
}

Sharding deepspeed_sharding(const Document& document, NodeId mapping) {
  Sharding sharding;
  const Node* zero = child(document, &document.node(mapping), "zero_optimization");
  // DeepSpeed without the section, or without a stage in it, is plain data parallelism.
  const Node* stage = child(document, zero, "stage");
  sharding.kind = zero_stage(number(stage).value_or(0));
  sharding.offload_optimizer =
      off_device(child(document, child(document, zero, "offload_optimizer"), "device"));
  sharding.offload_parameters =
      off_device(child(document, child(document, zero, "offload_param"), "device"));
  return sharding;
}

std::optional<Launch> packaged_launch(std::string_view name) {
  struct Packaged {
    std::string_view name;
    std::string_view sharding;
  };
  // https://github.com/huggingface/trl, trl/accelerate_configs/*.yaml, 1.9.0.
  constexpr std::array kPackaged = {
      Packaged{"fsdp1", "fsdp"},      Packaged{"fsdp2", "fsdp"},  Packaged{"multi_gpu", "ddp"},
      Packaged{"single_gpu", "none"}, Packaged{"zero1", "zero1"}, Packaged{"zero2", "zero2"},
      Packaged{"zero3", "zero3"},
  };
  for (const Packaged& packaged : kPackaged) {
    if (packaged.name != name) continue;
    Launch launch;
    launch.file = fmt::format("TRL's packaged {}", name);
    launch.num_processes = 8;
    launch.num_machines = 1;
    launch.sharding = {std::string(packaged.sharding), false, false};
    state_processes(launch);
    return launch;
  }
  return std::nullopt;
}

std::string deepspeed_config_file(std::string_view written) {
  return written == "none" ? std::string() : std::string(written);
}

std::string zero_stage(double stage) {
  if (stage == 1) return "zero1";
  if (stage == 2) return "zero2";
  if (stage == 3) return "zero3";
  return stage == 0 ? "ddp" : "";
}

std::string fsdp_strategy(std::string_view strategy) {
  const std::string name = upper(strategy);
  // Accelerate also takes torch's numbers: 2 is SHARD_GRAD_OP, 3 is NO_SHARD.
  if (name == "NO_SHARD" || name == "3") return "ddp";
  if (name == "SHARD_GRAD_OP" || name == "2" || name == "HYBRID_SHARD_ZERO2") return "zero2";
  return "fsdp";
}

}  // namespace grpolint::dialect
