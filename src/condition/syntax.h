#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "condition/condition.h"
#include "condition/functions.h"
#include "condition/program.h"
#include "fact/value.h"

namespace grpolint::condition {

using SyntaxId = std::uint32_t;

/// One node of the tree before type checking.
struct SyntaxNode {
  Op op{};
  std::size_t begin = 0;  ///< bytes of the text it was read from
  std::size_t end = 0;
  std::vector<SyntaxId> children;
  Value constant;       ///< Op::Constant
  std::string name;     ///< Op::Name
  Function function{};  ///< Op::Call
  std::size_t height = 1;
};

/// A parsed expression: an arena, at most kMaxDepth high. Chains of && and of || are one node.
struct Syntax {
  std::string_view text;
  std::vector<SyntaxNode> nodes;
  SyntaxId root = 0;

  SyntaxNode& operator[](SyntaxId id) { return nodes[id]; }
  const SyntaxNode& operator[](SyntaxId id) const { return nodes[id]; }
  std::string_view text_of(SyntaxId id) const {
    return text.substr(nodes[id].begin, nodes[id].end - nodes[id].begin);
  }
};

/// `text` must outlive the result.
std::variant<Syntax, ConditionError> parse(std::string_view text);

}  // namespace grpolint::condition
