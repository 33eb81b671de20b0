#include <fmt/format.h>

#include "rules/native/checks.h"
#include "rules/native/unknown_policy.h"
#include "schema/schema.h"

namespace grpolint::rules::native {
namespace {

/// The first known release after `last`.
std::string next_release(std::string_view library, Version last) {
  for (const schema::Release& release : schema::releases(library)) {
    if (release.version > last) return release.version.to_string();
  }
  return "a release after " + last.to_string();
}

/// From 0.29.0 trl hands unknown keys to accelerate launch, which has some of the removed ones.
bool is_taken_by_launcher(std::string_view key, const dialect::Run& run) {
  return run.route == dialect::Route::Trl && run.releases.trl >= Version{0, 29, 0} &&
         schema::is_launch_argument(key);
}

}  // namespace

std::vector<Match> removed_key(const RuleContext& context) {
  const dialect::Run& run = *context.run;
  const UnknownPolicy policy = unknown_policy(run);
  std::vector<Match> matches;
  for (const dialect::Entry& entry : run.entries) {
    const schema::Argument* argument = entry.schema;
    if (argument == nullptr || entry.extension || !argument->until) continue;
    if (run.releases.for_library(argument->library) <= *argument->until) continue;
    if (is_taken_by_launcher(entry.key, run)) continue;

    const std::string removed_in = next_release(argument->library, *argument->until);
    std::string suggestion;
    if (!argument->renamed_to.empty()) {
      suggestion = fmt::format("write {} instead", argument->renamed_to);
    } else {
      suggestion = "remove it";
    }
    if (!argument->note.empty()) suggestion += fmt::format(". {}", argument->note);

    Match match;
    match.span = entry.site.key;
    match.key_path = entry.site.path;
    match.reads = {argument->library == "trl" ? "version.trl" : "version.transformers",
                   "run.route"};
    match.locals = {
        {"key", Value::string(entry.key)},
        {"framework",
         Value::string(argument->library == "trl" ? "TRL" : std::string(argument->library))},
        {"removed_in", Value::string(removed_in)},
        {"now", Value::string(argument->renamed_to.empty()
                                  ? std::string()
                                  : fmt::format(" ({} now)", argument->renamed_to))},
        {"policy", Value::string(to_string(policy.kind))},
        {"effect", Value::string(policy.effect)},
        {"suggestion", Value::string(std::move(suggestion))},
    };
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
