#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "condition/program.h"
#include "fact/fact.h"
#include "grpolint/result.h"

namespace grpolint::condition {

/// Names a condition may read, with their types. Built from every stage's fact_declarations() and
/// the schema, plus the rule's own let.* and match.* names.
class Vocabulary {
 public:
  void add(std::string name, Type type, std::string doc = {});
  const Type* find(std::string_view name) const;
  /// For "did you mean": the nearest known name, or empty.
  std::string nearest(std::string_view name) const;
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;  // sorted
  std::vector<Type> types_;
};

/// A mistake in a condition, with its byte offset in the text of the condition.
struct ConditionError {
  std::size_t offset = 0;
  std::string message;
};

/// Lexes, parses and type-checks. On success `program` refers to no outside text.
struct Compiled {
  Program program;
  Type type;
};
using CompileResult = std::variant<Compiled, ConditionError>;
CompileResult compile(std::string_view text, const Vocabulary& vocabulary);

/// What evaluation can read: facts, then locals ("let.x", "match.x").
struct Environment {
  const FactTable* facts = nullptr;
  std::span<const std::pair<std::string, Value>> locals;
};

/// Names of the facts that evaluation read and that could have changed its result, in reading
/// order, each once.
using Trace = std::vector<std::string>;

/// Never fails: what cannot be computed (division by zero, an ordering against absent) is Unknown.
/// && and || are three-valued: false && unknown is false, true || unknown is true.
Value evaluate(const Program& program, const Environment& environment, Trace* trace = nullptr);

}  // namespace grpolint::condition
