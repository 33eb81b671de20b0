#include "dialect/suggestions.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "schema/schema.h"
#include "text/nearest.h"

namespace grpolint::dialect {
namespace {

std::string digits_of(std::string_view word) {
  std::string digits;
  std::copy_if(word.begin(), word.end(), std::back_inserter(digits),
               [](char c) { return c >= '0' && c <= '9'; });
  return digits;
}

/// Near in letters and far in meaning: fp32 is not tf32, lora_a not lora_r, use_loha not use_dora.
bool is_dangerous(std::string_view word, std::string_view candidate) {
  constexpr std::array<std::string_view, 2> kNeverMeant = {"use_dora", "use_rslora"};
  if (word.size() < kShortestWord || digits_of(word) != digits_of(candidate)) return true;
  if (std::find(kNeverMeant.begin(), kNeverMeant.end(), candidate) != kNeverMeant.end()) {
    return true;
  }
  const std::string_view tail = word.substr(word.find_last_of('_') + 1);
  return tail.size() <= 2 && tail != candidate.substr(candidate.find_last_of('_') + 1);
}

}  // namespace

const std::optional<Suggestion>& Suggestions::of(const Entry& entry) {
  auto& found = found_[static_cast<std::size_t>(&entry - run_.entries.data())];
  if (!found) found = suggest(entry);
  return *found;
}

/// The table of what people write comes before spelling: use_lora is not use_rslora.
std::optional<Suggestion> Suggestions::suggest(const Entry& entry) {
  if (entry.extension && !entry.of_another_command()) return std::nullopt;
  if (const schema::Alias* alias = schema::find_alias(entry.key)) {
    return Suggestion{std::string(alias->argument), alias->exact, std::string(alias->note)};
  }
  std::string word = entry.key;
  std::replace(word.begin(), word.end(), '-', '_');
  // Hyphens are an exact slip: the command line takes both, the file does not.
  if (word != entry.key && std::binary_search(names().begin(), names().end(), word)) {
    return Suggestion{std::move(word), true, "the command line takes hyphens, the file does not."};
  }
  if (word.starts_with(kNegation)) return negation_of(word.substr(kNegation.size()));
  constexpr std::size_t kLettersPerSlip = 5;
  const auto name = nearest(word, names(), std::max<std::size_t>(1, word.size() / kLettersPerSlip));
  if (!name || is_dangerous(word, *name)) return std::nullopt;
  return Suggestion{std::string(*name), false, {}};
}

/// What the command line calls --no_x; anything else with these letters is the opposite of what is
/// near it.
std::optional<Suggestion> Suggestions::negation_of(std::string argument) {
  const schema::Argument* found = schema::find(run_.dialect, argument, run_.releases);
  if (found == nullptr || found->kind != schema::ArgumentKind::Boolean) return std::nullopt;
  if (!std::binary_search(names().begin(), names().end(), argument)) return std::nullopt;
  return Suggestion{std::move(argument), false, {}, true};
}

/// The arguments of the release, sorted.
const std::vector<std::string_view>& Suggestions::names() {
  if (!names_.empty()) return names_;
  for (const schema::Argument& argument : schema::arguments(run_.dialect)) {
    if (argument.known_in(run_.releases.for_library(argument.library))) {
      names_.push_back(argument.name);
    }
  }
  names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  return names_;
}

std::vector<std::string> keys_of_own_script(const Run& run, std::size_t most) {
  Suggestions suggestions(run);
  std::vector<std::string> keys;
  for (const Entry& entry : run.entries) {
    if (keys.size() == most) break;
    if (entry.extension || entry.schema != nullptr || suggestions.of(entry)) continue;
    keys.push_back(entry.key);
  }
  return keys;
}

}  // namespace grpolint::dialect
