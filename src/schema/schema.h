#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fact/value.h"
#include "fact/version.h"

namespace grpolint::schema {

/// What a value of an argument must be.
enum class ArgumentKind : std::uint8_t { Boolean, Integer, Float, String, Enum, List, Map, Any };

/// What an annotation accepts: "dict | str | None" is a Map, also a String, nullable.
struct ValueType {
  ArgumentKind kind = ArgumentKind::Any;
  ArgumentKind element = ArgumentKind::Any;  ///< of a List
  std::uint8_t also = 0;                     ///< further kinds, a bit for each: 1 << kind
  bool nullable = false;

  bool accepts(ArgumentKind other) const {
    return kind == other || (also >> static_cast<unsigned>(other) & 1u) != 0;
  }
};

/// The type and default of an argument over a closed range of releases of its library.
struct DefaultPeriod {
  Version from;
  Version to;             ///< last release; the newest known for a period still open
  std::string_view json;  ///< JSON text: "8", "null", "\"dapo\"", "[]"; empty: required
  std::string_view type;  ///< the annotation in today's spelling: "int | None"
  ValueType value_type;
};

/// One value of an argument with a closed set of them.
struct Choice {
  std::string_view value;
  Version since;
  std::optional<Version> until;  ///< last release that has it; empty while it is still there
};

/// One argument with its whole history. Generated from rules/schema/*.json; static storage.
struct Argument {
  std::string_view name;
  std::string_view library;  ///< "trl" | "transformers" | "unsloth" | ...: whose versions count
  std::string_view owner;    ///< "GRPOConfig", "TrainingArguments", "ModelConfig", ...
  std::string_view group;    ///< "grpo", "training", "model", "peft", "vllm", "dataset", "script"
  ArgumentKind kind = ArgumentKind::Any;      ///< newest release; earlier ones: type_in()
  bool nullable = false;                      ///< newest release
  std::span<const std::string_view> choices;  ///< newest release; empty when free
  Version since;
  std::optional<Version> until;  ///< last release that has it; empty while it is still there
  std::string_view renamed_to;   ///< the argument that takes the same value; empty when none
  std::string_view note;         ///< what a user should know; may be empty
  std::span<const DefaultPeriod> defaults;  ///< oldest first
  std::optional<Version> deprecated_since;  ///< first release that warns about it
  std::span<const Choice> choice_history;   ///< every value of any release; empty when free

  bool known_in(Version version) const;
  /// Absent when the argument has no default there (required or unknown).
  Value default_in(Version version) const;
  /// Null when the argument is not known there.
  const DefaultPeriod* period_in(Version version) const;
  /// What a value must be there; the nearest release's type when the argument is not known there.
  const ValueType& type_in(Version version) const;
  /// The values of that release; empty when free.
  std::vector<std::string_view> choices_in(Version version) const;
};

/// The library releases a run is checked against; `trl` decides for TRL's own arguments,
/// `transformers` for TrainingArguments.
struct Releases {
  Version trl;
  Version transformers;
  Version unsloth;
  /// A release nobody stated (0.0.0) counts as the newest known one.
  Version for_library(std::string_view library) const;
};

/// Every argument known for `dialect` ("trl", "unsloth"), sorted by name. A name may occur more
/// than once when it moved between classes or when TRL overrides a TrainingArguments default; the
/// class that decides comes first. Unsloth's set contains TRL's.
std::span<const Argument> arguments(std::string_view dialect);
/// The entry of that name that holds in `releases`, else the one that comes nearest (for "removed
/// in", "not before"); null when the name was never an argument.
const Argument* find(std::string_view dialect, std::string_view name, const Releases& releases);
/// The entry that says what a value of `argument` must be, which values there are and whether it is
/// deprecated. Unsloth's config rewrites defaults alone and hands every value on to the class
/// beneath it, which judges them; any other argument is its own.
const Argument& judged_by(const Argument& argument, const Releases& releases);
/// Keys of one item of `datasets:` (TRL's DatasetConfig), sorted by name.
std::span<const Argument> dataset_item_arguments();

/// What a release asks of another library: {"vllm", ">=0.22.0,<=0.31.0"}.
struct Requirement {
  std::string_view library;  ///< "accelerate", "liger-kernel", "peft", "transformers", "vllm", ...
  std::string_view specifier;  ///< comma-separated comparisons, all of which must hold
};

/// Known releases, oldest first, with ISO dates.
struct Release {
  Version version;
  std::string_view date;
  bool yanked = false;   ///< withdrawn from the package index
  Version transformers;  ///< what an unpinned install of that day gave; 0.0.0 for transformers
  std::span<const Requirement> requirements;  ///< sorted by library; extras included
};
std::span<const Release> releases(std::string_view library);
Version newest(std::string_view library);
/// ISO date on which the facts about `library` were last checked against its releases.
std::string_view verified(std::string_view library);
/// The newest transformers release that `trl` allows and that was out when it was released: what
/// an unpinned install of that day would have given.
Version transformers_for(Version trl);

/// Of the known release, or of the last one before it; empty before the first.
std::span<const Requirement> requirements(std::string_view library, Version version);
/// Whether `version` meets every comparison of `specifier`; nothing when it cannot be read.
std::optional<bool> satisfies(Version version, std::string_view specifier);

/// The current name for an alias people write ("max_new_tokens" -> "max_completion_length"), and
/// whether it means exactly the same. From rules/schema/aliases.json.
struct Alias {
  std::string_view alias;
  std::string_view argument;
  bool exact = false;
  std::string_view note;
};
const Alias* find_alias(std::string_view name);
std::span<const Alias> aliases();  ///< sorted by alias

/// A top-level key that is no argument of a class but that TRL's parser knows.
struct SpecialKey {
  std::string_view name;  ///< "env", "accelerate_config", "config"
  std::string_view note;
  Version since;                 ///< TRL release
  std::optional<Version> until;  ///< last TRL release that treats it so
};
const SpecialKey* find_special_key(std::string_view name);
std::span<const SpecialKey> special_keys();  ///< sorted by name

/// An option of `accelerate launch`, which the trl command line takes from the file too.
struct LaunchArgument {
  std::string_view name;
  bool takes_value = true;  ///< false: a flag, which a config file cannot set
  std::span<const std::string_view> choices;
};
const LaunchArgument* find_launch_argument(std::string_view name);
std::span<const LaunchArgument> launch_arguments();  ///< sorted by name
bool is_launch_argument(std::string_view name);

/// A key that belongs to a well-known training script rather than to the framework.
struct ProfileKey {
  std::string_view name;
  std::string_view profile;  ///< "open-r1", ...
  std::string_view note;
};
const ProfileKey* find_profile_key(std::string_view name);
/// Name of the profile that knows the key; empty when none does.
std::string_view profile_of(std::string_view name);

}  // namespace grpolint::schema
