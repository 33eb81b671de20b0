#include <fmt/format.h>

#include <string_view>

#include "cli/commands.h"
#include "cli/settings_schema.h"
#include "schema/json_schema.h"

namespace grpolint::cli {
namespace {

std::string_view title_of(const SchemaOptions& options) {
  return options.dialect == "unsloth" ? "Unsloth" : "TRL";
}

/// The release that was asked for, or the newest that is known, also where a newer one was asked
/// for.
Result<Version> framework_release(const SchemaOptions& options, const Console& console) {
  const Version newest = schema::newest(options.dialect);
  if (options.version.empty()) return newest;
  const auto stated = Version::parse(options.version);
  // Unsloth's releases are dates, 2026.10.9: another number is one of another library.
  constexpr int kFirstYear = 2023;
  const bool of_unsloth = stated && *stated >= Version{kFirstYear, 0, 0};
  if (!stated || of_unsloth != (options.dialect == "unsloth")) {
    return Error{fmt::format("--version {}: needs a release of {} such as {}", options.version,
                             title_of(options), newest.to_string())};
  }
  const Version first = schema::releases(options.dialect).front().version;
  if (*stated < first) {
    return Error{fmt::format("--version {}: {} has GRPO from {} on", options.version,
                             title_of(options), first.to_string())};
  }
  if (*stated > newest) {
    console.note(
        fmt::format("{} {} is newer than what is known, which is {} as of {}: this is its schema",
                    title_of(options), stated->to_string(), newest.to_string(),
                    schema::verified(options.dialect)));
    return newest;
  }
  return *stated;
}

/// With what an install of that day would have brought along.
schema::Releases releases_around(const SchemaOptions& options, Version framework) {
  schema::Releases releases;
  releases.trl = schema::newest("trl");
  releases.unsloth = schema::newest("unsloth");
  (options.dialect == "unsloth" ? releases.unsloth : releases.trl) = framework;
  releases.transformers = schema::transformers_for(releases.trl);
  return releases;
}

}  // namespace

int run(const SchemaOptions& given, Console& console) {
  SchemaOptions options = given;
  if (options.dialect.empty()) options.dialect = "trl";
  auto destinations = sinks(options.outputs, {"json"});
  if (!destinations) {
    console.error(destinations.error().message);
    return kExitFailure;
  }
  const auto framework = framework_release(options, console);
  if (!framework) {
    console.error(framework.error().message);
    return kExitFailure;
  }
  const std::string text =
      options.settings ? settings_schema()
                       : schema::json_schema(options.dialect, releases_around(options, *framework));
  bool delivered = true;
  for (const Sink& sink : *destinations) delivered = deliver(sink, text, console) && delivered;
  return delivered ? kExitClean : kExitFailure;
}

}  // namespace grpolint::cli
