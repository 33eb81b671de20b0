#include "sizing/levers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sizing/validate.h"

namespace grpolint::sizing {
namespace {

constexpr std::array<Lever, 18> kLevers = {
    sleep_mode,
    model_length,
    utilization,
    tensor_parallel,
    micro_batches,
    checkpointing,
    chunked_loss,
    eight_bit_states,
    no_reference,
    half_precision,
    smaller_rollouts,
    colocated_engine,
    completion_length,
    smaller_batch,
    zero3,
    lora,
    qlora,
    server_mode,
};

/// The settings of `change` that are left, and what else it says.
std::string in_words(const std::vector<Setting>& settings, const Change& change) {
  std::string text;
  // An upgrade comes first: without it the keys do nothing.
  if (!settings.empty() && !change.release.empty()) text = change.release + " with ";
  for (std::size_t i = 0; i < settings.size(); ++i) {
    if (i > 0) text += ", ";
    text += fmt::format("{}: {}", settings[i].key, settings[i].value);
  }
  if (!text.empty() && !change.note.empty()) text += ' ';
  return text + change.note;
}

const Setting* find(const std::vector<Setting>& settings, const std::string& key) {
  const auto found = std::find_if(settings.begin(), settings.end(),
                                  [&](const Setting& setting) { return setting.key == key; });
  return found == settings.end() ? nullptr : &*found;
}

/// What is left of the first change when the second has overridden its keys.
std::vector<Setting> not_overridden(const Change& first, const Change& second) {
  std::vector<Setting> settings = first.settings;
  std::erase_if(settings, [&](const Setting& setting) {
    return find(second.settings, setting.key) != nullptr;
  });
  return settings;
}

}  // namespace

std::string in_words(const Change& change) { return in_words(change.settings, change); }

std::string in_words(const Change& first, const Change& second) {
  const std::string before = in_words(not_overridden(first, second), first);
  return before.empty() ? in_words(second) : before + " and " + in_words(second);
}

std::vector<Setting> joined(const Change& first, const Change& second) {
  std::vector<Setting> settings = not_overridden(first, second);
  settings.insert(settings.end(), second.settings.begin(), second.settings.end());
  return settings;
}

std::span<const Lever> levers() { return kLevers; }

std::vector<Change> changes_of(const Setup& setup, Lever lever) {
  std::vector<Change> changes = lever(setup);
  std::erase_if(changes, [](const Change& change) { return validate(change.setup).has_value(); });
  return changes;
}

}  // namespace grpolint::sizing
