#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fact/value.h"
#include "grpolint/source.h"

namespace grpolint {

/// Where the value of a fact came from.
enum class Origin {
  Written,    ///< a key in the file under check; `site` says where
  Stated,     ///< the user said it elsewhere: command line, pragma, grpolint.toml
  Companion,  ///< another file of the run: accelerate, DeepSpeed, requirements, config.json
  Detected,   ///< read from this machine (--gpu auto)
  Default,    ///< what the framework version uses when the key is absent
  Derived,    ///< computed from the facts in `sources`
  Assumed,    ///< a stated guess; lowers the confidence of every finding that reads it
  Unknown,
};

/// "written", "stated", ...: as conditions and reports name it.
std::string_view to_string(Origin origin);

/// Where a written fact stands in the file under check.
struct Site {
  Span key;
  Span value;
  std::string path;  ///< dotted key path: "grpo.num_generations"
};

/// One named value of the run, the model, the hardware or the estimate, with its provenance.
struct Fact {
  Value value;
  Origin origin = Origin::Unknown;
  std::string because;       ///< completes "because": "TRL 0.24.0 default", "--gpu", "assumed ..."
  std::optional<Site> site;  ///< set for Written, and for Stated when a pragma of the file says it
  std::vector<std::string> sources;  ///< Derived: full names of the facts it was computed from
  bool assumed = false;  ///< itself or one of its sources is Assumed (maintained by FactTable)
};

/// All facts of one file by dotted name ("run.num_generations", "hw.class"). Each stage adds its
/// own prefix and never changes what an earlier stage wrote.
class FactTable {
 public:
  void set(std::string name, Fact fact);
  /// Null when no stage states a fact of that name (the same as Absent).
  const Fact* find(std::string_view name) const;
  /// Absent for a missing fact.
  const Value& value(std::string_view name) const;
  /// The first fact with a site among `name` and, depth first, its sources; null when none has one.
  const Fact* written_source(std::string_view name) const;

  /// Shorthands for the stages that add facts.
  void derive(std::string name, Value value, std::vector<std::string> sources,
              std::string because = {});
  void assume(std::string name, Value value, std::string because);

  const std::map<std::string, Fact, std::less<>>& all() const { return facts_; }

 private:
  std::map<std::string, Fact, std::less<>> facts_;
};

/// What reports print in place of a credential, since they end up in logs.
inline constexpr std::string_view kHidden = "(hidden)";
/// Whether the name of a key or fact says that its value is a credential: hub_token,
/// env.WANDB_API_KEY.
bool names_credential(std::string_view name);
/// What a report shows of a fact: its value, or kHidden where it is a credential.
std::string shown_value(std::string_view name, const Value& value);

/// The type of a fact as conditions see it.
enum class TypeKind : std::uint8_t { Boolean, Number, String, Version, List, Map, Any };
struct Type {
  TypeKind kind = TypeKind::Any;
  Unit unit = Unit::None;
  friend bool operator==(const Type&, const Type&) = default;
};

/// A fact that a stage may state, for the type checker and for the generated reference page.
struct FactDeclaration {
  std::string_view name;
  Type type;
  std::string_view doc;
};

}  // namespace grpolint
