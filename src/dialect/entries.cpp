#include "dialect/entries.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "dialect/vocabulary.h"

namespace grpolint::dialect {
namespace {

/// Sections deeper than this hold no arguments in any known layout.
constexpr int kSectionDepth = 4;

/// Keys that only a GRPO section has: they make a section of any name one of arguments.
constexpr std::array<std::string_view, 5> kTellingKeys = {
    "num_generations", "max_completion_length", "num_iterations", "steps_per_generation",
    "generation_batch_size"};

/// Prefixes that a section's name stands for: gpu_memory_utilization under [vllm].
std::string_view prefix_of(Role role) {
  switch (role) {
    case Role::Engine:
      return "vllm_";
    case Role::Adapter:
      return "lora_";
    case Role::Dataset:
      return "dataset_";
    default:
      return {};
  }
}

class Collector {
 public:
  Collector(const Document& document, const std::string& dialect, Route route,
            const schema::Releases& releases)
      : document_(document), dialect_(dialect), route_(route), releases_(releases) {}

  std::vector<Entry> flat() {
    for (const Member* member : document_.effective_members(*document_.root_id)) {
      std::optional<Role> role;
      if (route_ == Route::Unknown) role = section_role(*member);
      if (role) {
        section(member->value.node, member->key, role, 1);
      } else {
        add(*member, "", Role::Training);
      }
    }
    drop_lone_profile_keys();
    return std::move(entries_);
  }

  std::vector<Entry> sectioned() {
    for (const Member* member : document_.effective_members(*document_.root_id)) {
      if (is_section(*member)) {
        section(member->value.node, member->key, role_of_section(member->key), 1);
      } else {
        add(*member, "", Role::Training);
      }
    }
    drop_lone_profile_keys();
    return std::move(entries_);
  }

  /// The role of a top-level mapping that is no argument itself but holds some.
  std::optional<Role> section_role(const Member& member) const {
    if (!is_section(member)) return std::nullopt;
    const std::optional<Role> role = role_of_section(member.key);
    if (!role || *role == Role::Foreign) return std::nullopt;
    return role;
  }

 private:
  bool is_section(const Member& member) const {
    if (document_.node(member.value.node).kind != NodeKind::Mapping) return false;
    return schema::find(dialect_, member.key, releases_) == nullptr &&
           schema::find_special_key(member.key) == nullptr;
  }

  void section(NodeId mapping, const std::string& path, std::optional<Role> role, int depth) {
    if (role == Role::Foreign) return;
    if (!role && has_telling_key(document_, mapping)) role = Role::Training;
    for (const Member* member : document_.effective_members(mapping)) {
      if (is_section(*member)) {
        if (depth < kSectionDepth) {
          section(member->value.node, path + "." + member->key, role_of_section(member->key),
                  depth + 1);
        }
      } else if (role) {
        add(*member, path, *role);
      }
    }
  }

  void add(const Member& member, const std::string& section_path, Role role) {
    Entry entry;
    entry.key = member.key;
    entry.section = section_path;
    entry.node = member.value.node;
    entry.site = {member.key_span, member.value.span,
                  section_path.empty() ? member.key : section_path + "." + member.key};
    if (member.string_key) resolve(entry, role);
    entries_.push_back(std::move(entry));
  }

  bool take(Entry& entry, std::string_view argument) const {
    entry.schema = schema::find(dialect_, argument, releases_);
    if (entry.schema == nullptr) return false;
    entry.argument = argument;
    return true;
  }

  void resolve(Entry& entry, Role role) const {
    const bool home_made = route_ == Route::Unknown;
    // Inside a section its own words come first: `name` under [optim] is no run name.
    if (home_made && !entry.section.empty()) {
      const std::string_view word = argument_of_word(role, entry.key);
      if (!word.empty() && take(entry, word)) {
        entry.by_alias = true;
        return;
      }
    }
    if (take(entry, entry.key)) return;
    if (home_made) {
      const std::string_view prefix = entry.section.empty() ? "" : prefix_of(role);
      const schema::Alias* alias = schema::find_alias(entry.key);
      const bool found = (!prefix.empty() && take(entry, std::string(prefix) + entry.key)) ||
                         (alias != nullptr && alias->exact && take(entry, alias->argument));
      if (found) {
        entry.by_alias = true;
        return;
      }
    }
    entry.profile = profile_of(entry.key);
    entry.extension = !entry.profile.empty();
    if (entry.extension) entry.argument = entry.key;
  }

  /// A word that people write for an argument (clip_range for epsilon) is a known script's own
  /// only in a file that shows another key of that script.
  void drop_lone_profile_keys() {
    for (Entry& entry : entries_) {
      if (!entry.of_training_script() || schema::find_alias(entry.key) == nullptr) continue;
      const bool alone = std::none_of(entries_.begin(), entries_.end(), [&](const Entry& other) {
        return other.profile == entry.profile && other.key != entry.key;
      });
      if (!alone) continue;
      entry.profile.clear();
      entry.extension = false;
      entry.argument.clear();
    }
  }

  static std::string profile_of(const std::string& key) {
    if (schema::find_special_key(key) != nullptr) return "trl";
    if (const schema::ProfileKey* found = schema::find_profile_key(key)) {
      return std::string(found->profile);
    }
    return schema::is_launch_argument(key) ? "accelerate launch" : "";
  }

  const Document& document_;
  const std::string& dialect_;
  Route route_;
  const schema::Releases& releases_;
  std::vector<Entry> entries_;
};

}  // namespace

bool has_telling_key(const Document& document, NodeId mapping) {
  return std::any_of(kTellingKeys.begin(), kTellingKeys.end(),
                     [&](std::string_view key) { return document.find(mapping, key) != nullptr; });
}

std::vector<Entry> collect_entries(const Document& document, const Recognition& recognition,
                                   Route route, const schema::Releases& releases) {
  Collector collector(document, recognition.dialect, route, releases);
  return recognition.layout == Layout::Flat ? collector.flat() : collector.sectioned();
}

bool has_argument_sections(const Document& document, const std::string& dialect,
                           const schema::Releases& releases) {
  const Collector collector(document, dialect, Route::Unknown, releases);
  const auto members = document.effective_members(*document.root_id);
  return std::any_of(members.begin(), members.end(), [&](const Member* member) {
    return collector.section_role(*member).has_value();
  });
}

std::vector<std::size_t> deciding_entries(const std::vector<Entry>& entries) {
  std::map<std::string_view, std::size_t> deciding;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].argument.empty()) continue;
    const auto [found, added] = deciding.emplace(entries[i].argument, i);
    if (!added && entries[found->second].by_alias && !entries[i].by_alias) found->second = i;
  }
  std::vector<std::size_t> indices;
  indices.reserve(deciding.size());
  for (const auto& [argument, index] : deciding) indices.push_back(index);
  std::sort(indices.begin(), indices.end());
  return indices;
}

}  // namespace grpolint::dialect
