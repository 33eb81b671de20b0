#include <fmt/format.h>

#include <array>

#include "dialect/argument_facts.h"
#include "dialect/deriver.h"
#include "dialect/entries.h"
#include "dialect/launch.h"
#include "dialect/releases.h"
#include "dialect/run.h"
#include "dialect/suggestions.h"

namespace grpolint::dialect {
namespace {

std::string_view route_name(Route route) {
  switch (route) {
    case Route::Trl:
      return "trl";
    case Route::Python:
      return "python";
    case Route::Unknown:
      return "unknown";
  }
  return "unknown";
}

/// TrlParser reads flat YAML (and JSON, which is YAML); Unsloth has no parser of its own.
Route default_route(const Document& document, const Recognition& recognition,
                    const schema::Releases& releases) {
  if (recognition.layout != Layout::Flat || recognition.dialect != "trl" ||
      document.format == Format::Toml ||
      has_argument_sections(document, recognition.dialect, releases)) {
    return Route::Unknown;
  }
  return Route::Trl;
}

void set_route(const Document& document, const Recognition& recognition, const Target& target,
               Run& run, FactTable& facts) {
  Fact fact;
  if (target.route) {
    if (target.route->value == "trl") run.route = Route::Trl;
    if (target.route->value == "python") run.route = Route::Python;
    if (target.route->value == "unknown") run.route = Route::Unknown;
    fact.origin = Origin::Stated;
    fact.because = target.route->by;
  } else {
    run.route = default_route(document, recognition, run.releases);
    fact.origin = Origin::Default;
    fact.because = run.route == Route::Trl ? "flat files are read by TrlParser"
                                           : "TrlParser does not read a file like this";
  }
  fact.value = Value::string(std::string(route_name(run.route)));
  facts.set("run.route", std::move(fact));
}

/// Whether a script of the user's own reads the file. One key that TRL has nothing like is reason
/// enough to think so of its settings; it takes more of them to believe that unknown keys are
/// right.
void find_own_script(Run& run, FactTable& facts) {
  constexpr std::size_t kKeysOfAScript = 5;
  const bool stated = facts.find("run.route")->origin == Origin::Stated;
  std::vector<std::string> keys;
  if (run.route != Route::Unknown && !stated) keys = keys_of_own_script(run, kKeysOfAScript);
  if (keys.empty()) {
    facts.derive("run.own_script", Value::boolean(run.route == Route::Unknown), {"run.route"});
    return;
  }
  facts.derive("run.own_script", Value::boolean(true), {},
               fmt::format("{} resembles no argument of TRL", keys.front()));
  if (keys.size() < kKeysOfAScript) return;
  run.own_keys = std::move(keys);
  run.notes.emplace_back(
      "five or more keys resemble nothing that TRL has, so the file is taken to be for a script of "
      "its own, whose unknown keys are reported only where a known one is clearly meant: state "
      "--route trl, or a comment '# grpolint: route=trl', to have each of them checked");
}

/// Unsloth and TRL name some arguments differently; rules and sizing read TRL's names.
struct Synonym {
  std::string_view unsloth;
  std::string_view trl;
};
constexpr std::array kSynonyms = {
    Synonym{"model_name", "model_name_or_path"},
    Synonym{"r", "lora_r"},
    Synonym{"target_modules", "lora_target_modules"},
    Synonym{"gpu_memory_utilization", "vllm_gpu_memory_utilization"},
};

/// The one that is written decides both; else Unsloth's default does.
void unify_synonyms(FactTable& facts) {
  for (const Synonym& synonym : kSynonyms) {
    const std::string own = fmt::format("run.{}", synonym.unsloth);
    const std::string general = fmt::format("run.{}", synonym.trl);
    const Fact* own_fact = facts.find(own);
    const Fact* general_fact = facts.find(general);
    if (own_fact == nullptr || general_fact == nullptr) continue;
    const bool general_decides =
        general_fact->origin == Origin::Written && own_fact->origin != Origin::Written;
    if (general_decides) {
      facts.set(own, Fact(*general_fact));
    } else if (general_fact->origin != Origin::Written) {
      facts.set(general, Fact(*own_fact));
    }
  }
}

class LaunchReader {
 public:
  LaunchReader(const Document& document, const Run& run, const Target& target, FactTable& facts,
               CompanionReader& files)
      : document_(document), run_(run), target_(target), facts_(facts), files_(files) {}

  Launch read() {
    Launch launch;
    if (target_.accelerate_config) {
      launch =
          files_.accelerate(target_.accelerate_config->value, {target_.accelerate_config->by, true})
              .value_or(Launch{});
    } else if (const std::string name = text("run.accelerate_config");
               !name.empty() && launch_keys_count(run_.route, run_.releases.trl)) {
      std::optional<Launch> packaged = packaged_launch(name);
      launch = packaged ? *std::move(packaged)
                        : files_.accelerate(name, {"accelerate_config"}).value_or(Launch{});
    }
    launch.config_deepspeed = deepspeed();
    return launch;
  }

 private:
  std::string text(std::string_view name) const {
    const Value& value = facts_.value(name);
    return value.kind() == ValueKind::String ? value.as_string() : std::string();
  }

  Sharding deepspeed() {
    for (const Entry& entry : run_.entries) {
      if (entry.argument != "deepspeed") continue;
      const Node& node = document_.node(entry.node);
      if (node.kind == NodeKind::Mapping) return deepspeed_sharding(document_, entry.node);
    }
    const std::string path = text("run.deepspeed");
    if (path.empty()) return {};
    if (const auto config = deepspeed_in_text(path)) return deepspeed_of_text(*config);
    return files_.deepspeed(path, {"deepspeed"}).value_or(Sharding{});
  }

  /// From here on the value is the mapping that it is read as.
  Sharding deepspeed_of_text(const InlineConfig& config) {
    const NodeId object = *config.document.root_id;
    Fact fact = *facts_.find("run.deepspeed");
    fact.value = Value::map();
    if (const std::optional<Site> site = fact.site) {
      add_text_facts(config.source, config.document, object, "run.deepspeed", *site, facts_);
    }
    facts_.set("run.deepspeed", std::move(fact));
    return deepspeed_sharding(config.document, object);
  }

  const Document& document_;
  const Run& run_;
  const Target& target_;
  FactTable& facts_;
  CompanionReader& files_;
};

/// A section of its own says that the thing is wanted where no switch does.
void assume_switches(const Run& run, FactTable& facts) {
  if (run.route != Route::Unknown || run.dialect == "unsloth") return;
  const auto sets = [&](std::string_view argument) {
    for (const Entry& entry : run.entries) {
      if (entry.argument == argument && !entry.section.empty()) return true;
    }
    return false;
  };
  const auto assume = [&](const std::string& name, Value value, std::string because) {
    if (facts.find(name) == nullptr) facts.assume(name, std::move(value), std::move(because));
  };
  if (sets("lora_r")) {
    assume("run.use_peft", Value::boolean(true), "the file has a section for LoRA");
  }
  const bool server = sets("vllm_server_base_url") || sets("vllm_server_host");
  if (server || sets("vllm_gpu_memory_utilization") || sets("vllm_mode")) {
    assume("run.use_vllm", Value::boolean(true), "the file has a section for vLLM");
  }
  if (server) {
    assume("run.vllm_mode", Value::string("server"), "the file names the address of a server");
  }
}

/// A key that the assumed release has no more tells that the file was written for an older one.
void date_by_keys(const Run& run, FactTable& facts) {
  const Entry* oldest = nullptr;
  for (const Entry& entry : run.entries) {
    if (entry.schema == nullptr || entry.schema->library != "trl" || !entry.schema->until) continue;
    if (*entry.schema->until >= run.releases.trl) continue;
    if (oldest == nullptr || *entry.schema->until < *oldest->schema->until) oldest = &entry;
  }
  if (oldest == nullptr) {
    facts.derive("version.trl_written_for", Value::absent(), {});
    return;
  }
  facts.derive("version.trl_written_for", Value::version(*oldest->schema->until),
               {"run." + oldest->argument},
               fmt::format("{} is no argument of a later release", oldest->key));
}

}  // namespace

Run understand(const Source& source, const Document& document, const Recognition& recognition,
               const Target& target, const Companions& companions, FactTable& facts) {
  Run run;
  run.dialect = recognition.dialect;
  run.layout = recognition.layout;
  ResolvedReleases resolved = resolve_releases(recognition.dialect, target, companions, facts);
  run.releases = resolved.releases;
  run.trl_version_assumed = resolved.trl_assumed;
  run.notes = std::move(resolved.notes);
  facts.derive("run.dialect", Value::string(run.dialect), {}, recognition.why);
  facts.derive("run.layout", Value::string(run.layout == Layout::Flat ? "flat" : "sectioned"), {},
               recognition.why);
  set_route(document, recognition, target, run, facts);

  run.entries = collect_entries(document, recognition, run.route, run.releases);
  find_own_script(run, facts);
  add_written_facts(source, document, run, facts);
  date_by_keys(run, facts);
  assume_switches(run, facts);
  add_default_facts(run, facts);
  if (run.dialect == "unsloth") unify_synonyms(facts);

  CompanionReader files(companions.config_path, run.companions, run.missing_companions);
  const Launch launch = LaunchReader(document, run, target, facts, files).read();
  Deriver deriver{run, target, launch, facts};
  derive_distribution(deriver);
  derive_engine(deriver);
  derive_weights(deriver);
  derive_training(deriver);
  derive_batch(deriver);
  return run;
}

}  // namespace grpolint::dialect
