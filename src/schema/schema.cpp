#include "schema/schema.h"

#include <algorithm>
#include <cassert>

#include "schema/tables.h"

namespace grpolint::schema {
namespace {

const LibraryFacts* find_library(std::string_view name) {
  const auto found = std::ranges::find(kTables.libraries, name, &LibraryFacts::name);
  return found == kTables.libraries.end() ? nullptr : &*found;
}

template <typename Entry, typename Name>
const Entry* find_by_name(std::span<const Entry> sorted, std::string_view name,
                          Name Entry::*field) {
  const auto found = std::ranges::lower_bound(sorted, name, {}, field);
  return found != sorted.end() && (*found).*field == name ? &*found : nullptr;
}

/// Unsloth rewrites defaults of TRL's class: what TRL does not have there is not rewritten.
bool holds(const Argument& argument, std::span<const Argument> same_name,
           const Releases& releases) {
  if (!argument.known_in(releases.for_library(argument.library))) return false;
  if (argument.library != "unsloth" || same_name.back().library == "unsloth") return true;
  return std::ranges::any_of(same_name, [&](const Argument& other) {
    return other.library != "unsloth" && other.known_in(releases.for_library(other.library));
  });
}

/// Of entries that do not hold: the one removed last, else the one that comes first.
const Argument* nearest(std::span<const Argument> same_name, const Releases& releases) {
  const Argument* best = nullptr;
  for (const Argument& argument : same_name) {
    const bool gone = argument.until && *argument.until < releases.for_library(argument.library);
    if (gone && (best == nullptr || best->until < argument.until)) best = &argument;
  }
  return best != nullptr ? best : &*std::ranges::min_element(same_name, {}, &Argument::since);
}

/// The known release, or the last one before it; null before the first.
const Release* release_at(std::string_view library, Version version) {
  const std::span<const Release> known = releases(library);
  const auto after = std::ranges::upper_bound(known, version, {}, &Release::version);
  return after == known.begin() ? nullptr : &*(after - 1);
}

}  // namespace

Version Releases::for_library(std::string_view library) const {
  Version stated;
  if (library == "trl") stated = trl;
  if (library == "transformers") stated = transformers;
  if (library == "unsloth") stated = unsloth;
  return stated == Version{} ? newest(library) : stated;
}

std::span<const Argument> arguments(std::string_view dialect) {
  return dialect == "unsloth" ? kTables.unsloth : kTables.trl;
}

const Argument* find(std::string_view dialect, std::string_view name, const Releases& releases) {
  const std::span<const Argument> all = arguments(dialect);
  const auto first = std::ranges::lower_bound(all, name, {}, &Argument::name);
  const auto last = std::ranges::upper_bound(first, all.end(), name, {}, &Argument::name);
  if (first == last) return nullptr;
  const std::span<const Argument> candidates(first, last);
  for (const Argument& argument : candidates) {
    if (holds(argument, candidates, releases)) return &argument;
  }
  return nearest(candidates, releases);
}

const Argument& judged_by(const Argument& argument, const Releases& releases) {
  // unsloth/models/rl.py, _patch_trl_rl_trainers, 2026.10.9: __init__ calls super().__init__ with
  // everything it takes.
  if (argument.owner != "UnslothGRPOConfig") return argument;
  const Argument* beneath = find("trl", argument.name, releases);
  const bool known =
      beneath != nullptr && beneath->known_in(releases.for_library(beneath->library));
  return known ? *beneath : argument;
}

std::span<const Argument> dataset_item_arguments() { return kTables.dataset_items; }

std::span<const Release> releases(std::string_view library) {
  const LibraryFacts* facts = find_library(library);
  return facts == nullptr ? std::span<const Release>() : facts->releases;
}

Version newest(std::string_view library) {
  const std::span<const Release> known = releases(library);
  return known.empty() ? Version{} : known.back().version;
}

std::string_view verified(std::string_view library) {
  const LibraryFacts* facts = find_library(library);
  return facts == nullptr ? std::string_view() : facts->verified;
}

Version transformers_for(Version trl) {
  const Release* release = release_at("trl", trl);
  return release == nullptr ? releases("trl").front().transformers : release->transformers;
}

std::span<const Requirement> requirements(std::string_view library, Version version) {
  const Release* release = release_at(library, version);
  return release == nullptr ? std::span<const Requirement>() : release->requirements;
}

const Alias* find_alias(std::string_view name) {
  return find_by_name(kTables.aliases, name, &Alias::alias);
}

std::span<const Alias> aliases() { return kTables.aliases; }

const SpecialKey* find_special_key(std::string_view name) {
  return find_by_name(kTables.special_keys, name, &SpecialKey::name);
}

std::span<const SpecialKey> special_keys() { return kTables.special_keys; }

const LaunchArgument* find_launch_argument(std::string_view name) {
  return find_by_name(kTables.launch_arguments, name, &LaunchArgument::name);
}

std::span<const LaunchArgument> launch_arguments() { return kTables.launch_arguments; }

bool is_launch_argument(std::string_view name) { return find_launch_argument(name) != nullptr; }

const ProfileKey* find_profile_key(std::string_view name) {
  return find_by_name(kTables.profile_keys, name, &ProfileKey::name);
}

std::string_view profile_of(std::string_view name) {
  const ProfileKey* key = find_profile_key(name);
  return key == nullptr ? std::string_view() : key->profile;
}

}  // namespace grpolint::schema
