#include "lint/files/path_pattern.h"

#include <algorithm>
#include <cstddef>

namespace grpolint::lint {
namespace {

/// Length of the set that starts at `[`, its closing bracket included; 0 when it never closes.
std::size_t set_length(std::string_view pattern) {
  std::size_t i = 1;
  if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^')) ++i;
  if (i < pattern.size() && pattern[i] == ']') ++i;  // a first ] is an ordinary member
  while (i < pattern.size() && pattern[i] != ']') i += pattern[i] == '\\' ? 2 : 1;
  return i < pattern.size() ? i + 1 : 0;
}

bool set_contains(std::string_view set, char c) {
  std::string_view body = set.substr(1, set.size() - 2);
  const bool inverted = !body.empty() && (body[0] == '!' || body[0] == '^');
  if (inverted) body.remove_prefix(1);
  bool found = false;
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (body[i] == '\\' && i + 1 < body.size()) ++i;
    const auto low = static_cast<unsigned char>(body[i]);
    auto high = low;
    if (i + 2 < body.size() && body[i + 1] == '-') {
      i += 2;
      if (body[i] == '\\' && i + 1 < body.size()) ++i;
      high = static_cast<unsigned char>(body[i]);
    }
    const auto byte = static_cast<unsigned char>(c);
    found = found || (low <= byte && byte <= high);
  }
  return found != inverted;
}

/// Matches one pattern character (or set) at `pattern[p]` and advances `p` past it.
bool match_one(std::string_view pattern, std::size_t& p, char c) {
  if (pattern[p] == '?') {
    ++p;
    return true;
  }
  if (pattern[p] == '[') {
    if (const std::size_t length = set_length(pattern.substr(p))) {
      const std::string_view set = pattern.substr(p, length);
      p += length;
      return set_contains(set, c);
    }
  }
  if (pattern[p] == '\\' && p + 1 < pattern.size()) ++p;
  return pattern[p++] == c;
}

/// Within one path element. Only the last star is ever retried, so the cost is at most the product
/// of the two lengths whatever the pattern.
bool element_matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t star_text = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      star_text = t;
      continue;
    }
    if (p < pattern.size() && match_one(pattern, p, text[t])) {
      ++t;
      continue;
    }
    if (star == std::string_view::npos) return false;
    p = star + 1;
    t = ++star_text;
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> elements;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view element = path.substr(0, slash);
    if (!element.empty() && element != ".") elements.push_back(element);
    if (slash == std::string_view::npos) break;
    path.remove_prefix(slash + 1);
  }
  return elements;
}

/// Dynamic programme over elements: row[j] says whether the pattern so far matches the first j
/// elements of the path.
bool elements_match(const std::vector<std::string>& pattern,
                    const std::vector<std::string_view>& path) {
  std::vector<bool> row(path.size() + 1, false);
  row[0] = true;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    std::vector<bool> next(path.size() + 1, false);
    if (pattern[i] == "**") {
      // At the end it stands for everything inside, so for one element at least.
      const bool last = i + 1 == pattern.size();
      bool reached = false;
      for (std::size_t j = 0; j <= path.size(); ++j) {
        next[j] = last ? reached : (reached || row[j]);
        reached = reached || row[j];
      }
    } else {
      for (std::size_t j = 0; j < path.size(); ++j) {
        next[j + 1] = row[j] && element_matches(pattern[i], path[j]);
      }
    }
    row = std::move(next);
  }
  return row[path.size()];
}

}  // namespace

PathPattern::PathPattern(std::string_view text) {
  if (text.starts_with('!')) {
    negated_ = true;
    text.remove_prefix(1);
  }
  if (text.ends_with('/')) {
    directories_only_ = true;
    text.remove_suffix(1);
  }
  const bool anchored = text.find('/') != std::string_view::npos;
  if (!anchored) elements_.emplace_back("**");
  for (const std::string_view element : split(text)) elements_.emplace_back(element);
  if (elements_.size() == 1 && !anchored) elements_.clear();  // nothing but "!" or "/"
}

bool PathPattern::matches(std::string_view path, bool directory) const {
  if (elements_.empty() || (directories_only_ && !directory)) return false;
  return elements_match(elements_, split(path));
}

bool PathPattern::covers(std::string_view file) const {
  if (matches(file, false)) return true;
  for (std::size_t slash = file.find('/'); slash != std::string_view::npos;
       slash = file.find('/', slash + 1)) {
    if (matches(file.substr(0, slash), true)) return true;
  }
  return false;
}

std::optional<std::string> pattern_problem(std::string_view text) {
  if (split(text).empty()) return "a glob cannot be empty";
  if (text.starts_with('!')) return "a glob cannot be negated here: name what is meant";
  for (const std::string_view element : split(text)) {
    if (element == "..") return "a glob cannot lead out of the folder it is relative to";
    for (std::size_t at = 0; at < element.size(); ++at) {
      if (element[at] == '[') {
        const std::size_t length = set_length(element.substr(at));
        if (length == 0)
          return "the set that '[' begins is not closed; write \\[ for the character";
        at += length - 1;
      } else if (element[at] == '\\' && ++at == element.size()) {
        return "nothing follows the last \\";
      }
    }
  }
  return std::nullopt;
}

IgnoreFile IgnoreFile::parse(std::string_view text) {
  IgnoreFile file;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    while (line.ends_with(' ') && !line.ends_with("\\ ")) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    file.patterns_.emplace_back(line);
  }
  return file;
}

std::optional<bool> IgnoreFile::verdict(std::string_view path, bool directory) const {
  const auto last =
      std::find_if(patterns_.rbegin(), patterns_.rend(),
                   [&](const PathPattern& pattern) { return pattern.matches(path, directory); });
  if (last == patterns_.rend()) return std::nullopt;
  return !last->negated();
}

}  // namespace grpolint::lint
