#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <set>
#include <string_view>

#include "rules/native/checks.h"
#include "rules/native/unknown_policy.h"
#include "schema/schema.h"
#include "text/nearest.h"

namespace grpolint::rules::native {
namespace {

using dialect::Entry;
using dialect::Run;

/// An argument of trl's supervised fine-tuning, which has nothing to do in a GRPO config.
bool is_of_another_command(const Entry& entry) { return entry.profile == "trl-sft"; }

/// Keys that trl's parser or the launcher takes out of the file before GRPOConfig sees them, and
/// what becomes of them elsewhere.
bool is_known_extension(const Entry& entry, const Run& run) {
  if (entry.of_training_script() && !is_of_another_command(entry)) return true;
  switch (run.route) {
    case dialect::Route::Unknown:
      return true;
    case dialect::Route::Python:
      return false;
    case dialect::Route::Trl:
      break;
  }
  if (entry.key == "env") return true;
  if (entry.key == "config" || is_of_another_command(entry)) return false;
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

struct Suggestion {
  std::string argument;
  bool exact = false;
  std::string note;
};

/// Of the supervised command too it is no argument any more since 0.20.0.
constexpr std::string_view kGoneFromSft = "max_seq_length";

std::string digits_of(std::string_view word) {
  std::string digits;
  std::copy_if(word.begin(), word.end(), std::back_inserter(digits),
               [](char c) { return c >= '0' && c <= '9'; });
  return digits;
}

/// Near in letters and far in meaning: fp32 is not tf32, lora_a not lora_r, use_loha not use_dora.
bool is_dangerous(std::string_view word, std::string_view candidate) {
  constexpr std::size_t kShortestWord = 5;
  constexpr std::array<std::string_view, 2> kNeverMeant = {"use_dora", "use_rslora"};
  if (word.size() < kShortestWord || digits_of(word) != digits_of(candidate)) return true;
  if (std::find(kNeverMeant.begin(), kNeverMeant.end(), candidate) != kNeverMeant.end()) {
    return true;
  }
  const std::string_view tail = word.substr(word.find_last_of('_') + 1);
  return tail.size() <= 2 && tail != candidate.substr(candidate.find_last_of('_') + 1);
}

/// What the keys of one file were probably meant to be. Each is worked out once: whether the file
/// is for a script of its own rests on all of them, and the messages say them again.
class Suggestions {
 public:
  explicit Suggestions(const Run& run) : run_(run), found_(run.entries.size()) {}

  const std::optional<Suggestion>& of(const Entry& entry) {
    auto& found = found_[static_cast<std::size_t>(&entry - run_.entries.data())];
    if (!found) found = suggest(entry);
    return *found;
  }

 private:
  /// The table of what people write comes before spelling: use_lora is not use_rslora.
  std::optional<Suggestion> suggest(const Entry& entry) {
    if (entry.extension && !is_of_another_command(entry)) return std::nullopt;
    if (const schema::Alias* alias = schema::find_alias(entry.key)) {
      return Suggestion{std::string(alias->argument), alias->exact, std::string(alias->note)};
    }
    std::string word = entry.key;
    std::replace(word.begin(), word.end(), '-', '_');
    // Hyphens are an exact slip: the command line takes both, the file does not.
    if (word != entry.key && std::binary_search(names().begin(), names().end(), word)) {
      return Suggestion{std::move(word), true,
                        "the command line takes hyphens, the file does not."};
    }
    constexpr std::size_t kLettersPerSlip = 5;
    const auto name =
        nearest(word, names(), std::max<std::size_t>(1, word.size() / kLettersPerSlip));
    if (!name || is_dangerous(word, *name)) return std::nullopt;
    return Suggestion{std::string(*name), false, {}};
  }

  /// The arguments of the release, sorted.
  const std::vector<std::string_view>& names() {
    if (!names_.empty()) return names_;
    for (const schema::Argument& argument : schema::arguments(run_.dialect)) {
      if (argument.known_in(run_.releases.for_library(argument.library))) {
        names_.push_back(argument.name);
      }
    }
    names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
    return names_;
  }

  const Run& run_;
  std::vector<std::string_view> names_;
  std::vector<std::optional<std::optional<Suggestion>>> found_;  ///< by entry; outer empty: not yet
};

/// Extensions are known, only not here.
std::string advice_on_extension(const Entry& entry) {
  if (entry.key == "config") return "remove it: it is the command line option that names this file";
  if (is_of_another_command(entry)) return "remove it: it is an argument of trl sft";
  return entry.profile == "trl" || entry.profile == "accelerate launch"
             ? "remove it and give it on the command line"
             : "remove it";
}

/// PYTORCH_CUDA_ALLOC_CONF: no argument is written in capitals.
bool is_variable(std::string_view key) {
  const bool capitals = std::all_of(key.begin(), key.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
  return capitals && key.find('_') != std::string_view::npos;
}

std::string framework(const Run& run) { return "TRL " + run.releases.trl.to_string(); }

std::string advice(const Entry& entry, const std::optional<Suggestion>& suggestion, bool written) {
  if (entry.extension && !suggestion) return advice_on_extension(entry);
  if (entry.schema != nullptr) {
    return fmt::format("use {} {} or later, or remove the key",
                       entry.schema->library == "trl" ? "TRL" : entry.schema->library,
                       entry.schema->since.to_string());
  }
  if (!suggestion && is_variable(entry.key)) {
    return "a variable of the environment: write it under env, which TRL puts there";
  }
  if (!suggestion) return "remove it, or check its spelling against grpolint schema";
  std::string text = fmt::format("did you mean {}?", suggestion->argument);
  if (!suggestion->note.empty()) text += " " + suggestion->note;
  if (written) text += fmt::format(" ({} is written already)", suggestion->argument);
  return text;
}

/// The policy that holds for keys in general, and the keys that fare otherwise.
UnknownPolicy policy_for(const Entry& entry, const Run& run, const UnknownPolicy& general) {
  using Kind = UnknownPolicy::Kind;
  if (run.route == dialect::Route::Trl && entry.key == "self") {
    return {Kind::Aborts, "TrlParser takes it for its own first parameter and raises TypeError"};
  }
  const bool of_all_commands = run.releases.trl >= Version{0, 29, 0} &&
                               run.releases.trl < Version{1, 0, 0} && is_of_another_command(entry);
  if (run.route == dialect::Route::Trl && of_all_commands && entry.key != kGoneFromSft) {
    return {Kind::Ignored, "trl 0.29 takes the keys of all its commands and uses its own"};
  }
  return general;
}

/// A file with this many keys that resemble nothing TRL has is written for a script with arguments
/// of its own, unless the user states the route.
constexpr std::ptrdiff_t kKeysOfAScript = 5;

bool is_for_a_script(const RuleContext& context, Suggestions& suggestions) {
  const Fact* route = context.facts.find("run.route");
  if (route != nullptr && route->origin == Origin::Stated) return false;
  const Run& run = *context.run;
  return std::count_if(run.entries.begin(), run.entries.end(), [&](const Entry& entry) {
           return !entry.extension && entry.schema == nullptr && !suggestions.of(entry);
         }) >= kKeysOfAScript;
}

bool is_newer_than_facts(const Run& run) {
  return run.releases.trl > schema::newest("trl") ||
         run.releases.transformers > schema::newest("transformers");
}

}  // namespace

std::vector<Match> unknown_key(const RuleContext& context) {
  const Run& run = *context.run;
  Suggestions suggestions(run);
  UnknownPolicy general = unknown_policy(run);
  if (general.kind != UnknownPolicy::Kind::Unknown && is_for_a_script(context, suggestions)) {
    general = {UnknownPolicy::Kind::Unknown,
               "the file has many keys of a script of its own, which decides what happens to it"};
  }
  // A known script (open-r1) had arguments that TRL got later: reward_funcs, for one.
  const bool of_a_script =
      std::any_of(run.entries.begin(), run.entries.end(),
                  [](const Entry& entry) { return entry.of_training_script(); });
  const std::set<std::uint32_t> no_strings = keys_that_are_no_strings(context.document);
  const std::set<std::string_view> arguments = written_arguments(run);
  std::vector<Match> matches;
  for (const Entry& entry : run.entries) {
    if (!is_unknown(entry, run) || no_strings.contains(entry.site.key.begin)) continue;
    if (entry.schema != nullptr && of_a_script) continue;
    const auto& suggestion = suggestions.of(entry);
    const UnknownPolicy policy = policy_for(entry, run, general);
    // A loader of one's own may well have keys of its own; only a clear slip is worth a word.
    if (policy.kind == UnknownPolicy::Kind::Unknown && !suggestion) continue;

    const bool written = suggestion && arguments.contains(suggestion->argument);
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
        {"meant", Value::string(suggestion && entry.schema == nullptr
                                    ? fmt::format(", {} is", suggestion->argument)
                                    : std::string())},
        {"policy", Value::string(to_string(policy.kind))},
        {"effect", Value::string(policy.effect)},
        {"suggestion", Value::string(advice(entry, suggestion, written))},
        {"newer_than_facts", Value::boolean(is_newer_than_facts(run))},
        {"facts_date", Value::string(std::string(schema::verified("trl")))},
    };
    const bool slip = suggestion && suggestion->exact && entry.schema == nullptr;
    if (slip && !written) {
      match.fix = Fix{fmt::format("rename to {}", suggestion->argument),
                      true,
                      {rename_edit(context.source, entry.site.key, suggestion->argument)}};
    }
    matches.push_back(std::move(match));
  }
  return matches;
}

}  // namespace grpolint::rules::native
