#include <fmt/format.h>

#include "rules/native/checks.h"
#include "rules/native/unknown_policy.h"
#include "schema/schema.h"
#include "text/nearest.h"

namespace grpolint::rules::native {
namespace {

using dialect::Entry;
using dialect::Run;

bool is_unknown(const Entry& entry, const Run& run) {
  if (entry.extension) return false;
  if (entry.argument.empty() || entry.schema == nullptr) return true;
  // Known to a later release only; what an earlier one had is the business of removed-key.
  return entry.schema->since > run.releases.for_library(entry.schema->library);
}

struct Suggestion {
  std::string argument;
  bool exact = false;
  std::string note;
};

/// The table of what people write comes before spelling: use_lora is not use_rslora.
std::optional<Suggestion> suggest(const Entry& entry, const Run& run) {
  if (const schema::Alias* alias = schema::find_alias(entry.key)) {
    return Suggestion{std::string(alias->argument), alias->exact, std::string(alias->note)};
  }
  std::vector<std::string_view> names;
  for (const schema::Argument& argument : schema::arguments(run.dialect)) {
    if (argument.known_in(run.releases.for_library(argument.library))) {
      names.push_back(argument.name);
    }
  }
  if (const auto name = nearest(entry.key, names)) {
    return Suggestion{std::string(*name), false, {}};
  }
  return std::nullopt;
}

std::string framework(const Run& run) { return "TRL " + run.releases.trl.to_string(); }

std::string advice(const Entry& entry, const Run& run,
                   const std::optional<Suggestion>& suggestion) {
  if (entry.schema != nullptr) {
    return fmt::format("use {} {} or later, or remove the key",
                       entry.schema->library == "trl" ? "TRL" : entry.schema->library,
                       entry.schema->since.to_string());
  }
  if (!suggestion) return "remove it, or check its spelling against grpolint schema";
  std::string text = fmt::format("did you mean {}?", suggestion->argument);
  if (!suggestion->note.empty()) text += " " + suggestion->note;
  const bool written = [&] {
    for (const Entry& other : run.entries) {
      if (other.argument == suggestion->argument) return true;
    }
    return false;
  }();
  if (written) text += fmt::format(" ({} is written already)", suggestion->argument);
  return text;
}

}  // namespace

std::vector<Match> unknown_key(const RuleContext& context) {
  const Run& run = *context.run;
  const UnknownPolicy policy = unknown_policy(run);
  std::vector<Match> matches;
  for (const Entry& entry : run.entries) {
    if (!is_unknown(entry, run)) continue;
    const auto suggestion = suggest(entry, run);
    // A loader of one's own may well have keys of its own; only a clear slip is worth a word.
    if (policy.kind == UnknownPolicy::Kind::Unknown && !suggestion) continue;

    Match match;
    match.span = entry.site.key;
    match.key_path = entry.site.path;
    match.reads = {"version.trl", "run.route"};
    std::string introduced;
    if (entry.schema != nullptr) {
      introduced = fmt::format(" (it came with {} {})",
                               entry.schema->library == "trl" ? "TRL" : entry.schema->library,
                               entry.schema->since.to_string());
    }
    match.locals = {
        {"key", Value::string(entry.key)},
        {"framework", Value::string(framework(run))},
        {"introduced", Value::string(std::move(introduced))},
        {"policy", Value::string(to_string(policy.kind))},
        {"effect", Value::string(policy.effect)},
        {"suggestion", Value::string(advice(entry, run, suggestion))},
        {"newer_than_facts", Value::boolean(run.releases.trl > schema::newest("trl"))},
    };
    if (suggestion && suggestion->exact && entry.schema == nullptr) {
      match.fix = Fix{fmt::format("rename to {}", suggestion->argument),
                      true,
                      {rename_edit(context.source, entry.site.key, suggestion->argument)}};
    }
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
