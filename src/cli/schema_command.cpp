#include <fmt/format.h>

#include <optional>

#include "cli/commands.h"
#include "cli/settings_schema.h"
#include "schema/json_schema.h"

namespace grpolint::cli {
namespace {

/// The releases a schema is for: the framework's as asked for or the newest known, and what an
/// install of that day would have brought along.
std::optional<schema::Releases> releases_for(const SchemaOptions& options) {
  std::optional<Version> stated;
  if (!options.version.empty()) {
    stated = Version::parse(options.version);
    if (!stated) return std::nullopt;
  }
  schema::Releases releases;
  releases.trl = schema::newest("trl");
  releases.unsloth = schema::newest("unsloth");
  if (stated) (options.dialect == "unsloth" ? releases.unsloth : releases.trl) = *stated;
  releases.transformers = schema::transformers_for(releases.trl);
  return releases;
}

}  // namespace

int run(const SchemaOptions& options, Console& console) {
  auto destinations = sinks(options.outputs, {"json"});
  if (!destinations) {
    console.error(destinations.error().message);
    return kExitFailure;
  }
  const auto releases = releases_for(options);
  if (!releases) {
    console.error(
        fmt::format("--version {}: needs a release number such as 0.24.0", options.version));
    return kExitFailure;
  }
  const std::string text =
      options.settings ? settings_schema() : schema::json_schema(options.dialect, *releases);
  bool delivered = true;
  for (const Sink& sink : *destinations) delivered = deliver(sink, text, console) && delivered;
  return delivered ? kExitClean : kExitFailure;
}

}  // namespace grpolint::cli
