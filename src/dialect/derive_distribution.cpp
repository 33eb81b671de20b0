#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "dialect/deriver.h"
#include "dialect/python_values.h"

namespace grpolint::dialect {
namespace {

/// From here on `trl grpo` hands keys of the launcher on to accelerate.
constexpr Version kForwardsLaunchKeys{0, 29, 0};

void world_size(Deriver& d) {
  if (d.target.num_processes) {
    d.state("world_size", Value::number(d.target.num_processes->value), Origin::Stated,
            d.target.num_processes->by);
  } else if (d.written("num_processes")) {
    // Before 0.29.0 the key does nothing, but it still says how the run is meant to be launched.
    const std::optional<double> count = launchable(d.number("num_processes"));
    d.derive("world_size", count ? Value::number(*count) : Value::unknown(), {"num_processes"});
  } else if (d.launch.num_processes) {
    d.state("world_size", Value::number(*d.launch.num_processes), Origin::Companion,
            d.launch.processes_because);
  } else if (d.unsloth()) {
    d.assume("world_size", Value::number(1),
             "Unsloth trains in one process unless launched in more");
  } else {
    d.state("world_size", Value::unknown(), Origin::Unknown, "");
  }
}

void nodes(Deriver& d) {
  if (d.target.nodes) {
    d.state("nodes", Value::number(d.target.nodes->value), Origin::Stated, d.target.nodes->by);
  } else if (d.written("num_machines")) {
    const std::optional<double> count = launchable(d.number("num_machines"));
    d.derive("nodes", count ? Value::number(*count) : Value::unknown(), {"num_machines"});
  } else if (d.launch.num_machines) {
    d.state("nodes", Value::number(*d.launch.num_machines), Origin::Companion,
            "num_machines in " + d.launch.file);
  } else if (d.number("world_size") == 1.0) {
    d.derive("nodes", Value::number(1), {"world_size"});
  } else {
    d.state("nodes", Value::unknown(), Origin::Unknown, "");
  }
}

/// `fsdp:` of TrainingArguments: a word list ("full_shard auto_wrap offload"), a list, or true.
std::string fsdp_words(const Deriver& d) {
  const Value& value = d.value("fsdp");
  if (value.kind() == ValueKind::List) {
    std::string words;
    for (const Value& item : value.as_list()) {
      if (item.kind() == ValueKind::String) words += item.as_string() + " ";
    }
    return words;
  }
  if (value.kind() == ValueKind::Boolean) return value.as_boolean() ? "full_shard" : "";
  return std::string(d.text("fsdp"));
}

std::string strategy_of_words(const std::string& words) {
  if (words.find("no_shard") != std::string::npos) return fsdp_strategy("NO_SHARD");
  if (words.find("zero2") != std::string::npos || words.find("grad_op") != std::string::npos) {
    return fsdp_strategy("SHARD_GRAD_OP");
  }
  return fsdp_strategy("FULL_SHARD");
}

void set_offload(Deriver& d, const Sharding& sharding, const std::vector<std::string>& sources) {
  d.derive("offload_optimizer", Value::boolean(sharding.offload_optimizer.value_or(false)),
           sources);
  d.derive("offload_parameters", Value::boolean(sharding.offload_parameters.value_or(false)),
           sources);
}

/// A DeepSpeed config that is not at hand: people name these files by what is in them
/// ("zero3_offload.json"). ZeRO-3 is what a run that shards its model most often has.
void assume_deepspeed(Deriver& d, std::string_view name) {
  const std::string file = std::filesystem::path(name).filename().string();
  const auto names = [&](const std::string& expression) {
    return re2::RE2::PartialMatch(file, "(?i)" + expression);
  };
  // zero1, zero_stage_1, stage-1, ds_z1, but not z1 at the end of a word.
  const std::string stage_of = "((zero|stage)[-_ ]?(stage)?|(^|[^a-z])z)[-_ ]?";
  const char* stage = names(stage_of + "1") ? "zero1" : names(stage_of + "2") ? "zero2" : "zero3";
  const std::string because = name.empty()
                                  ? "what `deepspeed` names is not known"
                                  : fmt::format("the DeepSpeed config '{}' is not at hand", name);
  d.assume("sharding", Value::string(stage), because);
  const bool offloads = names("(?i)offload");
  for (const char* fact : {"offload_optimizer", "offload_parameters"}) {
    d.assume(fact, offloads ? Value::boolean(true) : Value::unknown(), because);
  }
}

/// What turns DeepSpeed and FSDP on is not that the key is there but that its value is true:
/// transformers/training_args.py, 4.51.0-5.24.0, `if self.deepspeed:` and what becomes of `fsdp`.
void switches(Deriver& d) {
  d.derive("uses_deepspeed", boolean_value(d.truth("deepspeed")), {"deepspeed"});
  // The words true and false are a boolean or no option at all, by release.
  const bool word = argparse_boolean(d.text("fsdp")).has_value();
  d.derive("uses_fsdp", word ? Value::unknown() : boolean_value(d.truth("fsdp")), {"fsdp"});
}

/// Sharding the config asks for itself; true when it does.
bool sharding_of_config(Deriver& d) {
  if (d.written("deepspeed") && d.truth("uses_deepspeed") != false) {
    const Sharding& found = d.launch.config_deepspeed;
    if (found.kind.empty()) {
      assume_deepspeed(d, d.text("deepspeed"));
    } else {
      d.derive("sharding", Value::string(found.kind), {"deepspeed"});
      set_offload(d, found, {"deepspeed"});
    }
    return true;
  }
  const std::string words = fsdp_words(d);
  if (d.written("fsdp") && !words.empty()) {
    const bool offload =
        words.find("offload") != std::string::npos || d.truth("fsdp_config.offload_params") == true;
    d.derive("sharding", Value::string(strategy_of_words(words)), {"fsdp"});
    set_offload(d, {"", offload, offload}, {"fsdp"});
    return true;
  }
  return false;
}

bool sharding_of_launch(Deriver& d) {
  const Sharding& sharding = d.launch.sharding;
  if (sharding.kind.empty() && !sharding.unread.empty()) {
    assume_deepspeed(d, sharding.unread);
    return true;
  }
  if (sharding.kind.empty()) return false;
  const std::string because = "distributed_type in " + d.launch.file;
  d.state("sharding", Value::string(sharding.kind), Origin::Companion, because);
  d.state("offload_optimizer", Value::boolean(sharding.offload_optimizer.value_or(false)),
          Origin::Companion, because);
  d.state("offload_parameters", Value::boolean(sharding.offload_parameters.value_or(false)),
          Origin::Companion, because);
  return true;
}

void sharding(Deriver& d) {
  if (sharding_of_config(d) || sharding_of_launch(d)) return;
  const std::optional<double> processes = d.number("world_size");
  if (processes == 1.0) {
    d.derive("sharding", Value::string("none"), {"world_size"});
  } else {
    d.assume("sharding", Value::string(processes ? "ddp" : "none"),
             "neither the config nor an accelerate config names any sharding");
  }
  d.derive("offload_optimizer", Value::boolean(false), {});
  d.derive("offload_parameters", Value::boolean(false), {});
}

}  // namespace

bool launch_keys_count(Route route, Version trl) {
  return route != Route::Trl || trl >= kForwardsLaunchKeys;
}

void derive_distribution(Deriver& d) {
  switches(d);
  world_size(d);
  nodes(d);
  sharding(d);
}

}  // namespace grpolint::dialect
