#include "document/yaml_comments.h"

#include <algorithm>

namespace grpolint {
namespace {

bool is_break(char c) { return c == '\n' || c == '\r'; }
bool is_space(char c) { return c == ' ' || c == '\t' || is_break(c); }

class CommentFinder {
 public:
  explicit CommentFinder(std::string_view bytes) : bytes_(bytes) {}

  std::vector<Comment> run(const std::vector<Span>& scalars) {
    for (const Span scalar : scalars) {
      if (scalar.empty() || scalar.begin < at_) continue;
      gap(scalar.begin);
      properties(scalar.end);
      if (at_ < scalar.end && (bytes_[at_] == '|' || bytes_[at_] == '>')) block_header(scalar.end);
      at_ = scalar.end;
    }
    gap(bytes_.size());
    return std::move(comments_);
  }

 private:
  /// Text outside of scalars: a `#` after white space starts a comment.
  void gap(std::size_t end) {
    while (at_ < end) {
      if (bytes_[at_] == '#' && after_space()) {
        comment();
      } else {
        ++at_;
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
          ++at_;
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
      ++at_;
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
    comments_.push_back(
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
  std::vector<Comment> comments_;
};

}  // namespace

std::vector<Comment> find_yaml_comments(std::string_view bytes, const std::vector<Span>& scalars) {
  return CommentFinder(bytes).run(scalars);
}

}  // namespace grpolint
