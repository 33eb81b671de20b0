#include "dialect/companion.h"

#include <fmt/format.h>

#include <deque>

#include "dialect/argument_facts.h"
#include "dialect/launch.h"
#include "dialect/run.h"

namespace grpolint::dialect {
namespace {

/// The facts of the config, as another file sees them: without places, but saying where they stand.
void add_config_facts(const FactTable& config, const Source& source, std::string_view own,
                      FactTable& facts) {
  for (const auto& [name, original] : config.all()) {
    if (name.starts_with(own)) continue;
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

std::string_view companion_facts(std::string_view dialect) {
  return dialect == "deepspeed" ? "run.deepspeed" : "accelerate";
}

Run understand_companion(const CompanionFile& companion, const FactTable* config,
                         const Source* config_source, FactTable& facts) {
  const std::string own(companion_facts(companion.dialect));
  Run run;
  run.dialect = companion.dialect;
  run.route = Route::Python;  // nothing converts the values of these files
  if (config != nullptr) add_config_facts(*config, *config_source, own, facts);
  const Document& document = companion.document;
  const Node* root = document.root();
  if (root == nullptr || root->kind != NodeKind::Mapping) return run;
  facts.derive(own, Value::map(), {}, companion.why);
  add_member_facts(companion.source, document, *document.root_id, own, facts);
  if (companion.dialect == "accelerate") {
    // What the file itself names; the config that names this file has read it already.
    std::deque<CompanionFile> named;
    CompanionReader reader(companion.path, named, run.missing_companions);
    const Value& file = facts.value("accelerate.deepspeed_config.deepspeed_config_file");
    if (file.kind() == ValueKind::String) {
      reader.deepspeed(file.as_string(), {"deepspeed_config_file"});
    }
    if (config == nullptr) run.companions = std::move(named);
  }
  return run;
}

}  // namespace grpolint::dialect
