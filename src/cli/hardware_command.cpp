#include <span>
#include <string>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "hardware/gpu.h"
#include "report/hardware.h"
#include "rules/rule_set.h"

namespace grpolint::cli {

int run(const HardwareOptions& options, Console& console) {
  auto destinations = sinks(options.outputs, {"text", "json"});
  if (!destinations) {
    console.error(destinations.error().message);
    return kExitFailure;
  }
  rules::RuleSet rules = rules::RuleSet::embedded();
  if (auto added = add_knowledge_of_settings(options.settings, rules); !added) {
    console.error(added.error().message);
    return kExitFailure;
  }
  std::span<const hardware::Gpu> gpus = hardware::catalogue();
  if (!options.name.empty()) {
    auto selection = options.name == "auto" ? hardware::detect() : hardware::select(options.name);
    if (!selection) {
      console.error(selection.error().message);
      return kExitFailure;
    }
    gpus = {selection->gpu, 1};
  }
  bool delivered = true;
  for (const Sink& sink : *destinations) {
    const std::string text = sink.format == "json" ? report::hardware_json(gpus)
                             : options.name.empty()
                                 ? report::hardware_table(gpus, console.style())
                                 : report::hardware_text(gpus.front(), console.style());
    delivered = deliver(sink, text, console) && delivered;
  }
  return delivered ? kExitClean : kExitFailure;
}

}  // namespace grpolint::cli
