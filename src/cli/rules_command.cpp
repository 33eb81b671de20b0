#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/stale_facts.h"
#include "hardware/gpu.h"
#include "report/rule_page.h"
#include "rules/markdown.h"

namespace grpolint::cli {
namespace {

int fail(const std::string& message, const Console& console) {
  console.error(message);
  return kExitFailure;
}

}  // namespace

int run(const RulesOptions& options, Console& console) {
  auto destinations = sinks(options.outputs, {"text", "json"});
  if (!destinations) return fail(destinations.error().message, console);
  auto loaded = load_rules(options.rules_folders);
  if (!loaded) return fail(loaded.error().message, console);
  if (auto added = add_knowledge_of_settings(options.settings, *loaded); !added) {
    return fail(added.error().message, console);
  }
  if (!options.markdown_dir.empty()) {
    const auto written = rules::write_pages(loaded->rules(), options.markdown_dir);
    return written ? kExitClean : fail(written.error().message, console);
  }
  if (options.stale_days) {
    const std::vector<StaleFact> stale =
        stale_facts(loaded->rules(), hardware::catalogue(), today(), *options.stale_days);
    if (stale.empty()) {
      console.status(fmt::format("every source was verified within {} days", *options.stale_days));
    }
    return console.print(stale_table(stale, console.style())) ? kExitClean : kExitFailure;
  }
  bool delivered = true;
  for (const Sink& sink : *destinations) {
    const std::string text = sink.format == "json"
                                 ? report::rules_json(loaded->rules())
                                 : report::rule_table(loaded->rules(), console.style());
    delivered = deliver(sink, text, console) && delivered;
  }
  return delivered ? kExitClean : kExitFailure;
}

}  // namespace grpolint::cli
