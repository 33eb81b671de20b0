#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

#include "condition/syntax.h"
#include "condition/token.h"
#include "text/nearest.h"

namespace grpolint::condition {
namespace {

constexpr int kOrLevel = 1;
constexpr int kAndLevel = 2;
constexpr int kComparisonLevel = 3;
constexpr int kSumLevel = 4;
constexpr int kProductLevel = 5;

struct BinaryOperator {
  Op op{};
  int level = 0;
};

std::optional<BinaryOperator> binary_operator(TokenKind kind) {
  switch (kind) {
    case TokenKind::Or:
      return BinaryOperator{Op::Or, kOrLevel};
    case TokenKind::And:
      return BinaryOperator{Op::And, kAndLevel};
    case TokenKind::Equal:
      return BinaryOperator{Op::Equal, kComparisonLevel};
    case TokenKind::NotEqual:
      return BinaryOperator{Op::NotEqual, kComparisonLevel};
    case TokenKind::Less:
      return BinaryOperator{Op::Less, kComparisonLevel};
    case TokenKind::LessEqual:
      return BinaryOperator{Op::LessEqual, kComparisonLevel};
    case TokenKind::Greater:
      return BinaryOperator{Op::Greater, kComparisonLevel};
    case TokenKind::GreaterEqual:
      return BinaryOperator{Op::GreaterEqual, kComparisonLevel};
    case TokenKind::In:
      return BinaryOperator{Op::In, kComparisonLevel};
    case TokenKind::Matches:
      return BinaryOperator{Op::Matches, kComparisonLevel};
    case TokenKind::Plus:
      return BinaryOperator{Op::Add, kSumLevel};
    case TokenKind::Minus:
      return BinaryOperator{Op::Subtract, kSumLevel};
    case TokenKind::Star:
      return BinaryOperator{Op::Multiply, kProductLevel};
    case TokenKind::Slash:
      return BinaryOperator{Op::Divide, kProductLevel};
    case TokenKind::Percent:
      return BinaryOperator{Op::Remainder, kProductLevel};
    default:
      return std::nullopt;
  }
}

std::string_view describe(TokenKind kind) {
  switch (kind) {
    case TokenKind::End:
      return "the end of the condition";
    case TokenKind::CloseParenthesis:
      return "')'";
    case TokenKind::CloseBracket:
      return "']'";
    case TokenKind::Comma:
      return "','";
    case TokenKind::Colon:
      return "':'";
    default:
      return "this";
  }
}

// Every function that can fail returns an empty optional and leaves the reason in error_.
using Parsed = std::optional<SyntaxId>;

class Parser {
 public:
  Parser(std::string_view text, std::vector<Token> tokens) : tokens_(std::move(tokens)) {
    syntax_.text = text;
  }

  std::variant<Syntax, ConditionError> run() {
    const Parsed root = expression();
    if (root && peek().kind != TokenKind::End) {
      fail(peek().begin, "expected an operator or the end of the condition");
    }
    if (error_) return *error_;
    syntax_.root = *root;
    return std::move(syntax_);
  }

 private:
  const Token& peek() const { return tokens_[at_]; }
  const Token& take() {
    const Token& token = tokens_[at_];
    if (token.kind != TokenKind::End) ++at_;
    return token;
  }
  bool accept(TokenKind kind) {
    if (peek().kind != kind) return false;
    take();
    return true;
  }

  Parsed fail(std::size_t offset, std::string message) {
    if (!error_) error_ = ConditionError{offset, std::move(message)};
    return std::nullopt;
  }

  bool expect(TokenKind kind) {
    if (accept(kind)) return true;
    fail(peek().begin,
         "expected " + std::string(describe(kind)) + " before " +
             (peek().kind == TokenKind::End ? std::string(describe(TokenKind::End)) : "this"));
    return false;
  }

  Parsed node(Op op, std::size_t begin, std::vector<SyntaxId> children) {
    SyntaxNode result;
    result.op = op;
    result.begin = begin;
    result.end = tokens_[at_ == 0 ? 0 : at_ - 1].end;
    result.children = std::move(children);
    for (const SyntaxId child : result.children) {
      result.height = std::max(result.height, syntax_[child].height + 1);
    }
    if (result.height > kMaxDepth) return fail(begin, "the condition is nested too deeply");
    if (result.children.size() > std::numeric_limits<std::uint16_t>::max()) {
      return fail(begin, "too many operands");
    }
    syntax_.nodes.push_back(std::move(result));
    return static_cast<SyntaxId>(syntax_.nodes.size() - 1);
  }

  Parsed constant(Value value) {
    const Token& token = take();
    const Parsed result = node(Op::Constant, token.begin, {});
    if (result) syntax_[*result].constant = std::move(value);
    return result;
  }

  // The recursion of the parser itself: parentheses, operands of ?:, prefix operators.
  class Nesting {
   public:
    explicit Nesting(std::size_t& depth) : depth_(depth) { ++depth_; }
    ~Nesting() { --depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    bool too_deep() const { return depth_ > kMaxDepth; }

   private:
    std::size_t& depth_;
  };

  Parsed expression() {
    const Nesting nesting(depth_);
    if (nesting.too_deep()) return fail(peek().begin, "the condition is nested too deeply");
    const std::size_t begin = peek().begin;
    const Parsed condition = binary(kOrLevel);
    if (!condition || !accept(TokenKind::Question)) return condition;
    const Parsed when_true = expression();
    if (!when_true || !expect(TokenKind::Colon)) return std::nullopt;
    const Parsed when_false = expression();
    if (!when_false) return std::nullopt;
    return node(Op::Choose, begin, {*condition, *when_true, *when_false});
  }

  Parsed binary(int least_level) {
    const std::size_t begin = peek().begin;
    Parsed left = prefix();
    while (left) {
      const auto found = binary_operator(peek().kind);
      if (!found || found->level < least_level) return left;
      take();
      const Parsed right = binary(found->level + 1);
      if (!right) return std::nullopt;
      left = join(found->op, begin, *left, *right);
      if (found->level == kComparisonLevel) {
        const auto next = binary_operator(peek().kind);
        if (next && next->level == kComparisonLevel) {
          return fail(peek().begin, "comparisons cannot be chained; write a < b && b < c");
        }
      }
    }
    return left;
  }

  // a && b && c is one node of three operands, so that long conditions stay flat.
  Parsed join(Op op, std::size_t begin, SyntaxId left, SyntaxId right) {
    std::vector<SyntaxId> operands;
    if ((op == Op::And || op == Op::Or) && syntax_[left].op == op) {
      operands = syntax_[left].children;
    } else {
      operands.push_back(left);
    }
    operands.push_back(right);
    return node(op, begin, std::move(operands));
  }

  Parsed prefix() {
    const std::size_t begin = peek().begin;
    const TokenKind kind = peek().kind;
    if (kind != TokenKind::Not && kind != TokenKind::Minus) return primary();
    const Nesting nesting(depth_);
    if (nesting.too_deep()) return fail(begin, "the condition is nested too deeply");
    take();
    const Parsed operand = prefix();
    if (!operand) return std::nullopt;
    return node(kind == TokenKind::Not ? Op::Not : Op::Negate, begin, {*operand});
  }

  Parsed primary() {
    const Token& token = peek();
    switch (token.kind) {
      case TokenKind::Number:
        return constant(Value::number(token.number, token.unit));
      case TokenKind::String:
        return constant(Value::string(token.text));
      case TokenKind::True:
        return constant(Value::boolean(true));
      case TokenKind::False:
        return constant(Value::boolean(false));
      case TokenKind::Null:
        return constant(Value::absent());
      case TokenKind::Name:
        return name_or_call();
      case TokenKind::OpenParenthesis:
        return parenthesised();
      case TokenKind::OpenBracket: {
        take();
        auto items = arguments(TokenKind::CloseBracket);
        if (!items) return std::nullopt;
        return node(Op::List, token.begin, std::move(*items));
      }
      case TokenKind::End:
        return fail(token.begin, "the condition ends where a value is expected");
      default:
        return fail(token.begin, "expected a value");
    }
  }

  Parsed parenthesised() {
    take();
    const Parsed inner = expression();
    if (!inner || !expect(TokenKind::CloseParenthesis)) return std::nullopt;
    return inner;
  }

  Parsed name_or_call() {
    const Token& token = take();
    if (peek().kind != TokenKind::OpenParenthesis) {
      const Parsed result = node(Op::Name, token.begin, {});
      if (result) syntax_[*result].name = token.text;
      return result;
    }
    const FunctionInfo* info = find_function(token.text);
    if (info == nullptr) return unknown_function(token);
    take();
    auto operands = arguments(TokenKind::CloseParenthesis);
    if (!operands) return std::nullopt;
    if (operands->size() < info->least || operands->size() > info->most) {
      return fail(token.begin, "wrong number of arguments; use " + std::string(info->usage));
    }
    const Parsed result = node(Op::Call, token.begin, std::move(*operands));
    if (result) syntax_[*result].function = info->function;
    return result;
  }

  Parsed unknown_function(const Token& token) {
    std::vector<std::string_view> names;
    for (const FunctionInfo& info : functions()) names.push_back(info.name);
    std::string message = "unknown function '" + token.text + "'";
    if (const auto near = nearest(token.text, names)) {
      message += "; did you mean '" + std::string(*near) + "'?";
    }
    return fail(token.begin, std::move(message));
  }

  std::optional<std::vector<SyntaxId>> arguments(TokenKind close) {
    std::vector<SyntaxId> result;
    if (accept(close)) return result;
    do {
      const Parsed item = expression();
      if (!item) return std::nullopt;
      result.push_back(*item);
    } while (accept(TokenKind::Comma));
    if (!expect(close)) return std::nullopt;
    return result;
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  Syntax syntax_;
  std::optional<ConditionError> error_;
};

}  // namespace

std::variant<Syntax, ConditionError> parse(std::string_view text) {
  if (text.size() > kMaxLength) {
    return ConditionError{kMaxLength,
                          "the condition is longer than " + std::to_string(kMaxLength) + " bytes"};
  }
  auto tokens = lex(text);
  if (auto* error = std::get_if<ConditionError>(&tokens)) return *error;
  return Parser(text, std::move(std::get<std::vector<Token>>(tokens))).run();
}

}  // namespace grpolint::condition
