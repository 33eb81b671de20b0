#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "condition/program.h"
#include "fact/fact.h"

namespace grpolint::condition {

/// Names a condition may read, with their types. Built from every stage's fact_declarations() and
/// the schema, plus the rule's own let.*, match.* and option.* names.
class Vocabulary {
 public:
  Vocabulary() = default;
  /// Names not found here are looked up in `base`, which must outlive this vocabulary.
  explicit Vocabulary(const Vocabulary* base) : base_(base) {}

  /// A name added twice with different types gets TypeKind::Any.
  void add(std::string name, Type type, std::string doc = {});
  /// Accepts every name below `prefix` ("run.model_init_kwargs") as TypeKind::Any.
  void add_open(std::string prefix);

  const Type* find(std::string_view name) const;
  /// One sentence; empty for an unknown name.
  std::string_view doc(std::string_view name) const;
  /// For "did you mean": the nearest known name, or empty.
  std::string nearest(std::string_view name) const;
  /// Own names, sorted; those of the base are not among them.
  std::vector<std::string_view> names() const;

 private:
  struct Entry {
    std::string name;
    Type type;
    std::string doc;
  };
  const Entry* entry(std::string_view name) const;

  const Vocabulary* base_ = nullptr;
  std::vector<Entry> entries_;           // sorted by name
  std::vector<std::string> open_names_;  // sorted
};

/// A mistake in a condition, with its byte offset in the text of the condition.
struct ConditionError {
  std::size_t offset = 0;
  std::string message;
};

/// Limits of one expression; exceeding one is a ConditionError.
inline constexpr std::size_t kMaxLength = 8192;  ///< bytes of text
inline constexpr std::size_t kMaxDepth = 64;     ///< nesting of operators, parentheses, calls

struct Compiled {
  Program program;
  Type type;
};
using CompileResult = std::variant<Compiled, ConditionError>;
/// Lexes, parses and type-checks.
CompileResult compile(std::string_view text, const Vocabulary& vocabulary);

using Locals = std::span<const std::pair<std::string, Value>>;

/// What evaluation can read: facts, then locals ("let.x", "match.x", "option.x").
struct Environment {
  const FactTable* facts = nullptr;
  Locals locals;
};

/// Names of the facts and locals that evaluation read and that could have changed its result, in
/// reading order, each once.
using Trace = std::vector<std::string>;

/// Adds to `trace`. Never fails: what cannot be computed (division by zero, an ordering against
/// absent) is Unknown. && and || are three-valued: false && unknown is false, true || unknown is
/// true. Precondition: !program.empty().
Value evaluate(const ProgramView& program, const Environment& environment, Trace* trace = nullptr);

/// The value is known true. Absent counts as false.
bool is_true(const Value& value);

}  // namespace grpolint::condition
