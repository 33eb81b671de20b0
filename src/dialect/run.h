#pragma once

#include <deque>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "dialect/companion.h"
#include "dialect/recognition.h"
#include "dialect/target.h"
#include "document/document.h"
#include "fact/fact.h"
#include "schema/schema.h"

namespace grpolint::dialect {

/// How a config reaches GRPOConfig (docs/usage.md, "route").
enum class Route { Trl, Python, Unknown };

/// One written key that is, or could be, an argument of the framework.
struct Entry {
  std::string key;      ///< as written, last path element
  std::string section;  ///< dotted path of the mapping that holds it; empty at top level
  Site site;
  NodeId node = 0;
  std::string argument;                      ///< the argument it sets; empty when unknown
  const schema::Argument* schema = nullptr;  ///< history of `argument`, if the schema has it
  bool by_alias = false;                     ///< `key` is an accepted home-made alias of `argument`
  /// Known from a profile (open-r1's own arguments) or to the launcher, not the framework's.
  bool extension = false;
  std::string profile;  ///< of an extension: "open-r1", "accelerate launch", "trl"

  /// Belongs to a training script built on the framework, not to the launcher or the parser.
  bool of_training_script() const {
    return extension && profile != "accelerate launch" && profile != "trl";
  }
  /// An argument of trl's supervised fine-tuning, which has nothing to do in a GRPO config.
  bool of_another_command() const { return profile == "trl-sft"; }
};

/// Why the value of a key is not what its argument wants, as the route would read it.
struct ValueProblem {
  std::size_t entry = 0;  ///< index into Run::entries
  std::string wanted;     ///< "an integer"
  std::string seen;       ///< the value as the framework will see it: "the string '1e-6'"
  bool rejected = false;  ///< the route's parser refuses it; otherwise it is passed on as it is
  std::string converted;  ///< what it becomes when the route converts it; empty when it does not
};

/// The framework-neutral description of the run: `facts` holds every canonical field under "run."
/// (each argument of the schema by its TRL name, and the derived fields of run_facts.h) and the
/// releases under "version." ("version.trl", "version.transformers", ...).
struct Run {
  std::string dialect;
  Layout layout = Layout::Flat;
  Route route = Route::Trl;
  schema::Releases releases;
  bool trl_version_assumed = true;
  std::vector<Entry> entries;
  std::vector<ValueProblem> value_problems;
  /// Keys that show the file to be for a script of the user's own, though nobody states the route:
  /// the first five (suggestions.h). Empty: it is read as the route says.
  std::vector<std::string> own_keys;
  std::vector<std::string> notes;        ///< what was assumed, one line each: versions, route
  std::deque<CompanionFile> companions;  ///< a deque: readers keep references while it grows
  std::vector<MissingCompanion> missing_companions;
};

/// Files beside the config that say more about the run.
struct Companions {
  std::filesystem::path config_path;  ///< empty for stdin
  bool search_requirements = true;  ///< requirements*.txt, pyproject.toml, uv.lock beside or above
};

/// Precondition: recognition.linted. Adds run.* and version.* to `facts`.
Run understand(const Source& source, const Document& document, const Recognition& recognition,
               const Target& target, const Companions& companions, FactTable& facts);

/// A companion as a run of its own dialect, with its keys in `facts` (companion.h says under which
/// names). `config` is what is known of the run of the config `config_source` that names the file,
/// and null when the file is looked at alone: its facts come along without their places, which are
/// in another file.
Run understand_companion(const CompanionFile& companion, const FactTable* config,
                         const Source* config_source, FactTable& facts);

/// The derived run.* facts and version.*; arguments of the schema are declared from the schema.
std::span<const FactDeclaration> fact_declarations();

}  // namespace grpolint::dialect
