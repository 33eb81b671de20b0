#include "document/json_validator.h"

#include <fmt/format.h>

#include <vector>

#include "document/json_string.h"
#include "document/problem_text.h"
#include "text/utf8.h"

namespace grpolint {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Characters of an unquoted word or number, valid or not.
bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; }

std::string describe_word(std::string_view word, bool as_key) {
  const std::string shown = excerpt(word);
  if (as_key) return fmt::format("the key {} needs double quotes", shown);
  if (word == "NaN" || word == "Infinity" || word == "-Infinity" || word == "+Infinity") {
    return fmt::format(
        "{} is not JSON, though Python's json module reads it; other readers refuse the file",
        shown);
  }
  if (word == "True" || word == "False") {
    return fmt::format("{} is Python; JSON writes {}", shown, word == "True" ? "true" : "false");
  }
  if (word == "None") return "None is Python; JSON writes null";
  if (is_letter(word.front())) return fmt::format("the text {} needs double quotes", shown);
  if (word.size() > 1 && word.front() == '0' && is_digit(word[1])) {
    return fmt::format("{} has a leading zero, which JSON does not allow", shown);
  }
  return fmt::format("{} is not a JSON number", shown);
}

class JsonValidator {
 public:
  JsonValidator(std::string_view text, const ReadLimits& limits) : text_(text), limits_(limits) {}

  std::optional<Problem> run() {
    while (!problem_) {
      skip_space();
      if (problem_) break;
      if (at_ == text_.size()) {
        end_of_text();
        break;
      }
      step(text_[at_]);
    }
    return std::move(problem_);
  }

 private:
  enum class Expected { Value, ValueOrEnd, Key, KeyOrEnd, Colon, CommaOrEnd, Nothing };

  void step(char c) {
    switch (expected_) {
      case Expected::ValueOrEnd:
        if (c == ']') return close(c);
        return value(c);
      case Expected::Value:
        return value(c);
      case Expected::KeyOrEnd:
        if (c == '}') return close(c);
        return key(c);
      case Expected::Key:
        return key(c);
      case Expected::Colon:
        if (c != ':') {
          return syntax(at_, 1,
                        c == '=' ? "JSON writes ':' between key and value, not '='"
                                 : "a ':' is missing between key and value");
        }
        ++at_;
        expected_ = Expected::Value;
        return;
      case Expected::CommaOrEnd:
        return comma_or_end(c);
      case Expected::Nothing:
        return syntax(at_, 1,
                      "something follows the end of the JSON value; a file holds one value, and a "
                      "list of them needs [ ] and commas");
    }
  }

  void value(char c) {
    if (c == '{' || c == '[') return open(c);
    if (c == ']' || c == '}' || c == ',') return missing_value(c);
    if (!count_value()) return;
    if (c == '"') {
      string();
    } else if (is_word(c)) {
      word();
    } else if (c == '\'') {
      return syntax(at_, 1, "JSON strings need double quotes, not single ones");
    } else {
      return unexpected(c, "a value");
    }
    expected_ = after_value();
  }

  void key(char c) {
    if (c == '"') {
      string();
      expected_ = Expected::Colon;
    } else if (c == '}') {
      trailing_comma();
    } else if (c == '{' && at_ > 0 && text_[at_ - 1] == '{') {
      syntax(at_ - 1, 2, "this looks like a template placeholder; render the template first");
    } else if (c == '\'') {
      syntax(at_, 1, "JSON keys need double quotes, not single ones");
    } else if (is_word(c)) {
      const std::string_view text = word_text();
      syntax(at_, text.size(), describe_word(text, true));
    } else {
      unexpected(c, "a key in double quotes");
    }
  }

  void comma_or_end(char c) {
    if (c == ',') {
      comma_at_ = at_++;
      expected_ = open_.back().bracket == '{' ? Expected::Key : Expected::Value;
    } else if (c == ']' || c == '}') {
      close(c);
    } else if (c == '"' || c == '{' || c == '[' || is_word(c)) {
      syntax(at_, 1, "a ',' is missing before this");
    } else {
      unexpected(c, open_.back().bracket == '{' ? "',' or '}'" : "',' or ']'");
    }
  }

  void open(char c) {
    if (!count_value()) return;
    if (open_.size() >= limits_.depth) {
      return limit(
          fmt::format("objects and arrays are nested more than {} deep; the file was not "
                      "checked",
                      limits_.depth));
    }
    open_.push_back({c, at_});
    ++at_;
    expected_ = c == '{' ? Expected::KeyOrEnd : Expected::ValueOrEnd;
  }

  void close(char c) {
    const Open innermost = open_.back();
    const char wanted = innermost.bracket == '{' ? '}' : ']';
    if (c != wanted) {
      return syntax(at_, 1,
                    fmt::format("'{}' closes here, but '{}' is open", c, innermost.bracket));
    }
    ++at_;
    open_.pop_back();
    expected_ = after_value();
  }

  Expected after_value() const { return open_.empty() ? Expected::Nothing : Expected::CommaOrEnd; }

  void missing_value(char c) {
    const bool after_comma =
        expected_ == Expected::Value && !open_.empty() && open_.back().bracket == '[' && c == ']';
    if (after_comma) return trailing_comma();
    syntax(at_, 1, fmt::format("a value is missing before this '{}'", c));
  }

  void trailing_comma() {
    syntax(comma_at_, 1,
           "JSON allows no comma after the last entry; Python's json module refuses it too");
  }

  void word() {
    const std::string_view text = word_text();
    bool fraction = false;
    if (text == "true" || text == "false" || text == "null" || is_json_number(text, fraction)) {
      at_ += text.size();
      return;
    }
    syntax(at_, text.size(), describe_word(text, false));
  }

  std::string_view word_text() const {
    std::size_t end = at_;
    while (end < text_.size() && is_word(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }

  void string() {
    const JsonStringScan scan = scan_json_string(text_, at_);
    if (!scan.message.empty()) return syntax(scan.at, scan.length, scan.message);
    at_ = scan.at;
  }

  void skip_space() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '/' || c == '#') return comment(c);
      if (c != ' ' && c != '\t' && c != '\n' && c != '\r') return;
      ++at_;
    }
  }

  void comment(char c) {
    const bool slashes = text_.substr(at_).starts_with("//") || text_.substr(at_).starts_with("/*");
    if (c == '/' && !slashes) return unexpected(c, "a value");
    syntax(at_, slashes ? 2 : 1, "JSON has no comments; Python's json module refuses them too");
  }

  void end_of_text() {
    if (!open_.empty()) {
      const Open innermost = open_.back();
      return syntax(innermost.at, 1, fmt::format("this '{}' is never closed", innermost.bracket));
    }
    if (expected_ == Expected::Value) syntax(at_, 0, "the file is empty; JSON needs a value");
  }

  void unexpected(char c, std::string_view wanted) {
    const CodePoint point = decode_utf8(text_, at_);
    const auto code = static_cast<std::uint32_t>(point.value);
    const bool shows = code > 0x20 && code < 0x7F;
    syntax(
        at_, point.length,
        fmt::format("expected {} here, not {}", wanted,
                    shows ? fmt::format("'{}'", c) : fmt::format("the character U+{:04X}", code)));
  }

  bool count_value() {
    if (++values_ <= limits_.nodes) return true;
    limit(fmt::format("more than {} values; the file was not checked", limits_.nodes));
    return false;
  }

  void limit(std::string message) { report(Problem::Kind::Limit, at_, 1, std::move(message)); }
  void syntax(std::size_t at, std::size_t length, std::string message) {
    report(Problem::Kind::Syntax, at, length, std::move(message));
  }
  void report(Problem::Kind kind, std::size_t at, std::size_t length, std::string message) {
    problem_ = Problem{kind,
                       {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + length)},
                       std::move(message),
                       std::nullopt,
                       false};
  }

  struct Open {
    char bracket;
    std::size_t at;
  };

  std::string_view text_;
  const ReadLimits& limits_;
  std::size_t at_ = 0;
  std::size_t comma_at_ = 0;  // of the last ',' read
  Expected expected_ = Expected::Value;
  std::vector<Open> open_;
  std::uint32_t values_ = 0;
  std::optional<Problem> problem_;
};

}  // namespace

std::optional<Problem> find_json_problem(std::string_view text, const ReadLimits& limits) {
  const Span conflict = find_conflict_marker(text);
  std::optional<Problem> problem = JsonValidator(text, limits).run();
  if (problem && problem->kind == Problem::Kind::Syntax && !conflict.empty()) {
    problem->span = conflict;
    problem->message = "a merge conflict was left in the file; resolve it and remove the markers";
  }
  return problem;
}

bool is_json_number(std::string_view token, bool& fraction) {
  std::size_t at = 0;
  const auto take = [&](std::string_view set) {
    if (at < token.size() && set.find(token[at]) != std::string_view::npos) {
      ++at;
      return true;
    }
    return false;
  };
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < token.size() && is_digit(token[at])) ++at;
    return at > begin;
  };
  fraction = false;
  take("-");
  if (!take("0") && !digits()) return false;
  if (take(".")) {
    fraction = true;
    if (!digits()) return false;
  }
  if (take("eE")) {
    fraction = true;
    take("+-");
    if (!digits()) return false;
  }
  return at == token.size();
}

}  // namespace grpolint
