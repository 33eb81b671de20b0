#include "lint/suppression/directives.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include "lint/suppression/scope.h"
#include "lint/target_fields.h"
#include "text/nearest.h"

namespace grpolint::lint {
namespace {

constexpr std::string_view kMark = "grpolint:";
constexpr std::array<std::string_view, 2> kVerbs = {"ignore", "file-ignore"};

bool blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::size_t word_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && (std::isalnum(static_cast<unsigned char>(text[length])) != 0 ||
                                  text[length] == '-' || text[length] == '_')) {
    ++length;
  }
  return length;
}

/// Reads one comment. All texts are views into the source, so that spans follow from addresses.
class DirectiveReader {
 public:
  DirectiveReader(const Source& source, const NodePlaces& places, Directives& directives)
      : source_(source), places_(places), directives_(directives) {}

  void read(const Comment& comment) {
    std::string_view text = source_.text(comment.span);
    while (!text.empty() && (text.front() == '#' || text.front() == '/')) text.remove_prefix(1);
    text = trim(text);
    if (!text.starts_with(kMark)) return;
    text = trim(text.substr(kMark.size()));
    const std::string_view word = text.substr(0, word_length(text));
    const std::string_view rest = text.substr(word.size());
    if (word.empty()) return;
    if (rest.starts_with('[')) {
      read_suppression(comment, word, rest);
    } else if (rest.starts_with('=')) {
      read_pragma(text);
    } else if (trim(rest).empty() || trim(rest).starts_with("--")) {
      read_bare_verb(word);
    }
  }

 private:
  Span span_of(std::string_view text) const {
    const auto begin = static_cast<std::uint32_t>(text.data() - source_.bytes().data());
    return {begin, begin + static_cast<std::uint32_t>(text.size())};
  }

  void malformed(std::string_view where, std::string problem) {
    directives_.malformed.push_back({span_of(where), std::move(problem)});
  }

  /// A verb without its list suppresses everything in other linters; here it says too little.
  void read_bare_verb(std::string_view word) {
    if (word != kVerbs[0] && word != kVerbs[1]) return;
    malformed(word, fmt::format("name the rules: {}[CODE] -- reason", word));
  }

  void read_suppression(const Comment& comment, std::string_view verb, std::string_view rest) {
    if (verb != kVerbs[0] && verb != kVerbs[1]) {
      const auto meant = nearest(verb, kVerbs);
      malformed(verb,
                meant ? fmt::format("unknown instruction '{}'; did you mean '{}'?", verb, *meant)
                      : fmt::format("unknown instruction '{}'; there are ignore[...] and "
                                    "file-ignore[...]",
                                    verb));
      return;
    }
    const std::size_t close = rest.find(']');
    if (close == std::string_view::npos) {
      malformed(rest, "the list of rules is not closed by ']'");
      return;
    }
    Suppression suppression;
    suppression.comment = comment.span;
    suppression.own_line = comment.own_line;
    if (!read_list(rest.substr(1, close - 1), suppression)) return;
    std::string_view tail = trim(rest.substr(close + 1));
    if (!tail.empty() && !tail.starts_with("--")) {
      malformed(tail, "a reason is written after ' -- '");
      return;
    }
    if (!tail.empty()) suppression.reason = trim(tail.substr(2));
    suppression.scope = scope_of(comment, verb);
    directives_.suppressions.push_back(std::move(suppression));
  }

  bool read_list(std::string_view list, Suppression& suppression) {
    if (trim(list).empty()) {
      malformed(list, "the list of rules is empty");
      return false;
    }
    for (std::string_view left = list;;) {
      const std::size_t comma = left.find(',');
      const std::string_view selector = trim(left.substr(0, comma));
      if (selector.empty() || word_length(selector) != selector.size()) {
        malformed(selector.empty() ? list : selector,
                  "the list holds codes and names, separated by commas");
        return false;
      }
      suppression.rules.push_back({std::string(selector), span_of(selector)});
      if (comma == std::string_view::npos) return true;
      left.remove_prefix(comma + 1);
    }
  }

  Span scope_of(const Comment& comment, std::string_view verb) const {
    if (verb == kVerbs[1]) return {0, static_cast<std::uint32_t>(source_.bytes().size()) + 1};
    if (comment.own_line) return places_.next_after(comment.span.end);
    const Span line = source_.line_span(source_.position(comment.span.begin).line);
    return {line.begin, line.end + 1};
  }

  /// key=value pairs up to the end or a reason; values may be quoted.
  void read_pragma(std::string_view text) {
    const std::string by =
        fmt::format("pragma on line {}", source_.position(span_of(text).begin).line);
    while (!text.empty() && !text.starts_with("--")) {
      const std::string_view key = text.substr(0, word_length(text));
      if (key.empty() || !text.substr(key.size()).starts_with('=')) {
        malformed(text, "expected key=value");
        return;
      }
      text.remove_prefix(key.size() + 1);
      const std::optional<std::string_view> value = take_value(text);
      if (!value) return;
      set_target(key, *value, by);
      text = trim(text);
    }
  }

  std::optional<std::string_view> take_value(std::string_view& text) {
    if (text.starts_with('"') || text.starts_with('\'')) {
      const std::size_t close = text.find(text.front(), 1);
      if (close == std::string_view::npos) {
        malformed(text, "the quote is not closed");
        return std::nullopt;
      }
      const std::string_view value = text.substr(1, close - 1);
      text.remove_prefix(close + 1);
      return value;
    }
    std::size_t length = 0;
    while (length < text.size() && !blank(text[length])) ++length;
    const std::string_view value = text.substr(0, length);
    text.remove_prefix(length);
    return value;
  }

  void set_target(std::string_view key, std::string_view value, const std::string& by) {
    const TargetField* field = find_target_field(key);
    if (field == nullptr) {
      std::vector<std::string_view> keys;
      for (const TargetField& known : target_fields()) keys.push_back(known.key);
      const auto meant = nearest(key, keys);
      malformed(key, meant ? fmt::format("unknown key '{}'; did you mean '{}'?", key, *meant)
                           : fmt::format("unknown key '{}'", key));
    } else if (field->path) {
      malformed(key, fmt::format("'{}' names a file and is accepted on the command line and in "
                                 "grpolint.toml alone",
                                 key));
    } else if (auto problem = state(*field, value, by, directives_.target)) {
      malformed(value.empty() ? key : value, fmt::format("{} {}", key, *problem));
    } else {
      std::visit([&](auto member) { (directives_.target.*member)->span = span_of(value); },
                 field->member);
    }
  }

  const Source& source_;
  const NodePlaces& places_;
  Directives& directives_;
};

}  // namespace

Directives read_directives(const Source& source, const Document& document) {
  Directives directives;
  // Most files say nothing to grpolint: spare them the look at every node.
  if (source.bytes().find(kMark) == std::string_view::npos) return directives;
  const NodePlaces places(document);
  DirectiveReader reader(source, places, directives);
  for (const Comment& comment : document.comments) reader.read(comment);
  return directives;
}

}  // namespace grpolint::lint
