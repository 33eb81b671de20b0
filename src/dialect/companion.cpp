#include "dialect/companion.h"

#include <fmt/format.h>

#include <deque>

#include "dialect/argument_facts.h"
#include "dialect/launch.h"
#include "dialect/run.h"

namespace grpolint::dialect {
namespace {

/// The prefixes under which the keys of companions are facts, "run.deepspeed" as if the mapping
/// stood in the config.
constexpr std::string_view kDeepspeed = "run.deepspeed";
constexpr std::string_view kAccelerate = "accelerate";

std::string_view facts_of(std::string_view dialect) {
  return dialect == "deepspeed" ? kDeepspeed : kAccelerate;
}

bool is_below(std::string_view name, std::string_view prefix) {
  return name.size() > prefix.size() && name.starts_with(prefix) && name[prefix.size()] == '.';
}

/// The facts of the config, as another file sees them: without places, but saying where they stand.
/// What is written inside a launch configuration concerns that one alone; that there is one is
/// said.
void add_config_facts(const FactTable& config, const Source& source, FactTable& facts) {
  for (const auto& [name, original] : config.all()) {
    if (is_below(name, kDeepspeed) || is_below(name, kAccelerate)) continue;
    Fact fact = original;
    if (fact.site) {
      fact.because =
          fmt::format("{}:{}", source.name(), source.position(fact.site->key.begin).line);
      fact.site.reset();
    }
    facts.set(name, std::move(fact));
  }
}

}  // namespace

bool is_companion(std::string_view dialect) {
  return dialect == "accelerate" || dialect == "deepspeed";
}

Run understand_companion(const CompanionFile& companion, const FactTable* config,
                         const Source* config_source, FactTable& facts) {
  const std::string own(facts_of(companion.dialect));
  Run run;
  run.dialect = companion.dialect;
  run.route = Route::Python;  // nothing converts the values of these files
  if (config != nullptr) add_config_facts(*config, *config_source, facts);
  const Document& document = companion.document;
  const Node* root = document.root();
  if (root == nullptr || root->kind != NodeKind::Mapping) return run;
  facts.derive(own, Value::map(), {}, companion.why);
  if (companion.dialect == "deepspeed") {
    facts.derive("run.uses_deepspeed", Value::boolean(true), {}, companion.why);
  }
  add_member_facts(companion.source, document, *document.root_id, own, facts);
  if (companion.dialect == "accelerate") {
    // What the file itself names; the config that names this file has read it already.
    std::deque<CompanionFile> named;
    CompanionReader reader(companion.path, named, run.missing_companions);
    const Value& written = facts.value("accelerate.deepspeed_config.deepspeed_config_file");
    const std::string file = written.kind() == ValueKind::String
                                 ? deepspeed_config_file(written.as_string())
                                 : std::string();
    if (!file.empty()) reader.deepspeed(file, {"deepspeed_config_file"});
    if (config == nullptr) run.companions = std::move(named);
  }
  return run;
}

}  // namespace grpolint::dialect
