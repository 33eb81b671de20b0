#pragma once

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

/// The default of an argument over a closed range of releases of its library.
struct DefaultPeriod {
  Version from;
  Version to;                ///< last release; the newest known for a period still open
  std::string_view json;     ///< JSON text: "8", "null", "\"dapo\"", "[]"
  std::string_view type;     ///< the annotation as written: "Optional[int]"
};

/// One argument with its whole history. Generated from rules/schema/*.json; static storage.
struct Argument {
  std::string_view name;
  std::string_view library;   ///< "trl" | "transformers" | "unsloth" | ...: whose versions count
  std::string_view owner;     ///< "GRPOConfig", "TrainingArguments", "ModelConfig", ...
  std::string_view group;     ///< "grpo", "training", "model", "peft", "vllm", "dataset", "script"
  ArgumentKind kind = ArgumentKind::Any;
  bool nullable = false;
  std::span<const std::string_view> choices;  ///< newest release; empty when free
  Version since;
  std::optional<Version> until;     ///< last release that has it; empty while it is still there
  std::string_view renamed_to;      ///< empty when not renamed
  std::string_view note;            ///< what a user should know; may be empty
  std::span<const DefaultPeriod> defaults;  ///< oldest first

  bool known_in(Version version) const;
  /// Absent when the argument has no default there (required or unknown).
  Value default_in(Version version) const;
};

/// The library releases a run is checked against; `trl` decides for TRL's own arguments,
/// `transformers` for TrainingArguments.
struct Releases {
  Version trl;
  Version transformers;
  Version unsloth;
  Version for_library(std::string_view library) const;
};

/// Every argument known for `dialect` ("trl", "unsloth"), sorted by name. A name may occur more
/// than once when it moved between classes. Unsloth's set contains TRL's.
std::span<const Argument> arguments(std::string_view dialect);
/// The entry of that name that holds in `releases`, else the one that comes nearest (for "removed
/// in", "not before"); null when the name was never an argument.
const Argument* find(std::string_view dialect, std::string_view name, const Releases& releases);

/// Known releases, oldest first, with ISO dates; the facts' own verification date.
struct Release {
  Version version;
  std::string_view date;
};
std::span<const Release> releases(std::string_view library);
Version newest(std::string_view library);
/// The newest transformers release that `trl` allows and that was out when it was released: what
/// an unpinned install of that day would have given.
Version transformers_for(Version trl);

/// The current name for an alias people write ("max_new_tokens" -> "max_completion_length"), and
/// whether it means exactly the same. From rules/schema/aliases.json.
struct Alias {
  std::string_view alias;
  std::string_view argument;
  bool exact = false;
  std::string_view note;
};
const Alias* find_alias(std::string_view name);

}  // namespace grpolint::schema
