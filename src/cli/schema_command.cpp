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
    // Unsloth's releases are dates, 2026.10.9: another number is one of another library.
    constexpr int kFirstYear = 2023;
    const bool of_unsloth = stated && *stated >= Version{kFirstYear, 0, 0};
    if (!stated || of_unsloth != (options.dialect == "unsloth")) return std::nullopt;
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
    console.error(fmt::format("--version {}: needs a release of {} such as {}", options.version,
                              options.dialect == "unsloth" ? "Unsloth" : "TRL",
                              schema::newest(options.dialect).to_string()));
    return kExitFailure;
  }
  const std::string text =
      options.settings ? settings_schema() : schema::json_schema(options.dialect, *releases);
  bool delivered = true;
  for (const Sink& sink : *destinations) delivered = deliver(sink, text, console) && delivered;
  return delivered ? kExitClean : kExitFailure;
}

}  // namespace grpolint::cli
