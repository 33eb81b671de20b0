#include <array>
#include <charconv>
#include <optional>

#include "condition/token.h"

namespace grpolint::condition {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

struct UnitSuffix {
  std::string_view text;
  double factor;
  Unit unit;
  Unit rate = Unit::None;  ///< with "/s" behind it; None: not possible
};

constexpr double kKibi = 1024;
constexpr std::array kSuffixes = {
    UnitSuffix{"KiB", kKibi, Unit::Bytes, Unit::BytesPerSecond},
    UnitSuffix{"MiB", kKibi* kKibi, Unit::Bytes, Unit::BytesPerSecond},
    UnitSuffix{"GiB", kKibi* kKibi* kKibi, Unit::Bytes, Unit::BytesPerSecond},
    UnitSuffix{"TiB", kKibi* kKibi* kKibi* kKibi, Unit::Bytes, Unit::BytesPerSecond},
    UnitSuffix{"kB", 1e3, Unit::Bytes, Unit::BytesPerSecond},
    UnitSuffix{"MB", 1e6, Unit::Bytes, Unit::BytesPerSecond},
    UnitSuffix{"GB", 1e9, Unit::Bytes, Unit::BytesPerSecond},
    UnitSuffix{"TB", 1e12, Unit::Bytes, Unit::BytesPerSecond},
    UnitSuffix{"M", 1e6, Unit::Parameters},
    UnitSuffix{"B", 1e9, Unit::Parameters},
    UnitSuffix{"T", 1e12, Unit::Parameters},
    UnitSuffix{"tok", 1, Unit::Tokens, Unit::TokensPerSecond},
    UnitSuffix{"ms", 1e-3, Unit::Seconds},
    UnitSuffix{"s", 1, Unit::Seconds},
    UnitSuffix{"min", 60, Unit::Seconds},
    UnitSuffix{"h", 3600, Unit::Seconds},
};

struct Symbol {
  std::string_view text;
  TokenKind kind;
};

// Longer ones first.
constexpr std::array kSymbols = {
    Symbol{"&&", TokenKind::And},
    Symbol{"||", TokenKind::Or},
    Symbol{"==", TokenKind::Equal},
    Symbol{"!=", TokenKind::NotEqual},
    Symbol{"<=", TokenKind::LessEqual},
    Symbol{">=", TokenKind::GreaterEqual},
    Symbol{"<", TokenKind::Less},
    Symbol{">", TokenKind::Greater},
    Symbol{"!", TokenKind::Not},
    Symbol{"(", TokenKind::OpenParenthesis},
    Symbol{")", TokenKind::CloseParenthesis},
    Symbol{"[", TokenKind::OpenBracket},
    Symbol{"]", TokenKind::CloseBracket},
    Symbol{",", TokenKind::Comma},
    Symbol{"?", TokenKind::Question},
    Symbol{":", TokenKind::Colon},
    Symbol{"+", TokenKind::Plus},
    Symbol{"-", TokenKind::Minus},
    Symbol{"*", TokenKind::Star},
    Symbol{"/", TokenKind::Slash},
    Symbol{"%", TokenKind::Percent},
};

constexpr std::array kKeywords = {
    Symbol{"true", TokenKind::True},       Symbol{"false", TokenKind::False},
    Symbol{"null", TokenKind::Null},       Symbol{"in", TokenKind::In},
    Symbol{"matches", TokenKind::Matches},
};

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::variant<std::vector<Token>, ConditionError> run() {
    while (!error_) {
      while (at_ < text_.size() && is_space(text_[at_])) ++at_;
      if (at_ == text_.size()) break;
      next();
    }
    if (error_) return *error_;
    add(TokenKind::End, at_);
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  Token& add(TokenKind kind, std::size_t begin) {
    tokens_.push_back({kind, begin, at_, {}, 0, Unit::None});
    return tokens_.back();
  }

  void fail(std::size_t offset, std::string message) {
    error_ = ConditionError{offset, std::move(message)};
  }

  void next() {
    const char c = peek();
    if (is_digit(c)) return number();
    if (is_letter(c)) return name();
    if (c == '\'' || c == '"') return string(c);
    for (const Symbol& symbol : kSymbols) {
      if (text_.substr(at_).starts_with(symbol.text)) {
        const std::size_t begin = at_;
        at_ += symbol.text.size();
        add(symbol.kind, begin);
        return;
      }
    }
    if (c == '&' || c == '|' || c == '=') {
      return fail(at_, std::string("'") + c + "' is not an operator; write '" + c + c + "'");
    }
    fail(at_, "unexpected character");
  }

  void number() {
    const std::size_t begin = at_;
    std::string digits;
    const auto take_digits = [&] {
      while (is_digit(peek()) || (peek() == '_' && is_digit(peek(1)))) {
        if (peek() != '_') digits += peek();
        ++at_;
      }
    };
    take_digits();
    if (peek() == '.' && is_digit(peek(1))) {
      digits += '.';
      ++at_;
      take_digits();
    }
    const bool exponent_sign = peek(1) == '+' || peek(1) == '-';
    if ((peek() == 'e' || peek() == 'E') && is_digit(peek(exponent_sign ? 2 : 1))) {
      digits += 'e';
      ++at_;
      if (exponent_sign) {
        if (peek() == '-') digits += '-';
        ++at_;
      }
      take_digits();
    }
    double value = 0;
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (parsed.ec != std::errc()) return fail(begin, "number out of range");
    Unit unit = Unit::None;
    if (is_word(peek()) && !suffix(value, unit)) return;
    Token& token = add(TokenKind::Number, begin);
    token.number = value;
    token.unit = unit;
  }

  bool suffix(double& value, Unit& unit) {
    const std::size_t begin = at_;
    while (is_word(peek())) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    for (const UnitSuffix& candidate : kSuffixes) {
      if (word != candidate.text) continue;
      value *= candidate.factor;
      unit = candidate.unit;
      if (candidate.rate != Unit::None && peek() == '/' && peek(1) == 's' && !is_word(peek(2)) &&
          peek(2) != '.') {
        at_ += 2;
        unit = candidate.rate;
      }
      return true;
    }
    fail(begin, "unknown unit '" + std::string(word) +
                    "'; known: KiB MiB GiB TiB kB MB GB TB (and /s), M B T (parameters), tok, "
                    "ms s min h");
    return false;
  }

  void name() {
    const std::size_t begin = at_;
    while (is_word(peek()) || (peek() == '.' && is_letter(peek(1)))) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    for (const Symbol& keyword : kKeywords) {
      if (word == keyword.text) {
        add(keyword.kind, begin);
        return;
      }
    }
    if (word == "and" || word == "or" || word == "not") {
      return fail(begin, "write && || ! instead of '" + std::string(word) + "'");
    }
    add(TokenKind::Name, begin).text = word;
  }

  // \\ \n \t and the quote itself are escapes; any other backslash stays, so that RE2 patterns can
  // be written as they are ('\bawq\b').
  void string(char quote) {
    const std::size_t begin = at_++;
    std::string decoded;
    while (at_ < text_.size() && text_[at_] != quote) {
      char c = text_[at_++];
      if (c == '\\' && at_ < text_.size()) {
        const char escaped = text_[at_];
        if (escaped == '\\' || escaped == quote || escaped == 'n' || escaped == 't') {
          ++at_;
          c = escaped == 'n' ? '\n' : escaped == 't' ? '\t' : escaped;
        }
      }
      decoded += c;
    }
    if (at_ == text_.size()) return fail(begin, "string is not closed");
    ++at_;
    add(TokenKind::String, begin).text = std::move(decoded);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
  std::optional<ConditionError> error_;
};

}  // namespace

std::variant<std::vector<Token>, ConditionError> lex(std::string_view text) {
  return Lexer(text).run();
}

}  // namespace grpolint::condition
