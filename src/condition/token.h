#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "condition/condition.h"
#include "fact/value.h"

namespace grpolint::condition {

enum class TokenKind : std::uint8_t {
  End,
  Number,
  String,
  Name,  ///< a dotted name or a function name
  True,
  False,
  Null,
  In,
  Matches,
  OpenParenthesis,
  CloseParenthesis,
  OpenBracket,
  CloseBracket,
  Comma,
  Question,
  Colon,
  Plus,
  Minus,
  Star,
  Slash,
  Percent,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  And,
  Or,
  Not,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;  ///< String: decoded; Name: the name
  double number = 0;
  Unit unit = Unit::None;
};

/// The tokens of a condition, the last one of kind End.
std::variant<std::vector<Token>, ConditionError> lex(std::string_view text);

}  // namespace grpolint::condition
