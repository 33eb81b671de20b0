#include "lint/suppression/directives.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "lint/suppression/loose_forms.h"
#include "lint/suppression/scope.h"
#include "lint/suppression/words.h"
#include "lint/target_fields.h"
#include "rules/key_edits.h"
#include "text/nearest.h"

namespace grpolint::lint {
namespace {

constexpr std::string_view kMark = "grpolint:";
constexpr std::array<std::string_view, 4> kVerbs = {"ignore", "file-ignore", "disable", "enable"};

constexpr std::string_view kFileIgnore = kVerbs[1];
constexpr std::string_view kDisable = kVerbs[2];
constexpr std::string_view kEnable = kVerbs[3];

bool is_verb(std::string_view word) {
  return std::find(kVerbs.begin(), kVerbs.end(), word) != kVerbs.end();
}

/// Key under which JSON files, which have no comments, speak to people and tools.
constexpr std::string_view kJsonCommentKey = "//";

/// Reads one comment. All texts are views into the source, so that spans follow from addresses.
class DirectiveReader {
 public:
  DirectiveReader(const Source& source, const NodePlaces& places, Directives& directives)
      : source_(source), places_(places), directives_(directives) {}

  void read(const Comment& comment) {
    std::string_view text = source_.text(comment.span);
    while (!text.empty() && (text.front() == '#' || text.front() == '/')) text.remove_prefix(1);
    place_ = {comment.span, comment.own_line, std::nullopt, {whole_comment(comment)}};
    read_text(text);
  }

  /// The value of a "//" in an object of a JSON file.
  void read(const Member& member, Span object, std::vector<Span> removal) {
    std::string_view text = source_.text(member.value.span);
    if (text.size() < 2 || !text.starts_with('"') || !trim(text.substr(1)).starts_with(kMark)) {
      return;
    }
    text = text.substr(1, text.size() - 2);
    place_ = {member.value.span, false, object, std::move(removal)};
    // The parts are found again by their places, which escapes would shift.
    if (text.find('\\') != std::string_view::npos) {
      malformed(text, "it is read without backslashes only");
      return;
    }
    read_text(text);
  }

  /// A list under a "//", as people write comments of several lines. Lines of prose are left alone,
  /// so nothing is offered to be removed.
  void read_list(const Node& list, Span object) {
    for (const Use& item : list.items) {
      const std::string_view text = source_.text(item.span);
      if (!trim(text.substr(std::min<std::size_t>(text.size(), 1))).starts_with(kMark)) continue;
      place_ = {item.span, false, object, {}};
      malformed(text, "a \"//\" is read where it is one text, not in a list");
      if (list.items.size() > 1) continue;
      directives_.malformed.back().fix =
          Fix{"write it as one text", true, {{list.span, std::string(text)}}};
    }
  }

 private:
  /// The comment or key at hand.
  struct Place {
    Span comment;
    bool own_line = false;
    std::optional<Span> object;  ///< JSON: the object that holds the key
    std::vector<Span> removal;
  };

  /// One key=value.
  struct Statement {
    std::string_view key;
    std::string_view value;
    std::string_view whole;
    bool alone = false;  ///< the comment says nothing else
  };

  void read_text(std::string_view text) {
    text = trim(text);
    if (!text.starts_with(kMark)) return;
    text = trim(text.substr(kMark.size()));
    const std::string_view word = text.substr(0, word_length(text));
    const std::string_view rest = text.substr(word.size());
    if (word.empty()) return;
    if (rest.starts_with('[')) {
      read_suppression(word, rest);
    } else if (is_verb(word)) {
      if (auto loose = loose_suppression(word, rest)) malformed(word, std::move(*loose));
    } else if (auto loose = statement_in_another_form(word, rest)) {
      malformed(word, std::move(*loose));
    } else if (rest.starts_with('=')) {
      read_pragma(text);
    }
  }

  static std::optional<LooseForm> statement_in_another_form(std::string_view key,
                                                            std::string_view rest) {
    return find_target_field(key) != nullptr ? loose_statement(key, rest) : std::nullopt;
  }

  /// With its line when it has one of its own, else with the blanks before it.
  Span whole_comment(const Comment& comment) const {
    Span cut = comment.span;
    const std::string_view bytes = source_.bytes();
    while (cut.begin > 0 && blank(bytes[cut.begin - 1])) --cut.begin;
    if (comment.own_line) {
      if (cut.end < bytes.size() && bytes[cut.end] == '\r') ++cut.end;
      if (cut.end < bytes.size() && bytes[cut.end] == '\n') ++cut.end;
    }
    return cut;
  }

  Span span_of(std::string_view text) const {
    const auto begin = static_cast<std::uint32_t>(text.data() - source_.bytes().data());
    return {begin, begin + static_cast<std::uint32_t>(text.size())};
  }

  void malformed(std::string_view where, std::string problem) {
    directives_.malformed.push_back({span_of(where), std::move(problem), std::nullopt});
    if (place_.removal.empty()) return;
    Fix fix{"remove the comment that is not understood", false, {}};
    for (const Span cut : place_.removal) fix.edits.push_back({cut, {}});
    directives_.malformed.back().fix = std::move(fix);
  }

  /// What stands before it is understood, and is not lost with it.
  void keep_as_reason(std::string_view text) {
    const std::uint32_t before = span_of(text).begin;
    directives_.malformed.back().fix =
        Fix{"write ' -- ' before the reason", false, {{{before, before}, "-- "}}};
  }

  void misspelt(std::string_view verb, std::string_view meant) {
    malformed(verb, fmt::format("unknown instruction '{}'; did you mean '{}'?", verb, meant));
    directives_.malformed.back().fix =
        Fix{fmt::format("write {}", meant), true, {{span_of(verb), std::string(meant)}}};
  }

  void malformed(std::string_view where, LooseForm form) {
    malformed(where, std::move(form.problem));
    if (form.written.empty()) return;
    directives_.malformed.back().fix =
        Fix{"write it in the form that is read", true, {{span_of(form.written), form.replacement}}};
  }

  void read_suppression(std::string_view verb, std::string_view rest) {
    if (!is_verb(verb)) {
      if (const auto meant = nearest(verb, kVerbs)) {
        misspelt(verb, *meant);
      } else {
        malformed(verb, fmt::format("unknown instruction '{}'; there are {}[...]", verb,
                                    fmt::join(kVerbs, "[...], ")));
      }
      return;
    }
    const std::size_t close = rest.find(']');
    if (close == std::string_view::npos) {
      malformed(rest, "the list of rules is not closed by ']'");
      return;
    }
    Suppression suppression;
    suppression.comment = place_.comment;
    suppression.own_line = place_.own_line;
    suppression.removal = place_.removal;
    if (!read_list(rest.substr(1, close - 1), suppression)) return;
    std::string_view tail = trim(rest.substr(close + 1));
    if (!tail.empty() && !tail.starts_with("--")) {
      malformed(tail, "a reason is written after ' -- '");
      keep_as_reason(tail);
      directives_.malformed.back().fix->safe = true;
      return;
    }
    if (!tail.empty()) suppression.reason = trim(tail.substr(2));
    if (place_.object && (verb == kDisable || verb == kEnable)) {
      malformed(verb, "a \"//\" speaks of the object that holds it: write ignore[...]");
    } else if (verb == kEnable) {
      end_range(verb, suppression);
    } else {
      suppression.scope = scope_of(verb);
      if (verb == kDisable) {
        open_[sorted_selectors(suppression)].push_back(directives_.suppressions.size());
      }
      directives_.suppressions.push_back(std::move(suppression));
    }
  }

  static std::vector<std::string> sorted_selectors(const Suppression& suppression) {
    std::vector<std::string> list;
    for (const SuppressedRule& rule : suppression.rules) list.push_back(rule.selector);
    std::sort(list.begin(), list.end());
    return list;
  }

  /// Ends the latest open range with the same rules, in whatever order.
  void end_range(std::string_view verb, const Suppression& enabled) {
    const auto ranges = open_.find(sorted_selectors(enabled));
    if (ranges == open_.end() || ranges->second.empty()) {
      malformed(verb, "no disable[...] with the same list stands before it");
      return;
    }
    const std::size_t range = ranges->second.back();
    ranges->second.pop_back();
    Suppression& disabled = directives_.suppressions[range];
    disabled.scope.end = enabled.comment.begin;
    disabled.closing_rules = enabled.rules;
    disabled.removal.insert(disabled.removal.end(), enabled.removal.begin(), enabled.removal.end());
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

  Span scope_of(std::string_view verb) const {
    const auto end = static_cast<std::uint32_t>(source_.bytes().size()) + 1;
    if (verb == kFileIgnore) return {0, end};
    if (place_.object) return *place_.object;
    if (verb == kDisable) return {place_.comment.begin, end};
    if (place_.own_line) return places_.next_after(place_.comment.end);
    const Span line = source_.line_span(source_.position(place_.comment.begin).line);
    return {line.begin, line.end + 1};
  }

  /// key=value pairs up to the end or a reason; values may be quoted.
  void read_pragma(const std::string_view all) {
    std::string_view text = all;
    const std::string by =
        fmt::format("pragma on line {}", source_.position(span_of(text).begin).line);
    while (!text.empty() && !text.starts_with("--")) {
      const std::string_view begin = text;
      const std::string_view key = text.substr(0, word_length(text));
      if (auto loose = statement_in_another_form(key, text.substr(key.size()))) {
        malformed(key, std::move(*loose));
        return;
      }
      if (key.empty() || !text.substr(key.size()).starts_with('=')) {
        malformed(text, "expected key=value");
        if (text.data() != all.data()) keep_as_reason(text);
        return;
      }
      text.remove_prefix(key.size() + 1);
      const std::optional<std::string_view> value = take_value(text);
      if (!value) return;
      const std::string_view whole = begin.substr(0, begin.size() - text.size());
      set_target({key, *value, whole, whole == all}, by);
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

  /// The first statement of a key holds; one that follows it is reported.
  void set_target(const Statement& statement, const std::string& by) {
    const auto [key, value, whole, alone] = statement;
    const TargetField* field = find_target_field(key);
    Target stated;
    if (field == nullptr) {
      std::vector<std::string_view> keys;
      for (const TargetField& known : target_fields()) keys.push_back(known.key);
      if (const auto meant = nearest(key, keys)) {
        malformed(key, fmt::format("unknown key '{}'; did you mean '{}'?", key, *meant));
        directives_.malformed.back().fix =
            Fix{fmt::format("write {}", *meant), false, {{span_of(key), std::string(*meant)}}};
      } else {
        wrong_statement(statement, key, fmt::format("unknown key '{}'", key));
      }
    } else if (field->path) {
      wrong_statement(statement, key,
                      fmt::format("'{}' names a file and is accepted on the command line and in "
                                  "grpolint.toml alone",
                                  key));
    } else if (auto problem = state(*field, value, by, stated)) {
      wrong_statement(statement, value.empty() ? key : value, fmt::format("{} {}", key, *problem));
    } else {
      std::visit(
          [&](auto member) {
            auto& known = directives_.target.*member;
            if (known) {
              stated_again(statement, known->by, known->value == (stated.*member)->value);
            } else {
              known = std::move(stated.*member);
              known->span = span_of(statement.value);
            }
          },
          field->member);
    }
  }

  /// With the blanks before it.
  Span cut_of(const Statement& statement) const {
    Span cut = span_of(statement.whole);
    while (blank(source_.bytes()[cut.begin - 1])) --cut.begin;
    return cut;
  }

  /// What it says beside other statements is taken out without them.
  void wrong_statement(const Statement& statement, std::string_view where, std::string problem) {
    malformed(where, std::move(problem));
    if (statement.alone) return;
    directives_.malformed.back().fix =
        Fix{"remove what is not understood", false, {{cut_of(statement), {}}}};
  }

  void stated_again(const Statement& statement, const std::string& by, bool same) {
    malformed(statement.key,
              fmt::format("{} is stated already by the {}; {}", statement.key, by,
                          same ? "one is enough" : "the first holds, remove one of them"));
    auto& fix = directives_.malformed.back().fix;
    if (!same || (statement.alone && !fix)) {
      fix = std::nullopt;
    } else if (statement.alone) {
      fix->title = "remove the second statement";
      fix->safe = true;
    } else {
      fix = Fix{"remove the second statement", true, {{cut_of(statement), {}}}};
    }
  }

  const Source& source_;
  const NodePlaces& places_;
  Directives& directives_;
  Place place_;
  /// Suppressions that wait for their enable[...], by their sorted list.
  std::map<std::vector<std::string>, std::vector<std::size_t>> open_;
};

/// What the "//" keys say, in the order of the file.
void read_json_keys(const Source& source, const Document& document, DirectiveReader& reader) {
  struct Found {
    const Member* member;
    Span object;
  };
  std::vector<Found> found;
  for (const Node& node : document.nodes) {
    for (const Member& member : node.members) {
      if (member.key == kJsonCommentKey) found.push_back({&member, node.span});
    }
  }
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) {
    return a.member->key_span.begin < b.member->key_span.begin;
  });
  const rules::KeyEdits keys(source, document);
  for (const auto& [member, object] : found) {
    if (const Node& value = document.node(member->value.node); value.kind == NodeKind::Sequence) {
      reader.read_list(value, object);
      continue;
    }
    std::vector<Span> removal;
    if (const auto edits = keys.remove(member->key_span)) {
      for (const Edit& edit : *edits) removal.push_back(edit.span);
    }
    reader.read(*member, object, std::move(removal));
  }
}

}  // namespace

Directives read_directives(const Source& source, const Document& document) {
  Directives directives;
  // Most files say nothing to grpolint: spare them the look at every node.
  if (source.bytes().find(kMark) == std::string_view::npos) return directives;
  const NodePlaces places(document);
  DirectiveReader reader(source, places, directives);
  for (const Comment& comment : document.comments) reader.read(comment);
  if (document.format == Format::Json) read_json_keys(source, document, reader);
  return directives;
}

}  // namespace grpolint::lint
