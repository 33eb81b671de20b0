#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fact/value.h"

namespace grpolint::condition {

/// What a node of a compiled expression does.
enum class Op : std::uint8_t {
  Constant,  ///< operand: index of the constant
  Name,      ///< operand: index of the constant whose text is the name
  List,
  And,
  Or,
  Not,
  Negate,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  In,
  Matches,  ///< the second operand is a constant: an RE2 pattern that compiles
  Choose,   ///< condition, value if true, value if false
  Call,     ///< operand: the Function (condition/functions.h)
};

/// One node. Nodes stand in prefix order: the operands of the node at index i start at i + 1, and
/// the next sibling of a node is `size` further on. No pointer or absolute index is stored, so a
/// program can be copied, concatenated and embedded as a constant table.
struct Node {
  Op op{};
  std::uint16_t arity = 0;    ///< number of operands
  std::uint32_t size = 1;     ///< nodes of the whole subtree, this one included
  std::uint32_t operand = 0;  ///< see Op
};

/// A literal or a name. Text is a range of the program's text pool.
struct Constant {
  ValueKind kind = ValueKind::Absent;
  Unit unit = Unit::None;
  double number = 0;  ///< Number; Boolean: 0 or 1
  std::uint32_t text_begin = 0;
  std::uint32_t text_size = 0;
  Version version;
};

/// A compiled expression that lives elsewhere: in a Program or in the tables of the binary.
struct ProgramView {
  std::span<const Node> nodes;
  std::span<const Constant> constants;
  std::string_view text;

  bool empty() const { return nodes.empty(); }
  std::string_view text_of(const Constant& constant) const {
    return text.substr(constant.text_begin, constant.text_size);
  }
};

/// A compiled expression with its storage. Refers to no outside text.
class Program {
 public:
  Program() = default;
  Program(std::vector<Node> nodes, std::vector<Constant> constants, std::string text)
      : nodes_(std::move(nodes)), constants_(std::move(constants)), text_(std::move(text)) {}

  /// Valid while this program lives and is not moved or assigned to.
  ProgramView view() const { return {nodes_, constants_, text_}; }
  bool empty() const { return nodes_.empty(); }

 private:
  std::vector<Node> nodes_;
  std::vector<Constant> constants_;
  std::string text_;
};

/// Every name the expression reads, in reading order, each once.
std::vector<std::string_view> names_read(const ProgramView& program);

}  // namespace grpolint::condition
