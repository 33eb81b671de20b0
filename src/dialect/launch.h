#pragma once

#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dialect/companion.h"
#include "document/document.h"

namespace grpolint::dialect {

/// What a companion file, or a mapping of the config itself, says of how the processes share the
/// work.
struct Sharding {
  /// "none", "ddp", "zero1", "zero2", "zero3" or "fsdp"; empty when it does not say.
  std::string kind;
  std::optional<bool> offload_optimizer;
  std::optional<bool> offload_parameters;
  std::string unread = {};  ///< with an empty kind: the DeepSpeed file that would say, by name
};

/// What an accelerate config says about how the run is launched. Everything empty without one.
struct Launch {
  std::string file;  ///< name for "because": "zero3.yaml", "TRL's packaged zero3"
  std::optional<double> num_processes;
  std::string processes_because;  ///< "num_processes in zero3.yaml"
  std::optional<double> num_machines;
  Sharding sharding;
  std::optional<bool> activation_checkpointing;
  Sharding config_deepspeed;  ///< of the file or mapping under the config's own `deepspeed` key
};

/// Reads the files that a config names and keeps them for the rules. A relative path is looked for
/// as given, then beside the config and in each folder above it up to the one that holds .git,
/// since runs are launched from there. One that a config names outside its project and that does
/// not parse counts as missing, so that no line of it is shown. A path that holds a placeholder is
/// unknown rather than missing. Never throws.
class CompanionReader {
 public:
  struct Naming {
    std::string_view by;  ///< "deepspeed", "--accelerate-config": who names the file
    bool option = false;  ///< not a key of a file
  };

  CompanionReader(std::filesystem::path config_path, std::deque<CompanionFile>& files,
                  std::vector<MissingCompanion>& missing)
      : config_path_(std::move(config_path)), files_(files), missing_(missing) {}

  /// An accelerate YAML or JSON file. Empty when it cannot be read; what it does not say is empty.
  std::optional<Launch> accelerate(const std::string& path, const Naming& naming);
  /// A DeepSpeed JSON file, or a configuration that stands in its place (deepspeed_in_text).
  std::optional<Sharding> deepspeed(const std::string& path, const Naming& naming);

 private:
  const CompanionFile* read(const std::string& path, std::string_view dialect,
                            const Naming& naming);

  std::filesystem::path config_path_;
  std::deque<CompanionFile>& files_;
  std::vector<MissingCompanion>& missing_;
};

/// A number of processes or machines that can be started; empty for any other number, from which
/// nothing can be worked out: 0, -1 (accelerate's word for "on the command line"), 2.5, 1e20.
std::optional<double> launchable(std::optional<double> count);

/// A DeepSpeed configuration that a string holds instead of naming a file.
struct InlineConfig {
  Source source;
  Document document;  ///< the root is a mapping
};
/// A JSON object, or what Python's base64.urlsafe_b64decode makes one of; empty for anything else.
std::optional<InlineConfig> deepspeed_in_text(std::string_view text);

/// The configurations packaged with TRL by name (zero3, fsdp2, ...): trl/accelerate_configs. Every
/// one says eight processes. Empty for another name.
std::optional<Launch> packaged_launch(std::string_view name);

/// The file that an accelerate config names under deepspeed_config_file; empty for its word for no
/// file, "none": DeepSpeedPlugin, accelerate/utils/dataclasses.py, 1.14.0.
std::string deepspeed_config_file(std::string_view written);

/// A DeepSpeed configuration as a mapping node.
Sharding deepspeed_sharding(const Document& document, NodeId mapping);

/// "zero2" of stage 2; stage 0 is "ddp", and one that does not exist is empty.
std::string zero_stage(double stage);
/// FSDP's strategies: SHARD_GRAD_OP keeps the parameters whole, as ZeRO-2 does.
std::string fsdp_strategy(std::string_view strategy);

}  // namespace grpolint::dialect
