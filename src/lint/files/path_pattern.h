#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grpolint::lint {

/// One pattern as .gitignore writes it (https://git-scm.com/docs/gitignore); settings files use
/// the same language for their globs. `*` and `?` stay within one path element, `**` as a whole
/// element stands for any number of them, `[a-z]` and `[!a-z]` are sets, `\` escapes. A pattern
/// with a slash before its end is anchored to its folder, any other matches at every depth; a
/// trailing slash matches folders alone; a leading `!` negates.
class PathPattern {
 public:
  explicit PathPattern(std::string_view text);

  bool negated() const { return negated_; }
  /// `path` is relative to the folder of the pattern, with '/' separators.
  bool matches(std::string_view path, bool directory) const;
  /// Whether the file itself or any folder above it matches.
  bool covers(std::string_view file) const;

 private:
  std::vector<std::string> elements_;
  bool negated_ = false;
  bool directories_only_ = false;
};

/// What is wrong with a glob of settings or of the command line: a set that is not closed, an
/// escape of nothing, `!`, which has no meaning outside .gitignore, or a way out of the folder.
std::optional<std::string> pattern_problem(std::string_view text);

/// The patterns of one .gitignore file. Blank lines and `#` comments are dropped.
class IgnoreFile {
 public:
  static IgnoreFile parse(std::string_view text);

  /// What the last matching pattern says: true to ignore, false to keep; empty when none matches.
  std::optional<bool> verdict(std::string_view path, bool directory) const;

 private:
  std::vector<PathPattern> patterns_;
};

}  // namespace grpolint::lint
