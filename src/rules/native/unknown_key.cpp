#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "dialect/suggestions.h"
#include "rules/native/checks.h"
#include "rules/native/unknown_policy.h"
#include "schema/schema.h"

namespace grpolint::rules::native {
namespace {

using dialect::Entry;
using dialect::Run;
using dialect::Suggestion;

/// Keys that trl's parser or the launcher takes out of the file before GRPOConfig sees them, and
/// what becomes of them elsewhere.
bool is_known_extension(const Entry& entry, const Run& run) {
  if (entry.of_training_script() && !entry.of_another_command()) return true;
  switch (run.route) {
    case dialect::Route::Unknown:
      return true;
    case dialect::Route::Python:
      return false;
    case dialect::Route::Trl:
      break;
  }
  if (entry.key == "env") return true;
  if (entry.key == "config" || entry.of_another_command()) return false;
  // In 0.19.0 to 0.21.0 the script's parser refuses what the launcher would have taken.
  return unknown_policy(run).kind != UnknownPolicy::Kind::Aborts ||
         run.releases.trl >= Version{0, 29, 0};
}

bool is_unknown(const Entry& entry, const Run& run) {
  if (entry.extension) return !is_known_extension(entry, run);
  if (entry.argument.empty() || entry.schema == nullptr) return true;
  // Known to a later release only; what an earlier one had is the business of removed-key.
  return entry.schema->since > run.releases.for_library(entry.schema->library);
}

/// Begins of the keys at the top that are no strings; these have a rule of their own.
std::set<std::uint32_t> keys_that_are_no_strings(const Document& document) {
  std::set<std::uint32_t> begins;
  if (!document.root_id) return begins;
  for (const Member& member : document.node(*document.root_id).members) {
    if (!member.string_key) begins.insert(member.key_span.begin);
  }
  return begins;
}

/// The arguments that the file has under their own names.
std::set<std::string_view> written_arguments(const Run& run) {
  std::set<std::string_view> arguments;
  for (const Entry& entry : run.entries) arguments.insert(entry.argument);
  return arguments;
}

/// Of the supervised command too it is no argument any more since 0.20.0.
constexpr std::string_view kGoneFromSft = "max_seq_length";

/// Extensions are known, only not here.
std::string advice_on_extension(const Entry& entry, dialect::Route route) {
  if (entry.key == "env" && route == dialect::Route::Python) {
    return "remove it, and set the variables where the script is started: TrlParser alone reads "
           "env";
  }
  if (entry.key == "config") return "remove it: it is the command line option that names this file";
  if (entry.of_another_command()) return "remove it: it is an argument of trl sft";
  const bool of_the_launcher = entry.profile == "trl" || entry.profile == "accelerate launch";
  if (!of_the_launcher) return "remove it";
  return route == dialect::Route::Python ? "remove it, and give it to accelerate launch"
                                         : "remove it and give it on the command line";
}

/// PYTORCH_CUDA_ALLOC_CONF: no argument is written in capitals.
bool is_variable(std::string_view key) {
  const bool capitals = std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  return capitals && key.find('_') != std::string_view::npos;
}

std::string display_name(std::string_view library) {
  return library == "trl" ? "TRL" : std::string(library);
}

std::string framework(const Run& run) { return "TRL " + run.releases.trl.to_string(); }

std::string advice(const Entry& entry, const std::optional<Suggestion>& suggestion, bool written,
                   dialect::Route route) {
  if (entry.extension && !suggestion) return advice_on_extension(entry, route);
  if (entry.schema != nullptr) {
    return fmt::format("use {} {} or later, or remove the key", display_name(entry.schema->library),
                       entry.schema->since.to_string());
  }
  if (!suggestion && is_variable(entry.key)) {
    return "a variable of the environment: write it under env, which TRL puts there";
  }
  if (!suggestion) return "remove it, or check its spelling against grpolint schema";
  if (suggestion->negated) {
    return fmt::format("write {}: false; the form with {} is for the command line",
                       suggestion->argument, dialect::kNegation);
  }
  std::string text = fmt::format("did you mean {}?", suggestion->argument);
  if (!suggestion->note.empty()) text += " " + suggestion->note;
  if (written) text += fmt::format(" ({} is written already)", suggestion->argument);
  return text;
}

/// A slip beyond doubt.
bool is_clear(const Entry& entry, const std::optional<Suggestion>& suggestion) {
  return suggestion && (suggestion->exact || entry.key.size() >= dialect::kShortestWord);
}

/// The policy that holds for keys in general, and the keys that fare otherwise.
UnknownPolicy policy_for(const Entry& entry, const Run& run, const UnknownPolicy& general) {
  using Kind = UnknownPolicy::Kind;
  if (run.route == dialect::Route::Trl && entry.key == "self") {
    return {Kind::Aborts, "TrlParser takes it for its own first parameter and raises TypeError"};
  }
  const bool of_all_commands = run.releases.trl >= Version{0, 29, 0} &&
                               run.releases.trl < Version{1, 0, 0} && entry.of_another_command();
  if (run.route == dialect::Route::Trl && of_all_commands && entry.key != kGoneFromSft) {
    return {Kind::Ignored, "trl 0.29 takes the keys of all its commands and uses its own"};
  }
  return general;
}

/// "TRL 2.0.0", the release that is newer than the facts; empty when none is.
std::string newer_than_facts(const Run& run) {
  if (run.releases.trl > schema::newest("trl")) return framework(run);
  if (run.releases.transformers > schema::newest("transformers")) {
    return "transformers " + run.releases.transformers.to_string();
  }
  return {};
}

/// " (it came with TRL 0.26.0)" of an argument that is too new for the release.
std::string introduced(const Entry& entry) {
  if (entry.schema == nullptr) return {};
  return fmt::format(" (it came with {} {})", display_name(entry.schema->library),
                     entry.schema->since.to_string());
}

class UnknownKeys {
 public:
  explicit UnknownKeys(const RuleContext& context)
      : context_(context),
        run_(*context.run),
        suggestions_(run_),
        general_(general_policy(run_)),
        arguments_(written_arguments(run_)),
        newer_(newer_than_facts(run_)) {}

  std::vector<Match> matches() {
    std::vector<Match> matches;
    // A known script (open-r1) had arguments that TRL got later: reward_funcs, for one.
    const bool of_a_script =
        std::any_of(run_.entries.begin(), run_.entries.end(),
                    [](const Entry& entry) { return entry.of_training_script(); });
    const std::set<std::uint32_t> no_strings = keys_that_are_no_strings(context_.document);
    for (const Entry& entry : run_.entries) {
      if (!is_unknown(entry, run_) || no_strings.contains(entry.site.key.begin)) continue;
      if (entry.schema != nullptr && of_a_script) continue;
      const UnknownPolicy policy = policy_for(entry, run_, general_);
      const auto& suggestion = suggestions_.of(entry);
      // A loader of one's own may well have keys of its own; only a clear slip is worth a word.
      if (policy.kind == UnknownPolicy::Kind::Unknown && !is_clear(entry, suggestion)) continue;
      matches.push_back(match_of(entry, policy, suggestion));
    }
    return matches;
  }

 private:
  static UnknownPolicy general_policy(const Run& run) {
    if (run.own_keys.empty()) return unknown_policy(run);
    return {UnknownPolicy::Kind::Unknown,
            "the file has many keys of a script of its own, which decides what happens to it"};
  }

  Match match_of(const Entry& entry, const UnknownPolicy& policy,
                 const std::optional<Suggestion>& suggestion) const {
    const bool too_new = entry.schema != nullptr;
    const bool written = suggestion && arguments_.contains(suggestion->argument);
    Match match;
    match.span = entry.site.key;
    match.key_path = entry.site.path;
    match.reads = {"version.trl", "run.route"};
    match.locals = {
        {"key", Value::string(entry.key)},
        {"framework", Value::string(framework(run_))},
        {"introduced", Value::string(introduced(entry))},
        {"meant", Value::string(suggestion && !too_new && !suggestion->negated
                                    ? fmt::format(", {} is", suggestion->argument)
                                    : std::string())},
        {"policy", Value::string(to_string(policy.kind))},
        {"effect", Value::string(policy.effect)},
        {"suggestion", Value::string(advice(entry, suggestion, written, run_.route))},
        {"newer_than_facts", newer_.empty() ? Value::absent() : Value::string(newer_)},
        {"facts_date", Value::string(std::string(schema::verified("trl")))},
    };
    if (suggestion && suggestion->exact && !too_new && !written) {
      match.fix = Fix{fmt::format("rename to {}", suggestion->argument),
                      true,
                      {rename_edit(context_.source, entry.site.key, suggestion->argument)}};
    }
    return match;
  }

  const RuleContext& context_;
  const Run& run_;
  dialect::Suggestions suggestions_;
  UnknownPolicy general_;
  std::set<std::string_view> arguments_;
  std::string newer_;
};

}  // namespace

std::vector<Match> unknown_key(const RuleContext& context) {
  return UnknownKeys(context).matches();
}

}  // namespace grpolint::rules::native
