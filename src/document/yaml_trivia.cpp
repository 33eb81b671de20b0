#include "document/yaml_trivia.h"

#include <algorithm>

namespace grpolint {
namespace {

bool is_break(char c) { return c == '\n' || c == '\r'; }
bool is_space(char c) { return c == ' ' || c == '\t' || is_break(c); }

class TriviaFinder {
 public:
  explicit TriviaFinder(std::string_view bytes) : bytes_(bytes) {}

  YamlTrivia run(const std::vector<YamlScalarSpan>& scalars) {
    for (const auto& [scalar, plain] : scalars) {
      if (scalar.empty() || scalar.begin < at_) continue;
      gap(scalar.begin);
      properties(scalar.end);
      if (plain) note_tab(at_, scalar.end);
      if (at_ < scalar.end && (bytes_[at_] == '|' || bytes_[at_] == '>')) block_header(scalar.end);
      at_ = scalar.end;
    }
    gap(bytes_.size());
    return std::move(trivia_);
  }

 private:
  /// Text outside of scalars: a `#` after white space starts a comment.
  void gap(std::size_t end) {
    while (at_ < end) {
      if (bytes_[at_] == '#' && after_space()) {
        comment();
      } else {
        skip();
      }
    }
  }

  /// Skips the anchor and tag of a scalar; comments may stand behind them.
  void properties(std::size_t end) {
    while (at_ < end && (bytes_[at_] == '&' || bytes_[at_] == '!')) {
      while (at_ < end && !is_space(bytes_[at_])) ++at_;
      while (at_ < end && (is_space(bytes_[at_]) || bytes_[at_] == '#')) {
        if (bytes_[at_] == '#') {
          comment();
        } else {
          skip();
        }
      }
    }
  }

  /// `| # comment`: the rest of the line is not content yet.
  void block_header(std::size_t end) {
    while (at_ < end && !is_break(bytes_[at_])) {
      if (bytes_[at_] == '#' && after_space()) {
        comment();
        return;
      }
      skip();
    }
  }

  void skip() {
    note_tab(at_, at_ + 1);
    ++at_;
  }

  void note_tab(std::size_t begin, std::size_t end) {
    if (trivia_.first_tab) return;
    const std::size_t tab = bytes_.substr(begin, end - begin).find('\t');
    if (tab != std::string_view::npos) {
      trivia_.first_tab = static_cast<std::uint32_t>(begin + tab);
    }
  }

  bool after_space() const {
    return at_ == 0 || is_space(bytes_[at_ - 1]) ||
           (at_ == 3 && bytes_.starts_with("\xEF\xBB\xBF"));
  }

  void comment() {
    std::size_t end = at_;
    while (end < bytes_.size() && !is_break(bytes_[end]) && !is_unicode_break(end)) ++end;
    std::size_t before = at_;
    while (before > 0 && (bytes_[before - 1] == ' ' || bytes_[before - 1] == '\t')) --before;
    const bool own_line = before == 0 || is_break(bytes_[before - 1]) ||
                          (before == 3 && bytes_.starts_with("\xEF\xBB\xBF"));
    trivia_.comments.push_back(
        {{static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)}, own_line});
    at_ = end;
  }

  /// NEL, LS and PS end a comment to YAML 1.1, though they do not end a line of the file.
  bool is_unicode_break(std::size_t at) const {
    const std::string_view rest = bytes_.substr(at, 3);
    return rest.starts_with("\xC2\x85") || rest == "\xE2\x80\xA8" || rest == "\xE2\x80\xA9";
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  YamlTrivia trivia_;
};

}  // namespace

YamlTrivia find_yaml_trivia(std::string_view bytes, const std::vector<YamlScalarSpan>& scalars) {
  return TriviaFinder(bytes).run(scalars);
}

}  // namespace grpolint
